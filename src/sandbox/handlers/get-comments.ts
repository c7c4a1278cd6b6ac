import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { LIMITS } from '../../service/limits.ts';
import { CommentPlatform } from '../../service/platforms.ts';
import {
  findLegOfComment,
  findLegOfSocialPost,
  findLegsOfPost,
  findLegsOfServiceComment,
  type LegRequest,
} from './comment-legs.ts';
import { type GoodLeg, readLegs } from './comment-legs-part.ts';
import type { Handler, HandlerContext, HandlerInput } from './handler.ts';
import { createOverallFailure, isSome, toLegError } from './network-legs.ts';

/** @see docs/service/comments.md#read, #COM-04 to #COM-08, #COM-15 to #COM-21, #COM-26 */
export const getComments: Handler<'getComments'> = (input, context) => {
  const { id } = input.params;
  const legs = readLegs(findLegs(input, context), context);
  const good = legs.filter((leg) => leg.failure === null);
  const failed = legs.filter((leg) => leg.failure !== null);
  const times = refreshTimes(good, context.now);
  if (good.length === 0 && isSome(failed)) throw createOverallFailure(failed, { id, ...times });
  return {
    status: isSome(failed) ? 'partial' : 'success',
    id,
    ...times,
    ...Object.fromEntries(good.filter(isShown).map(({ platform, comments }) => [platform, comments])),
    ...(isSome(failed) && { errors: failed.map(toLegError) }),
  };
};

function findLegs(
  { params: { id }, query }: HandlerInput<'getComments'>,
  context: HandlerContext,
): readonly LegRequest[] {
  if (query.platform === undefined)
    return findLegsOfServiceComment(id, context) ?? findLegsOfPost(id, context);
  // The schema allows no other network.
  const platform = CommentPlatform.parse(query.platform);
  return [
    query.commentId ? findLegOfComment(platform, id, context) : findLegOfSocialPost(platform, id, context),
  ];
}

/**
 * A network has an array when it has comments; X always has one, even for a deleted post.
 *
 * @see docs/service/comments.md#COM-07, #COM-18
 */
function isShown({ platform, comments }: GoodLeg): boolean {
  return comments.length > 0 || platform === 'twitter';
}

/** The latest refresh of the networks, and the first one due; when all failed, now and after the usual interval. */
function refreshTimes(good: readonly GoodLeg[], now: number) {
  const refreshed = good.map((leg) => leg.refresh.refreshed);
  const next = good.map((leg) => leg.refresh.next);
  return {
    lastUpdated: formatIsoSeconds(good.length === 0 ? now : Math.max(...refreshed)),
    nextUpdate: formatIsoSeconds(good.length === 0 ? now + LIMITS.commentRefreshMs : Math.min(...next)),
  };
}
