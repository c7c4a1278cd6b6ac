import type { CommentPlatform } from '../../service/platforms.ts';

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

/** A comment with all its replies. */
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

/** The post that comments belong to, on one network. */
export interface NetworkPost {
  readonly platform: CommentPlatform;
  /** Social Post ID. */
  readonly id: string;
  /** The account that published it. */
  readonly owner: NetworkUser;
  readonly subreddit: string | null;
  /** Service Comment ID of a comment created through the service. */
  serviceIdOf(commentId: string): string | undefined;
}
