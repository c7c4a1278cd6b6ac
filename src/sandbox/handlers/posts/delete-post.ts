import { getField, type LooseRecord } from '../../../domain/json/loose-record.ts';
import { deletePost as ENDPOINT } from '../../../service/endpoints/posts.ts';
import { CommentPlatform, PLATFORMS, type Platform } from '../../../service/platforms.ts';
import type { PostStatus } from '../../../service/posts.ts';
import type { Database } from '../../../storage/open-database.ts';
import { buildFailureReply, ServiceFailure } from '../../http/service-failure.ts';
import { checkAccount, countXRequest, type NetworkFailure } from '../../networks/check-account.ts';
import { drawInjectedFailure } from '../../networks/injected-faults.ts';
import { pruneThread } from '../../publish/prune-thread.ts';
import { TIKTOK } from '../../publish/publish-target.ts';
import type { XPairSent } from '../../store/access.ts';
import { deleteCommentsUnder, deleteCommentTree } from '../../store/comments.ts';
import { changePost, findPost, listUnpublishedPosts, type Post } from '../../store/posts.ts';
import { findLinkedAccount } from '../../store/profiles.ts';
import {
  findSocialPost,
  listAllCopies,
  listCopies,
  removeSocialPost,
  type SocialPost,
  type StoredSocialPost,
} from '../../store/social-posts.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { createOverallFailure, type FailedNetworkLeg, isSome, toLegError } from '../network-legs.ts';
import { isWaiting } from './get-history.ts';
import { listWaitingRepetitions } from './repeated-posts.ts';

/**
 * Deletes posts: one, several, or all scheduled ones. Published copies are deleted on the networks that support it;
 * the others are listed in `errors`. The results of several are in `posts`, each with its `id`, in the form of a
 * single result: no document shows such a response.
 *
 * @see docs/service/posts.md#update
 */
export const deletePost: Handler<'deletePost'> = ({ body }, context) => {
  const { id, bulk, markManualDeleted = false } = body;
  const deletion = { isMarkedOnly: markManualDeleted, keepsRepetitions: false };
  if (id !== undefined) return deleteOne(id, deletion, context);
  const posts =
    bulk === undefined
      ? listScheduledIds(context).flatMap((each) => runForOne(each, () => deleteScheduled(each, context)))
      : deleteEach([...new Set(bulk)], deletion, context);
  const status = summarizeStatus(posts.map((post) => post['status']));
  const [first] = posts;
  if (status !== 'error' || first === undefined) return { status, posts };
  // The first failure decides the code: reading U-37.
  const { code, message } = first;
  throw new ServiceFailure(Number(code), { answer: { action, status, code, message, posts } });
};

/** A repetition that was deleted with an earlier one of them is deleted, not 383. */
function deleteEach(
  ids: readonly string[],
  deletion: Deletion,
  context: HandlerContext,
): readonly LooseRecord[] {
  const repetitions = new Set<unknown>();
  return ids.flatMap((id) =>
    runForOne(id, () => {
      if (repetitions.has(id)) return { status: 'success', id, code: 200 };
      const answer = deleteOne(id, deletion, context);
      for (const each of readRepetitions(answer)) repetitions.add(each);
      return answer;
    }),
  );
}

function readRepetitions(answer: object): readonly unknown[] {
  const deleted = getField(answer, 'deletedReposts');
  return Array.isArray(deleted) ? deleted : [];
}

const { action } = ENDPOINT;

function listScheduledIds({ store, profile }: HandlerContext): readonly string[] {
  return listUnpublishedPosts(store, profile.id)
    .filter(isScheduled)
    .map(({ id }) => id);
}

/** Handles each post independently of the others. @param remove returns null for one that is not to be deleted */
function runForOne(id: string, remove: () => object | null): readonly LooseRecord[] {
  try {
    const done = remove();
    return done === null ? [] : [{ id, ...done }];
  } catch (error) {
    if (error instanceof ServiceFailure) return [{ id, ...buildFailureReply(error, action).body }];
    throw error;
  }
}

function summarizeStatus(states: readonly unknown[]): 'success' | 'partial' | 'error' {
  if (states.every((state) => state === 'success')) return 'success';
  return states.every((state) => state === 'error') ? 'error' : 'partial';
}

interface Deletion {
  /** It was deleted manually at its networks, and is only marked. */
  isMarkedOnly: boolean;
  /** The posts that repeat it are deleted by themselves. */
  keepsRepetitions: boolean;
}

/**
 * Deletes one post. A post that is on no network, or on none any more, is only marked as deleted.
 *
 * @returns the response of the service
 * @throws ServiceFailure 114 for an unknown post, 383 for a deleted one, 382 for one to be marked that still exists
 * on a network; when all networks refuse, the first failure
 * @see docs/service/posts.md#update
 */
function deleteOne(id: string, deletion: Deletion, context: HandlerContext): object {
  return throwFailure(context.store.transaction(() => deleteIn(id, deletion, context)));
}

const PLAIN_DELETION: Deletion = { isMarkedOnly: false, keepsRepetitions: true };

/** Deletes a scheduled post; null when it is no longer scheduled: what was published meanwhile stays. */
function deleteScheduled(id: string, context: HandlerContext): object | null {
  const { store, profile } = context;
  const done = store.transaction(() => {
    const post = findPost(store, profile.id, id);
    return post !== undefined && isScheduled(post) ? deleteIn(id, PLAIN_DELETION, context) : null;
  });
  return throwFailure(done);
}

/** Not thrown in the transaction: an injected fault that applied is used up. */
function throwFailure<Done extends object | null>(done: Done): Done {
  if (done instanceof ServiceFailure) throw done;
  return done;
}

/** A retried post was published before. */
function isScheduled(post: Post): boolean {
  return isWaiting(post) && post.about.scheduleDate !== null && !post.about.retried;
}

function deleteIn(id: string, deletion: Deletion, context: HandlerContext): object {
  const post = findPost(context.store, context.profile.id, id);
  const answer = deleteWithoutRepetitions(id, post, deletion, context);
  if (post === undefined || deletion.keepsRepetitions || answer instanceof ServiceFailure) return answer;
  const deletedReposts = deleteRepetitions(post, context);
  return { ...answer, ...(deletedReposts.length > 0 && { deletedReposts }) };
}

/**
 * Deletes the posts that would repeat a deleted one. Those that are published stay.
 *
 * @see docs/service/posts.md#auto-repost
 */
function deleteRepetitions(post: Post, context: HandlerContext): readonly string[] {
  const { store, profile } = context;
  if (findPost(store, profile.id, post.id)?.about.status !== 'deleted') return [];
  const repetitions = listWaitingRepetitions(post, store);
  for (const each of repetitions) markPost(each, 'deleted', context);
  return repetitions.map(({ id }) => id);
}

function deleteWithoutRepetitions(
  id: string,
  post: Post | undefined,
  { isMarkedOnly }: Deletion,
  context: HandlerContext,
): object {
  const { store } = context;
  if (post === undefined) throw new ServiceFailure(114, { id, message: 'The post id was not found.' });
  if (post.about.status === 'deleted') {
    throw new ServiceFailure(383, { id, message: 'The post was deleted before.' });
  }
  const copies = listCopies(store, id).filter((copy) => copy.id !== TIKTOK.failed);
  if (copies.length > 0 && isMarkedOnly) {
    throw new ServiceFailure(382, {
      id,
      message: 'The post cannot be marked as deleted: it still exists on its networks.',
      details: copies.map(({ platform }) => platform).join(', '),
    });
  }
  if (copies.length > 0) return deletePublished(post, copies, context);
  markPost(post, 'deleted', context);
  return { status: 'success', id, code: 200 };
}

function deletePublished(post: Post, copies: readonly SocialPost[], context: HandlerContext): object {
  const failed: FailedNetworkLeg[] = [];
  const gone: SocialPost[] = [];
  for (const copy of copies) {
    const failure = takeDown(copy, context);
    if (failure === null) gone.push(copy);
    else failed.push({ platform: copy.platform, id: copy.id, failure });
  }
  if (!isSome(failed)) markPost(post, 'deleted', context);
  else if (gone.length > 0 && post.dueAt !== null) markPost(post, null, context);
  if (isSome(failed) && gone.length === 0) return createOverallFailure(failed, { id: post.id });
  return {
    ...(isSome(failed) ? { status: 'partial', id: post.id } : { status: 'success', id: post.id, code: 200 }),
    ...Object.fromEntries(
      gone.map(({ platform, id }) => [platform, { action: 'delete', status: 'success', id }]),
    ),
    ...(isSome(failed) && { errors: failed.map(toLegError) }),
  };
}

/** Cancels whatever was scheduled for it. Read again, because taking copies down changes the post. */
function markPost({ id, profile }: Post, status: PostStatus | null, { store }: HandlerContext): void {
  const post = findPost(store, profile, id);
  if (post !== undefined) changePost(store, { ...post, dueAt: null, about: { ...post.about, status } });
}

interface TakeDownRequest {
  store: Database;
  xPair: XPairSent;
  now: number;
}

/**
 * Deletes all copies of a post on one network, with their comments. The caller holds the transaction.
 *
 * @returns why the network refuses; null when it does not
 * @see docs/service/posts.md#update
 */
function takeDown(copy: SocialPost, request: TakeDownRequest): NetworkFailure | null {
  const failure = checkRemoval(copy, request);
  if (failure !== null) return failure;
  const { platform, postId } = copy;
  if (postId !== null) removeCopies(request.store, postId, platform);
  return null;
}

/**
 * Removes a post from one network, with its comments. A service post remembers the removed copy.
 *
 * @param id Service Post ID for all copies on the network, or Social Post ID for one
 * @returns whether the network had it
 */
export function removeCopies(store: Database, id: string, platform: Platform): boolean {
  const copies = listAllCopies(store, id).filter((copy) => copy.platform === platform);
  const found = copies.length > 0 ? copies : [findSocialPost(store, platform, id) ?? []].flat();
  for (const each of found) remove(each, store);
  // of a thread, its first post
  const newest = found.findLast(({ threadNumber }) => threadNumber === 1);
  if (newest !== undefined) rememberRemoved(newest, store);
  return found.length > 0;
}

/** @see docs/service/comments.md#COM-18 */
function rememberRemoved({ platform, id, profile, postId }: SocialPost, store: Database): void {
  const post = postId === null ? undefined : findPost(store, profile, postId);
  if (post === undefined) return;
  const removed = [...post.about.removed.filter((copy) => copy.platform !== platform), { platform, id }];
  changePost(store, { ...post, about: { ...post.about, removed } });
}

function checkRemoval(
  { platform, profile, about }: SocialPost,
  { store, xPair, now }: TakeDownRequest,
): NetworkFailure | null {
  const { deletesPublished, name, usesOwnApp } = PLATFORMS[platform];
  if (deletesPublished === 'never') {
    return { code: 1415, message: `${name} has no call that deletes a published post.` };
  }
  const account = findLinkedAccount(store, profile, platform);
  return (
    drawInjectedFailure(store, { endpoint: 'deletePost', network: platform }) ??
    checkAccount({ platform, account, xPair }) ??
    (deletesPublished === 'page-login' && account?.login !== 'page' ? buildPageLoginFailure(name) : null) ??
    (usesOwnApp ? countXRequest(store, now, about.thread?.length) : null)
  );
}

function buildPageLoginFailure(name: string): NetworkFailure {
  const message = `${name} deletes a published post only on an account that is linked with the page-based login.`;
  return { code: 1415, message, relink: true };
}

function remove(
  { platform: name, id, conversationId, row, postId }: StoredSocialPost,
  store: Database,
): void {
  const platform = CommentPlatform.safeParse(name).data;
  // a reply on X is a comment in the conversation it belongs to
  if (platform !== undefined && conversationId !== id) deleteCommentTree(store, platform, id);
  else if (platform !== undefined) deleteCommentsUnder(store, platform, id);
  removeSocialPost(store, row);
  if (platform !== undefined && postId !== null) pruneThread(store, platform, postId);
}
