import { DAY_MS } from '../../service/durations.ts';
import type { Platform } from '../../service/platforms.ts';
import { deriveNumber } from './network-ids.ts';

/** A post with its known number of comments. */
export interface CountedPost {
  readonly platform: Platform;
  /** Social Post ID. */
  readonly id: string;
  readonly kind: 'post' | 'reel' | 'story';
  /** Milliseconds since 1970. */
  readonly created: number;
  /** Including replies; on networks where comments are posts of their own, only direct replies. */
  readonly comments: number;
}

/** Numbers of reactions to a post. */
interface Reactions {
  readonly comments: number;
  readonly likes: number;
  readonly shares: number;
  readonly quotes: number;
  readonly saves: number;
  readonly views: number;
}

type NamedCounts = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** Names of each network's counts; Google Business Profile and WhatsApp have none. */
const COUNTS: Readonly<Record<Platform, (reactions: Reactions, kind: CountedPost['kind']) => NamedCounts>> = {
  bluesky: ({ likes, comments, shares, quotes }) => ({
    likeCount: likes,
    replyCount: comments,
    repostCount: shares,
    quoteCount: quotes,
  }),
  facebook: ({ likes, comments, shares }) => ({
    likeCount: likes,
    commentsCount: comments,
    commentCount: comments,
    sharesCount: shares,
  }),
  gmb: () => ({}),
  instagram: ({ likes, comments, views }, kind) => ({
    likeCount: likes,
    commentsCount: comments,
    commentCount: comments,
    ...(kind === 'reel' && { viewsCount: views }),
  }),
  linkedin: ({ likes, comments, shares }) => ({
    likeCount: likes,
    commentCount: comments,
    repostCount: shares,
  }),
  pinterest: ({ saves, views }) => ({ saveCount: saves, impressionCount: views }),
  reddit: ({ likes, comments }) => ({ ups: likes, numComments: comments }),
  snapchat: ({ views }) => ({ viewCount: views }),
  telegram: ({ views }) => ({ viewCount: views }),
  threads: ({ likes, comments, shares, quotes, views }) => ({
    likeCount: likes,
    replyCount: comments,
    repostCount: shares,
    quoteCount: quotes,
    viewCount: views,
  }),
  tiktok: ({ likes, comments, shares, views }) => ({
    likeCount: likes,
    commentsCount: comments,
    shareCount: shares,
    videoViews: views,
  }),
  twitter: ({ likes, comments, shares, quotes, saves, views }) => {
    const metrics = {
      likeCount: likes,
      replyCount: comments,
      retweetCount: shares,
      quoteCount: quotes,
      bookmarkCount: saves,
      impressionCount: views,
    };
    return { ...metrics, publicMetrics: metrics };
  },
  whatsapp: () => ({}),
  youtube: ({ likes, comments, views }) => ({
    likeCount: likes,
    commentCount: comments,
    viewCount: views,
  }),
};

/**
 * Counts of a post under the names of its network. Comments are those of the sandbox; likes, shares and views are
 * derived from the post's id and age, so that repeated reads of one refresh agree and counts never fall.
 *
 * @param at when the network was read, in milliseconds since 1970
 * @see docs/service/posts.md#record
 */
export function getPostCounts(post: CountedPost, at: number): NamedCounts {
  return COUNTS[post.platform](computeReactions(post, at), post.kind);
}

/** The age at which a post has all its likes. */
const GROWS_FOR_MS = 2 * DAY_MS;
const LIKES = { least: 12, spread: 400 } as const;
/** Likes per share, quote and save. */
const LIKES_PER = { share: 9, quote: 40, save: 6 } as const;
const VIEWS_PER = { like: 14, comment: 30 } as const;

function computeReactions({ platform, id, created, comments }: CountedPost, at: number): Reactions {
  const grown = Math.min(1, Math.max(0, (at - created) / GROWS_FOR_MS));
  const likes = Math.floor((LIKES.least + deriveNumber(`${platform}/${id}/likes`, LIKES.spread)) * grown);
  return {
    comments,
    likes,
    shares: Math.floor(likes / LIKES_PER.share),
    quotes: Math.floor(likes / LIKES_PER.quote),
    saves: Math.floor(likes / LIKES_PER.save),
    views: likes * VIEWS_PER.like + comments * VIEWS_PER.comment,
  };
}
