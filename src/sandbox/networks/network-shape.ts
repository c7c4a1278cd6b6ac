import type { Platform } from '../../service/platforms.ts';
import type { NetworkComment, NetworkPost, NetworkUser } from './network-comment.ts';

/** Fields of one comment in the service's comment record of its network. */
export type CommentFields = Readonly<Record<string, unknown>>;

/** A comment in the context of its post and thread. */
export interface CommentContext {
  readonly comment: NetworkComment;
  readonly post: NetworkPost;
  /** The parent comment, if known. */
  readonly parent: NetworkComment | null;
  /** The top-level comment of its thread. */
  readonly thread: NetworkComment;
  /** Its replies as they are returned; empty where they are returned elsewhere. */
  readonly replies: readonly CommentFields[];
}

/** How the service returns one network's comments. @see docs/service/comments.md#record */
export interface NetworkShape {
  /**
   * Where replies are returned. `nested`: inside their parent. `thread`: all replies of a thread inside its top-level
   * comment. `beside`: in the list, like any comment. `apart`: only when requested by comment id.
   */
  readonly replies: 'nested' | 'thread' | 'beside' | 'apart';
  comment(placed: CommentContext): CommentFields;
  /** A reply inside a comment, where it differs from a comment. */
  reply?(placed: CommentContext): CommentFields;
}

/** URL of a picture; not served. */
export function buildPortraitUrl(
  { platform }: { readonly platform: Platform },
  user: Pick<NetworkUser, 'handle'>,
): string {
  return `https://img.${platform}.example/${encodeURIComponent(user.handle)}.jpg`;
}

/** Whether the post's own account wrote the comment. */
export function isOwn({ comment, post }: CommentContext): boolean {
  return comment.author.handle === post.owner.handle;
}
