import { formatIsoMilliseconds } from '../../domain/time/read-timestamp.ts';
import type { CommentPlatform, Platform } from '../../service/platforms.ts';

/** A person or company on one simulated network. */
export interface NetworkUser {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly bio?: string;
  readonly location?: string;
  readonly followers?: number;
  readonly following?: number;
  readonly posts?: number;
  /** LinkedIn: the user is a company. */
  readonly company?: {
    readonly founded: number;
    readonly organizationType: string;
    readonly website: string;
  };
}

export interface NetworkComment {
  readonly id: string;
  /** The parent comment; null for a comment on the post. */
  readonly parentId: string | null;
  readonly author: NetworkUser;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly likes: number;
  readonly extra: Readonly<Record<string, unknown>>;
  /** Oldest first. */
  readonly replies: readonly NetworkComment[];
}

export interface NetworkPost {
  platform: CommentPlatform;
  /** Social Post ID. */
  id: string;
  /** The account that published it. */
  owner: NetworkUser;
  subreddit: string | null;
  /** Service Comment ID of a comment created through the service. */
  serviceIdOf(commentId: string): string | undefined;
}

/** Fields of one comment in the service's comment record of its network. */
export type CommentFields = Readonly<Record<string, unknown>>;

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
  replies: 'nested' | 'thread' | 'beside' | 'apart';
  comment(placed: CommentContext): CommentFields;
  /** A reply inside a comment, where it differs from a comment. */
  reply?(placed: CommentContext): CommentFields;
}

/** URL of a picture; not served. */
export function buildPortraitUrl(
  { platform }: { platform: Platform },
  user: Pick<NetworkUser, 'handle'>,
): string {
  return `https://img.${platform}.example/${encodeURIComponent(user.handle)}.jpg`;
}

/** Whether the post's own account wrote the comment. */
export function isOwn({ comment, post }: CommentContext): boolean {
  return comment.author.handle === post.owner.handle;
}

const MILLISECONDS_PART = /\.\d{3}Z$/;

/** `YYYY-MM-DDThh:mm:ss+0000`, the format of Threads and Facebook. @see docs/service/general.md#TIME-02 */
export function formatIsoOffset(ms: number): string {
  return formatIsoMilliseconds(ms).replace(MILLISECONDS_PART, '+0000');
}

/** `YYYY-MM-DD hh:mm:ss`, UTC, the format of TikTok's replies. @see docs/service/general.md#TIME-02 */
export function formatSpaced(ms: number): string {
  return formatIsoMilliseconds(ms).replace('T', ' ').replace(MILLISECONDS_PART, '');
}
