import type { Platform } from '../../facts/platforms.ts';
import type { NetworkComment, NetworkPost, NetworkUser } from './network-comment.ts';

/** What the service says about one comment: fields of the network's row in the comment record table. */
export type CommentFields = Readonly<Record<string, unknown>>;

/** A comment, and where it stands. */
export interface CommentContext {
  readonly comment: NetworkComment;
  readonly post: NetworkPost;
  /** The comment that this one answers, when it is known. */
  readonly parent: NetworkComment | null;
  /** The first comment of its thread: itself, unless it is a reply. */
  readonly thread: NetworkComment;
  /** Its replies, as they will be given; empty where they stand elsewhere. */
  readonly replies: readonly CommentFields[];
}

/** How the service tells of one network's comments. @see docs/service/comments.md#record */
export interface NetworkShape {
  /**
   * Where replies stand. `nested`: inside the comment they answer. `thread`: all of a thread inside its
   * first comment. `beside`: in the list, like any comment. `apart`: only when asked for by comment id.
   */
  readonly replies: 'nested' | 'thread' | 'beside' | 'apart';
  comment(placed: CommentContext): CommentFields;
  /** A reply inside a comment, where it differs from a comment. */
  reply?(placed: CommentContext): CommentFields;
}

/** Address of a picture that nobody serves. */
export function buildPortraitUrl(
  { platform }: { readonly platform: Platform },
  user: Pick<NetworkUser, 'handle'>,
): string {
  return `https://img.${platform}.example/${encodeURIComponent(user.handle)}.jpg`;
}

/** Whether the account that posted also wrote the comment. */
export function isOwn({ comment, post }: CommentContext): boolean {
  return comment.author.handle === post.owner.handle;
}
