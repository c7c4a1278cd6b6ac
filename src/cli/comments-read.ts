import { CrierError } from '../errors.ts';
import { ENDPOINTS, type EndpointInput } from '../facts/endpoints.ts';
import { type Platform, SOCIAL_COMMENT_PLATFORMS, SOCIAL_POST_PLATFORMS } from '../facts/platforms.ts';
import { foreseen } from './foreseen.ts';
import { orList } from './nearest.ts';

type Query = NonNullable<EndpointInput<'getComments'>['query']>;

/** What is to be read: a post of the service, or a post or a comment by its network's own id. */
export interface CommentsRead {
  readonly id: string;
  readonly platform: Platform | undefined;
  readonly comment: boolean;
}

/**
 * The query of one of the three legal ways to read comments.
 *
 * @throws CrierError of kind usage (101) for any other pair, of kind not-ready (288) for a tiktok that has no id yet;
 *   nothing was sent
 * @see rules COM-01 to COM-06, COM-19
 */
export function checkCommentsRead({ id, platform, comment }: CommentsRead): Query {
  if (platform === undefined && !comment) return {};
  const [idKind, legal] = comment
    ? (['Social Comment ID', SOCIAL_COMMENT_PLATFORMS] as const)
    : (['Social Post ID', SOCIAL_POST_PLATFORMS] as const);
  const advice = `a ${idKind} is read with ${comment ? '--comment ' : ''}--platform ${orList(legal)}`;
  if (platform === undefined) throw refused('--comment needs --platform', advice);
  const query = { searchPlatformId: true, platform, ...(comment && { commentId: true }) };
  if (!ENDPOINTS.getComments.query.safeParse(query).success) {
    throw refused(`comments of ${platform} cannot be read with a ${idKind}`, advice);
  }
  if (platform === 'tiktok' && (id === 'pending' || id === 'failed')) throw notReady(id);
  return query;
}

/** Says what an id could be that no post has: a network's own one was meant, most often. */
export function explainUnknownPost(error: unknown): unknown {
  if (!(error instanceof CrierError) || error.facts.code !== UNKNOWN_POST) return error;
  const advice = 'check the id and --profile; if it is an id of a network, add --platform <network>';
  return new CrierError(error.kind, error.message, { ...error.facts, advice });
}

const UNKNOWN_POST = 186;

function refused(message: string, advice: string): CrierError {
  return new CrierError('usage', message, { ...foreseen(101), advice });
}

function notReady(id: string): CrierError {
  return new CrierError('not-ready', `the tiktok post has no id of its own: it is "${id}"`, foreseen(288));
}
