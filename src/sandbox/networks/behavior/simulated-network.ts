import { HOUR_MS } from '../../../service/durations.ts';
import type { PostMetric } from '../../../service/networks/metrics.ts';
import type { CommentFields, NetworkShape } from '../network-comment.ts';

/** Draws random characters of an alphabet. */
type LetterSource = (alphabet: string, length: number) => string;

/** What a network includes in the id of a new comment. */
export interface CommentIdContext {
  /** The network's id of the author's account. */
  readonly accountId: string;
  /** Social Post ID. */
  readonly postId: string;
  /** The parent comment; null for a comment on the post. */
  readonly parentId: string | null;
}

export interface NetworkScale {
  /** The age at which a post has half of what it gets. */
  readonly halfLifeMs: number;
  readonly viewsPerLike: number;
  readonly per100Likes: { readonly shares: number; readonly quotes: number; readonly saves: number };
  readonly per100Views: { readonly reach: number; readonly impressions: number };
  readonly per1000Views: { readonly clicks: number; readonly follows: number };
  readonly secondsPerView: number;
}

export const USUAL_SCALE: NetworkScale = {
  halfLifeMs: 18 * HOUR_MS,
  viewsPerLike: 18,
  per100Likes: { shares: 9, quotes: 2, saves: 8 },
  per100Views: { reach: 78, impressions: 118 },
  per1000Views: { clicks: 14, follows: 3 },
  secondsPerView: 6,
};

export type NamedCounts = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

export interface CommentSimulation {
  /** In the format of its comment ids. */
  readonly createId: (letters: LetterSource, place: CommentIdContext) => string;
  readonly shape: NetworkShape;
  /** The fields that a comment with media has for them (default: none). */
  readonly describeMedia?: (url: string) => CommentFields;
}

/** How the sandbox simulates one network. None of its numbers is documented. */
export interface SimulatedNetwork {
  /** In the format of its post ids. */
  readonly createPostId: (letters: LetterSource, account: { readonly id: string }) => string;
  /** In the format of its user and page ids. */
  readonly deriveUserId: (name: string) => string;
  /** In the format of its review ids, where it has reviews. */
  readonly createReviewId?: (letters: LetterSource) => string;
  /** Reach is below the views, and impressions above them. */
  readonly scale: NetworkScale;
  /** Size of accounts, in hundredths. */
  readonly accountSize: number;
  /** What it counts of a post, under its own names; empty where it counts nothing. */
  readonly nameCounts: (
    counts: Readonly<Record<PostMetric, number>>,
    kind: 'post' | 'reel' | 'story',
  ) => NamedCounts;
  /** Null where the service reads no comments. */
  readonly comments: CommentSimulation | null;
}
