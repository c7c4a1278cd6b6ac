import { LIMITS } from '../../service/limits.ts';
import { type CommentPlatform, NEWEST_COMMENTS_ONLY } from '../../service/platforms.ts';
import { checkCommentsReadable } from '../networks/check-comments-readable.ts';
import type { NetworkPost } from '../networks/network-comment.ts';
import type { CommentFields } from '../networks/network-shape.ts';
import { toCommentRecords } from '../networks/to-comment-records.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { Refresh } from '../store/refreshes.ts';
import type { Store } from '../store/store.ts';
import type { LegRequest } from './comment-legs.ts';
import type { HandlerContext } from './handler.ts';
import type { FailedNetworkLeg } from './network-legs.ts';
import { refreshLegs } from './refresh-legs.ts';
import { findXAppFailure } from './x-app-failure.ts';

/** A network that returned its comments. */
export interface GoodLeg {
  readonly platform: CommentPlatform;
  readonly failure: null;
  readonly comments: readonly CommentFields[];
  readonly refresh: Refresh;
}

export type CommentLeg = GoodLeg | FailedNetworkLeg;

/**
 * Reads the comments of each network. What was fetched recently is not fetched again: newer comments are not
 * included.
 *
 * @see docs/service/comments.md#refresh, #COM-13
 */
export function readLegs(requests: readonly LegRequest[], context: HandlerContext): readonly CommentLeg[] {
  const legs = requests.map((request) => openLeg(request, context));
  const refreshes = refreshLegs(
    legs.flatMap((leg) => (leg.failure === null ? [leg.request] : [])),
    context,
  );
  const serviceIds = mapServiceIds(requests, context);
  return legs.map((leg) => {
    if (leg.failure !== null) return leg;
    const refresh = refreshes.get(leg.request);
    if (refresh === undefined) throw new Error(`${leg.request.platform} was not asked`);
    const comments = readLeg(leg, { until: refresh.refreshed, serviceIds }, context.store);
    return { platform: leg.request.platform, failure: null, comments, refresh };
  });
}

/** A network that will respond. */
interface OpenLeg {
  readonly request: LegRequest;
  readonly account: NetworkAccount;
  readonly failure: null;
}

function openLeg(request: LegRequest, context: HandlerContext): OpenLeg | FailedNetworkLeg {
  const { store, profile, xPair, now } = context;
  const { platform, id } = request;
  const account = store.accounts.findLinked(profile.id, platform);
  const failure =
    context.findInjectedFailure(platform) ??
    checkCommentsReadable({ ...request, account, xPair, now }) ??
    findXAppFailure({ platform, id }, context);
  if (failure !== null) return { platform, id, failure };
  if (account === undefined) throw new Error(`${platform} answers without an account`);
  return { request, account, failure: null };
}

/** Service Comment IDs by network and Social Comment ID. */
type ServiceIds = ReadonlyMap<string, string>;

/**
 * Comments that the service itself made below the post: queried once, because all networks of a read have the same
 * post.
 */
function mapServiceIds(
  requests: readonly LegRequest[],
  { store, profile }: Pick<HandlerContext, 'store' | 'profile'>,
): ServiceIds {
  const post = requests.find((request) => request.post !== undefined)?.post;
  if (post === undefined) return new Map();
  const made = store.serviceComments.listMadeUnder(profile.id, post.postId);
  return new Map(made.map(({ id, platform, commentId }) => [`${platform} ${commentId}`, id]));
}

interface LegReadOptions {
  /** Later comments are not included. */
  readonly until: number;
  readonly serviceIds: ServiceIds;
}

function readLeg(
  { request, account }: OpenLeg,
  { until, serviceIds }: LegReadOptions,
  store: Store,
): readonly CommentFields[] {
  const { platform, id, post } = request;
  if (post === undefined) return [];
  const place: NetworkPost = {
    platform,
    id: post.id,
    subreddit: post.subreddit,
    owner: store.users.find(platform, account.username) ?? toOwner(account),
    serviceIdOf: (commentId) => serviceIds.get(`${platform} ${commentId}`),
  };
  if (request.idKind === 'comment') {
    const givesReplies = platform === 'linkedin' && request.itself !== true;
    return (givesReplies ? readReplies : readComment)(store, place, { id, until });
  }
  if (post.conversationId !== id) return readReplies(store, { ...place, id }, { id, until });
  const most = NEWEST_COMMENTS_ONLY.includes(platform) ? LIMITS.commentsReturned : null;
  return toCommentRecords(store.comments.listByPost({ platform, id, until, most }), place);
}

interface CommentQuery {
  readonly id: string;
  readonly until: number;
}

/**
 * The comment itself. By a Social Comment ID, LinkedIn returns its replies instead.
 *
 * @see docs/service/comments.md#COM-24
 */
function readComment(store: Store, place: NetworkPost, asked: CommentQuery): readonly CommentFields[] {
  const { platform } = place;
  const comment = store.comments.findWithReplies({ platform, ...asked });
  if (comment === undefined) return [];
  const { parentId } = comment;
  const parent =
    parentId === null ? undefined : store.comments.findWithReplies({ ...asked, platform, id: parentId });
  return toCommentRecords([comment], place, parent);
}

/**
 * The replies to one comment, or to a post on X that is itself a reply.
 *
 * @see docs/service/comments.md#COM-17
 */
function readReplies(store: Store, place: NetworkPost, asked: CommentQuery): readonly CommentFields[] {
  const comment = store.comments.findWithReplies({ platform: place.platform, ...asked });
  return comment === undefined ? [] : toCommentRecords(comment.replies.toReversed(), place, comment);
}

function toOwner({ id, username, displayName }: NetworkAccount): NetworkPost['owner'] {
  return { id, handle: username, name: displayName };
}
