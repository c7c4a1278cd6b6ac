import { getDeletionNetwork } from '../../../service/endpoints/comment-writes.ts';
import { CommentPlatform, PLATFORMS } from '../../../service/platforms.ts';
import type { Database } from '../../../storage/open-database.ts';
import type { NetworkFailure } from '../../networks/check-account.ts';
import { pruneThread } from '../../publish/prune-thread.ts';
import { deleteCommentTree, findCommentWithReplies, findPostOfComment } from '../../store/comments.ts';
import { findPost } from '../../store/posts.ts';
import { listCopiesUnderPost } from '../../store/service-comments.ts';
import type { Handler, HandlerContext, HandlerInput } from '../handler.ts';
import { createOverallFailure, type FailedNetworkLeg, isSome, toLegError } from '../network-legs.ts';
import {
  findGoneFailure,
  findLegOfComment,
  openWrite,
  type ReadyLeg,
  requireServiceComment,
} from './comment-legs.ts';

/**
 * Deletes comments with their replies: one, or all that the service made below a post. A post without such comments
 * is a success without networks.
 *
 * @see docs/service/comments.md#delete, #COM-23, #COM-28
 */
export const deleteComments: Handler<'deleteComments'> = ({ body }, context) => {
  const { id } = body;
  const byNetwork = Map.groupBy(selectComments(body, context), ({ platform }) => platform);
  const deleted: DeletedOnNetwork[] = [];
  const failed: FailedNetworkLeg[] = [];
  for (const [platform, ids] of byNetwork) {
    const done = deleteOn(platform, ids, context);
    if (isSome(done.comments)) deleted.push({ platform, comments: done.comments });
    if (done.failed !== null) failed.push(done.failed);
  }
  if (!isSome(deleted) && isSome(failed)) throw createOverallFailure(failed, { id });
  return {
    status: isSome(failed) ? 'partial' : 'success',
    id,
    ...Object.fromEntries(deleted.map(({ platform, comments }) => [platform, toNetworkObject(comments)])),
    ...(isSome(failed) && { errors: failed.map(toLegError) }),
  };
};

interface CommentReference {
  platform: CommentPlatform;
  /** Social Comment ID. */
  id: string;
}

interface DeletedOnNetwork {
  platform: CommentPlatform;
  comments: readonly [DeletedComment, ...DeletedComment[]];
}

interface DeletedComment {
  id: string;
  text: string;
}

/** @throws ServiceFailure 186 for an id of neither a post nor a comment */
function selectComments(
  body: HandlerInput<'deleteComments'>['body'],
  context: HandlerContext,
): readonly CommentReference[] {
  const { id } = body;
  const { store, profile } = context;
  // The schema requires exactly one network here, one that has comments.
  if (body.searchPlatformId === true)
    return [{ platform: CommentPlatform.parse(getDeletionNetwork(body)), id }];
  const isPost = findPost(store, profile.id, id) !== undefined;
  const copies = isPost
    ? listCopiesUnderPost(store, profile.id, id)
    : requireServiceComment(id, context).copies;
  return copies.map(({ platform, commentId }) => ({ platform, id: commentId }));
}

/** Deletes one after the other until the network fails: each network reports one failure. */
function deleteOn(
  platform: CommentPlatform,
  ids: readonly CommentReference[],
  context: HandlerContext,
): { comments: readonly DeletedComment[]; failed: FailedNetworkLeg | null } {
  const known = ids.map(({ id }) => ({ id, text: findText(context.store, { platform, id }) }));
  const comments: DeletedComment[] = [];
  for (const { id, text } of known) {
    // replies were deleted with their comment
    const isGone = comments.length > 0 && findPostOfComment(context.store, platform, id) === undefined;
    const failed = isGone ? null : deleteComment({ platform, id }, context);
    if (failed !== null) return { comments, failed };
    comments.push({ id, text });
  }
  return { comments, failed: null };
}

function deleteComment({ platform, id }: CommentReference, context: HandlerContext): FailedNetworkLeg | null {
  const { store } = context;
  const leg = openWrite({ ...findLegOfComment(platform, id, context), failure: null }, context);
  if (leg.failure !== null) return leg;
  return store.transaction(() => {
    // another process may have deleted it since
    const failure = findGoneFailure(leg, store) ?? findForeignFailure(leg, store);
    if (failure !== null) return { platform, id, failure };
    deleteCommentTree(store, platform, id);
    if (leg.post.postId !== null) pruneThread(store, platform, leg.post.postId);
    return null;
  });
}

/** @see docs/service/comments.md#COM-23 */
function findForeignFailure(leg: ReadyLeg, store: Database): NetworkFailure | null {
  const isOwn = findWithReplies(store, leg)?.author.handle === leg.account.username;
  if (!PLATFORMS[leg.platform].comments.removesOwnOnly || isOwn) return null;
  return { code: 328, message: 'TikTok only lets an account delete its own comments.' };
}

function findWithReplies(store: Database, { platform, id }: CommentReference) {
  return findCommentWithReplies(store, { platform, id, until: Number.MAX_SAFE_INTEGER });
}

function findText(store: Database, comment: CommentReference): string {
  return findWithReplies(store, comment)?.text ?? '';
}

/** The newest of several, and the ids of all. */
function toNetworkObject([first, ...others]: DeletedOnNetwork['comments']): object {
  const { id, text } = first;
  return {
    action: 'delete',
    status: 'success',
    id,
    comment: text,
    ...(isSome(others) && { ids: [id, ...others.map((other) => other.id)] }),
  };
}
