import type { CommentPlatform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import { findPostOfComment } from '../store/comments.ts';
import { type CopyAbout, changeSocialPost, listAllCopies, removeSocialPost } from '../store/social-posts.ts';

/**
 * Removes the posts of a thread that were deleted as comments, with those that answered them, and forgets those that
 * were removed before. The caller holds the transaction.
 *
 * @param postId Service Post ID
 * @see docs/service/posts.md#threads
 */
export function pruneThread(store: Database, platform: CommentPlatform, postId: string): void {
  const copies = listAllCopies(store, postId).filter((copy) => copy.platform === platform);
  const gone = copies.filter(
    ({ threadNumber, id }) => threadNumber > 1 && findPostOfComment(store, platform, id) === undefined,
  );
  for (const { row } of gone) removeSocialPost(store, row);
  const left = copies.filter((copy) => !gone.includes(copy));
  const ids = new Set(left.map(({ id }) => id));
  for (const { row, ...copy } of left) {
    const { thread = [] } = copy.about;
    if (thread.some((id) => !ids.has(id)))
      changeSocialPost(store, row, { ...copy, about: keepPosts(copy.about, ids) });
  }
}

/** A thread of one post is none. */
function keepPosts({ thread = [], ...others }: CopyAbout, ids: ReadonlySet<string>): CopyAbout {
  const left = thread.filter((id) => ids.has(id));
  return left.length > 1 ? { ...others, thread: left } : others;
}
