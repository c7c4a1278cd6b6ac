import type { CommentPlatform } from '../../service/platforms.ts';
import type { Random } from '../generate-keys.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { SocialPost } from '../store/social-posts.ts';
import type { Store } from '../store/store.ts';
import { createSocialCommentId } from './network-ids.ts';

/** A comment by the account that owns the post. */
export interface OwnComment {
  readonly platform: CommentPlatform;
  readonly account: NetworkAccount;
  /** The post, or the first post of the conversation. */
  readonly post: SocialPost;
  /** The parent comment; null for a comment on the post. */
  readonly replyTo: string | null;
  readonly text: string;
  readonly mediaUrl: string | null;
  readonly at: number;
}

/**
 * Adds a comment by the account itself. The engine is not notified: an engagement by the automation's own account
 * leads to no action.
 *
 * The caller holds the transaction, and has checked that the parent exists.
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
    // on X a comment belongs to the conversation, which starts with the first post of a thread
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

/** Adds the account to the network's users, if it is missing. */
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
