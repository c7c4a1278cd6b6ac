import { CrierError } from '../../errors.ts';
import type { Post } from '../store/posts.ts';
import type { StoredSocialPost } from '../store/social-posts.ts';
import { commit } from './commit.ts';
import { confirmCopy, failCopy } from './confirm-copy.ts';
import type { Engine } from './engine.ts';
import { failPost, forceFailPost, type PublishedDuePost, publishDuePost } from './publish-due-post.ts';

/** Whether a post is to be seen to now, before any dispatch: what falls due at the same moment comes after it. */
export function isPostNext({ store, now, real }: Engine): boolean {
  const post = store.posts.getNextDue();
  if (post === null || post > now()) return false;
  const dispatch = store.dispatches.getNextDue(real());
  return dispatch === null || post <= dispatch;
}

/**
 * Sees to the posts that are due before the next dispatch, in order of time: each in one transaction, so that it is
 * published once, whatever dies, and whoever comes at the same moment. What was published is told of when all of it is on
 * the disk.
 *
 * @param mayContinue asked before each further one
 * @returns how many there were
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

/** @returns what was published, if anything: another process may have come first */
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

/** @returns how many were seen to: none where another process came first */
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
 * After a fault of our own it ends badly, so that what is behind it is seen to; a post can be sent again.
 *
 * @throws CrierError what the disk does not take, nobody can write down: it stays due
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
