import type { CommentPlatform } from '../../facts/platforms.ts';
import type { Random } from '../generate-keys.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { SocialPost } from '../store/social-posts.ts';
import type { Store } from '../store/store.ts';
import { createSocialCommentId } from './new-comment-id.ts';

/** What an account writes under a post of its own. */
export interface OwnComment {
  readonly platform: CommentPlatform;
  readonly account: NetworkAccount;
  /** The post, or the one that began the conversation. */
  readonly post: SocialPost;
  /** The comment that is answered; null for a comment on the post. */
  readonly replyTo: string | null;
  readonly text: string;
  readonly mediaUrl: string | null;
  readonly at: number;
}

/**
 * Writes a comment by the account itself. The engine hears nothing of it: an engagement by the automation's own account
 * ends without any action, so that there is nothing for it to do.
 *
 * The caller holds the transaction, and has made sure that what is answered is there.
 *
 * @returns its Social Comment ID
 */
export function addOwnComment(store: Store, comment: OwnComment, random: Random): string {
  const { platform, account, post, text, mediaUrl, at } = comment;
  const parentId = comment.replyTo ?? (post.conversationId === post.id ? null : post.id);
  const id = createSocialCommentId(platform, { accountId: account.id, postId: post.id, parentId }, random);
  store.comments.add({
    platform,
    id,
    // On X a comment belongs to the conversation, and of a thread to its first post.
    socialPostId: post.conversationId,
    parentId,
    author: ensureOwnUser(store, platform, account),
    text,
    created: at,
    likes: 0,
    extra: mediaUrl !== null && platform === 'linkedin' ? { media: [{ type: 'image', url: mediaUrl }] } : {},
  });
  return id;
}

/** The account as one of the people of its network; it need not have been among them. */
function ensureOwnUser(
  store: Store,
  platform: CommentPlatform,
  { id, username, displayName }: NetworkAccount,
): string {
  if (store.users.find(platform, username) === undefined) {
    store.users.add(platform, { id, handle: username, name: displayName });
  }
  return username;
}
