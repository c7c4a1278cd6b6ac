import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { LIMITS } from '../../../service/limits.ts';
import { CommentPlatform, NEWEST_COMMENTS_ONLY, PLATFORMS } from '../../../service/platforms.ts';
import type { Database } from '../../../storage/open-database.ts';
import { SIMULATED_NETWORKS } from '../../networks/behavior/simulated-networks.ts';
import { checkCommentsReadable } from '../../networks/check-account.ts';
import type {
  CommentContext,
  CommentFields,
  NetworkComment,
  NetworkPost,
  NetworkShape,
} from '../../networks/network-comment.ts';
import { findCommentWithReplies, findNetworkUser, listCommentsByPost } from '../../store/comments.ts';
import { findLinkedAccount, type NetworkAccount } from '../../store/profiles.ts';
import { listCopiesMadeUnder } from '../../store/service-comments.ts';
import type { Refresh } from '../../store/social-posts.ts';
import type { Handler, HandlerContext, HandlerInput } from '../handler.ts';
import {
  createOverallFailure,
  type FailedNetworkLeg,
  findXAppFailure,
  isSome,
  refreshLegs,
  toLegError,
} from '../network-legs.ts';
import {
  findLegOfComment,
  findLegOfSocialPost,
  findLegsOfPost,
  findLegsOfServiceComment,
  type LegRequest,
} from './comment-legs.ts';

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
  return comments.length > 0 || PLATFORMS[platform].comments.emptyIfDeleted === true;
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

/** A network that returned its comments. */
interface GoodLeg {
  platform: CommentPlatform;
  failure: null;
  comments: readonly CommentFields[];
  refresh: Refresh;
}

type CommentLeg = GoodLeg | FailedNetworkLeg;

/**
 * Reads the comments of each network. What was fetched recently is not fetched again: newer comments are not
 * included.
 *
 * @see docs/service/comments.md#refresh, #COM-13
 */
function readLegs(requests: readonly LegRequest[], context: HandlerContext): readonly CommentLeg[] {
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

interface OpenLeg {
  request: LegRequest;
  account: NetworkAccount;
  failure: null;
}

function openLeg(request: LegRequest, context: HandlerContext): OpenLeg | FailedNetworkLeg {
  const { store, profile, xPair, now } = context;
  const { platform, id } = request;
  const account = findLinkedAccount(store, profile.id, platform);
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
function mapServiceIds(requests: readonly LegRequest[], { store, profile }: HandlerContext): ServiceIds {
  const post = requests.find((request) => request.post !== undefined)?.post;
  if (post === undefined) return new Map();
  const made = listCopiesMadeUnder(store, profile.id, post.postId);
  return new Map(made.map(({ id, platform, commentId }) => [`${platform} ${commentId}`, id]));
}

function readLeg(
  { request, account }: OpenLeg,
  {
    until,
    serviceIds,
  }: {
    /** Later comments are not included. */
    until: number;
    serviceIds: ServiceIds;
  },
  store: Database,
): readonly CommentFields[] {
  const { platform, id, post } = request;
  if (post === undefined) return [];
  const place: NetworkPost = {
    platform,
    id: post.id,
    subreddit: post.subreddit,
    owner: findNetworkUser(store, platform, account.username) ?? toOwner(account),
    serviceIdOf: (commentId) => serviceIds.get(`${platform} ${commentId}`),
  };
  if (request.idKind === 'comment') {
    const givesReplies =
      SIMULATED_NETWORKS[platform].comments.shape.replies === 'apart' && request.itself !== true;
    return (givesReplies ? readReplies : readComment)(store, place, { id, until });
  }
  if (post.conversationId !== id) return readReplies(store, { ...place, id }, { id, until });
  const most = NEWEST_COMMENTS_ONLY.includes(platform) ? LIMITS.commentsReturned : null;
  return toCommentRecords(listCommentsByPost(store, { platform, id, until, most }), place);
}

interface CommentQuery {
  id: string;
  until: number;
}

/**
 * The comment itself. By a Social Comment ID, LinkedIn returns its replies instead.
 *
 * @see docs/service/comments.md#COM-24
 */
function readComment(store: Database, place: NetworkPost, asked: CommentQuery): readonly CommentFields[] {
  const { platform } = place;
  const comment = findCommentWithReplies(store, { platform, ...asked });
  if (comment === undefined) return [];
  const { parentId } = comment;
  const parent =
    parentId === null ? undefined : findCommentWithReplies(store, { ...asked, platform, id: parentId });
  return toCommentRecords([comment], place, parent);
}

/**
 * The replies to one comment, or to a post on X that is itself a reply.
 *
 * @see docs/service/comments.md#COM-17
 */
function readReplies(store: Database, place: NetworkPost, asked: CommentQuery): readonly CommentFields[] {
  const comment = findCommentWithReplies(store, { platform: place.platform, ...asked });
  return comment === undefined ? [] : toCommentRecords(comment.replies.toReversed(), place, comment);
}

function toOwner({ id, username, displayName }: NetworkAccount): NetworkPost['owner'] {
  return { id, handle: username, name: displayName };
}

/**
 * Converts comments to the fields and arrangement that the service uses for their network.
 *
 * @param comments newest first, each with its replies
 * @param parent the parent comment, when comments were requested by its id
 * @see docs/service/comments.md#record, #COM-08
 */
export function toCommentRecords(
  comments: readonly NetworkComment[],
  post: NetworkPost,
  parent: NetworkComment | null = null,
): readonly CommentFields[] {
  const shape = SIMULATED_NETWORKS[post.platform].comments.shape;
  if (shape.replies !== 'beside')
    return comments.map((comment) => toRecord(shape, { comment, post, parent }));
  return comments
    .flatMap((comment) => listThread(comment, parent))
    .sort(compareNewestFirst)
    .map((each) =>
      addExtraFields({ ...each, post }, shape.comment({ ...each, post, thread: each.comment, replies: [] })),
    );
}

type PostedComment = Pick<CommentContext, 'comment' | 'post' | 'parent'>;

function toRecord(shape: NetworkShape, { comment, post, parent }: PostedComment): CommentFields {
  const replies = buildReplies(shape, { comment, post });
  return addExtraFields(
    { comment, post },
    shape.comment({ comment, post, parent, thread: comment, replies }),
  );
}

function buildReplies(
  shape: NetworkShape,
  { comment, post }: Omit<PostedComment, 'parent'>,
): readonly CommentFields[] {
  if (shape.replies === 'nested') {
    return comment.replies.map((reply) => toRecord(shape, { comment: reply, post, parent: comment }));
  }
  if (shape.replies !== 'thread') return [];
  const write = shape.reply ?? shape.comment;
  return listDescendants(comment).map((each) =>
    addExtraFields({ ...each, post }, write({ ...each, post, thread: comment, replies: [] })),
  );
}

type Descendant = Pick<CommentContext, 'comment' | 'parent'>;

/** All replies below a comment, parents first. */
function listDescendants(comment: NetworkComment): readonly Descendant[] {
  return comment.replies.flatMap((reply) => listThread(reply, comment));
}

function listThread(comment: NetworkComment, parent: NetworkComment | null): readonly Descendant[] {
  return [{ comment, parent }, ...listDescendants(comment)];
}

function compareNewestFirst(a: Descendant, b: Descendant): number {
  return b.comment.created - a.comment.created;
}

/** Adds fields only this comment has, and the Service Comment ID; null removes a field. */
function addExtraFields(
  { comment: { id, extra }, post }: Pick<PostedComment, 'comment' | 'post'>,
  fields: CommentFields,
): CommentFields {
  const serviceCommentId = post.serviceIdOf(id);
  if (Object.keys(extra).length === 0 && serviceCommentId === undefined) return fields;
  const all = { ...fields, ...extra, ...(serviceCommentId !== undefined && { serviceCommentId }) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
