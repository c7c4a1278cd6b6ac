import { CrierError } from '../../errors.ts';
import type { Post } from '../store/posts.ts';
import type { StoredSocialPost } from '../store/social-posts.ts';
import { commit } from './commit.ts';
import { confirmCopy, failCopy } from './confirm-copy.ts';
import type { Engine } from './engine.ts';
import { failPost, forceFailPost, type PublishedDuePost, publishDuePost } from './publish-due-post.ts';

/** Whether a post is due before the next dispatch. At equal times the post comes first. */
export function isPostNext({ store, now, real }: Engine): boolean {
  const post = store.posts.getNextDue();
  if (post === null || post > now()) return false;
  const dispatch = store.dispatches.getNextDue(real());
  return dispatch === null || post <= dispatch;
}

/**
 * Publishes the posts and resolves the copies that are due before the next dispatch, in order, each in one
 * transaction, so that a crash or another process cannot publish one twice. Results are reported after the group
 * commit.
 *
 * @param mayContinue asked before each further one
 * @returns how many were processed
 */
export function runDuePosts(engine: Engine, mayContinue: () => boolean): number {
  if (!isPostNext(engine)) return 0;
  const published: PublishedDuePost[] = [];
  let count = 0;
  try {
    engine.store.group(() => {
      do {
        published.push(...runNextPost(engine));
        count += 1;
      } while (mayContinue() && isPostNext(engine));
    });
  } finally {
    for (const each of published) engine.onPublished?.(each);
  }
  return count;
}

/** @returns what was published; nothing when another process came first */
function runNextPost(engine: Engine): readonly PublishedDuePost[] {
  const { store, now } = engine;
  const post = store.posts.findFirstDue(now());
  const copy = store.posts.findFirstResolving(now());
  if (copy !== undefined && (post?.dueAt ?? Infinity) >= (copy.resolvesAt ?? 0)) {
    engine.posted.confirmations += tryConfirm(engine, copy);
    return [];
  }
  if (post === undefined) return [];
  const published = tryPublish(engine, post);
  engine.posted.posts += published.length;
  return published;
}

function tryPublish(engine: Engine, { profile, id, dueAt }: Post): readonly PublishedDuePost[] {
  const whileDue = (way: (engine: Engine, post: Post) => PublishedDuePost) => {
    const post = engine.store.posts.find(profile, id);
    return post === undefined || post.dueAt !== dueAt ? [] : [way(engine, post)];
  };
  try {
    return commit(engine, 'publishPost', () => whileDue(publishDuePost));
  } catch (fault) {
    return runFallbacks(engine, fault, [() => whileDue(failPost), () => whileDue(forceFailPost)]);
  }
}

/** @returns how many were resolved: 0 when another process came first */
function tryConfirm(engine: Engine, { postId, row, resolvesAt }: StoredSocialPost): number {
  const whileOpen = (way: (engine: Engine, copy: StoredSocialPost) => void) => {
    const copies = postId === null ? [] : engine.store.posts.listAllCopies(postId);
    const copy = copies.find((each) => each.row === row && each.resolvesAt === resolvesAt);
    if (copy === undefined) return 0;
    way(engine, copy);
    return 1;
  };
  try {
    return commit(engine, 'confirmCopy', () => whileOpen(confirmCopy));
  } catch (fault) {
    return runFallbacks(engine, fault, [() => whileOpen(failCopy)]);
  }
}

/**
 * After an internal error, fails the post or copy, so that it does not block others; a post can be retried by the
 * user.
 *
 * @throws CrierError when the disk takes no writes: it stays due
 */
function runFallbacks<Result>(engine: Engine, fault: unknown, resorts: readonly (() => Result)[]): Result {
  let latest = fault;
  for (const resort of resorts) {
    if (latest instanceof CrierError) break;
    engine.onFault(latest);
    try {
      return commit(engine, 'recover', resort);
    } catch (next) {
      latest = next;
    }
  }
  throw latest;
}
