import { CommentPlatform, PLATFORMS } from '../../service/platforms.ts';
import { generateServiceCommentId } from '../generate-ids.ts';
import { checkCommentsEnabled } from '../networks/check-comments-enabled.ts';
import { addOwnComment } from '../networks/own-comment.ts';
import type { Post } from '../store/posts.ts';
import type { CommentCopy } from '../store/service-comments.ts';
import type { SocialPost } from '../store/social-posts.ts';
import type { Publisher } from './publisher.ts';

type FirstComment = NonNullable<NonNullable<Post['about']['body']>['firstComment']>;

/**
 * Adds the first comment that a post asks for to its copies, as one service comment. Skips copies whose id is
 * pending, and copies with comments disabled. The caller holds the transaction.
 *
 * @see docs/service/posts.md#body
 * @see docs/service/comments.md#COM-28
 */
export function addFirstComment(publisher: Publisher, post: Post, copies: readonly SocialPost[]): void {
  const comment = post.about.body?.firstComment;
  if (comment === undefined) return;
  const written = copies
    .filter((copy) => copy.resolvesAt === null && checkCommentsEnabled(copy) === null)
    .flatMap((copy) => writeUnder(publisher, copy, comment));
  if (written.length === 0) return;
  const id = generateServiceCommentId(publisher.random);
  publisher.store.serviceComments.add({ id, profile: post.profile, postId: post.id, copies: written });
}

/** Empty for networks without comments. */
function writeUnder(
  { store, random, now }: Publisher,
  post: SocialPost,
  { comment: text, mediaUrls }: FirstComment,
): readonly CommentCopy[] {
  const platform = CommentPlatform.safeParse(post.platform).data;
  const account = store.accounts.findKnown(post.profile, post.platform);
  if (platform === undefined || account === undefined || !PLATFORMS[platform].comments.create) return [];
  const mediaUrl = mediaUrls?.[0] ?? null;
  const comment = { platform, account, post, replyTo: null, text, mediaUrl, at: now() };
  return [{ platform, commentId: addOwnComment(store, comment, random) }];
}
