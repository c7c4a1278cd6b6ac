import type { CommentPlatform } from '../../facts/platforms.ts';

/** A person or company, as one simulated network knows it. */
export interface NetworkUser {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly bio?: string;
  readonly location?: string;
  readonly followers?: number;
  readonly following?: number;
  readonly posts?: number;
  /** linkedin: the user is a company. */
  readonly company?: {
    readonly founded: number;
    readonly organizationType: string;
    readonly website: string;
  };
}

/** A comment with everything below it. */
export interface NetworkComment {
  readonly id: string;
  /** The comment that it answers; null when it answers the post. */
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

/** The post that comments stand under, on one network. */
export interface NetworkPost {
  readonly platform: CommentPlatform;
  /** Social Post ID. */
  readonly id: string;
  /** The account that posted it. */
  readonly owner: NetworkUser;
  readonly subreddit: string | null;
  /** Service Comment ID of a comment that was made through the service. */
  serviceIdOf(commentId: string): string | undefined;
}
