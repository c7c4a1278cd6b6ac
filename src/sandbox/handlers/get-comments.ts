import { LIMITS } from '../../facts/limits.ts';
import { CommentPlatform } from '../../facts/platforms.ts';
import { isoSeconds } from '../../rules/iso-seconds.ts';
import { ServiceFailure } from '../service-failure.ts';
import { type FailedLeg, type GoodLeg, readLegs } from './comment-legs.ts';
import { type LegRequest, legOfComment, legOfSocialPost, legsOfPost } from './find-legs.ts';
import type { Handler, HandlerContext, HandlerInput } from './handler.ts';

/** @see service.md, GET /comments/{id}; rules COM-04 to COM-08, COM-15 to COM-21 and COM-26 */
export const getComments: Handler<'getComments'> = (input, context) => {
  const { id } = input.params;
  const legs = readLegs(findLegs(input, context), context);
  const good = legs.filter((leg) => leg.failure === null);
  const errors = legs.filter((leg) => leg.failure !== null).map(legError);
  const times = refreshTimes(good, context.now);
  const [first] = errors;
  // The first failure stands for all: reading U-37.
  if (good.length === 0 && first !== undefined) {
    const { code, platform: _platform, status: _status, ...facts } = first;
    throw new ServiceFailure(code, { ...facts, id, errors, ...times });
  }
  return {
    status: first === undefined ? 'success' : 'partial',
    id,
    ...times,
    ...Object.fromEntries(good.filter(isShown).map(({ platform, comments }) => [platform, comments])),
    ...(first !== undefined && { errors }),
  };
};

function findLegs(
  { params: { id }, query }: HandlerInput<'getComments'>,
  context: HandlerContext,
): readonly LegRequest[] {
  if (query.platform === undefined) return legsOfPost(id, context);
  // The query's schema lets no other network through.
  const platform = CommentPlatform.parse(query.platform);
  return [query.commentId ? legOfComment(platform, id, context) : legOfSocialPost(platform, id, context)];
}

/** One entry a failed network. @see service.md, "Comment record", envelope fields; rule COM-15 */
function legError({ platform, id, failure }: FailedLeg) {
  return { platform, status: 'error', ...failure, id } as const;
}

/** A network has an array when it has comments; X always has one, as for a post that is gone. @see rules COM-07, COM-18 */
function isShown({ platform, comments }: GoodLeg): boolean {
  return comments.length > 0 || platform === 'twitter';
}

/** The latest refresh among the networks, and the first that is due; all failed: now, and after the usual interval. */
function refreshTimes(good: readonly GoodLeg[], now: number) {
  const refreshed = good.map((leg) => leg.refresh.refreshed);
  const next = good.map((leg) => leg.refresh.next);
  return {
    lastUpdated: isoSeconds(good.length === 0 ? now : Math.max(...refreshed)),
    nextUpdate: isoSeconds(good.length === 0 ? now + LIMITS.commentRefreshMs : Math.min(...next)),
  };
}
