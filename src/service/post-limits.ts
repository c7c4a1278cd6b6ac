import type { Platform } from './platforms.ts';

/** Maximum text length, in characters. @see {@link CountingRule} */
interface TextLimits {
  readonly max: number;
  /** With media, if different. */
  readonly withMedia?: number;
  /** With images, if different. */
  readonly withImages?: number;
  /** With `longPost`. */
  readonly long?: number;
}

/** Maximum number of media. */
interface MediaCounts {
  readonly isRequired: boolean;
  readonly images: number;
  readonly videos: number;
  /** Images and videos in one post (default: only one kind per post). */
  readonly together?: number;
}

/** What one network accepts in a post. */
export interface PostLimits {
  readonly text: TextLimits;
  /** Maximum number of hashtags (default: not limited). */
  readonly hashtags?: number;
  readonly media: MediaCounts;
  /** Of the network's option object (default: no title, or no limit). */
  readonly title?: { readonly isRequired: boolean; readonly max: number };
  readonly collaborators?: number;
  /** Whether `thread: true` splits a text into several posts, at most `LIMITS.threadPosts`. */
  readonly makesThreads?: true;
}

/**
 * The limits of every network. A first comment is possible where `PLATFORMS` says that comments can be created.
 *
 * Limits without a source are those published by the network. If it publishes several, this is the largest: a post
 * beyond it is always rejected, a post within it may still be.
 *
 * @see docs/service/limits.md#limits
 * @see docs/service/posts.md#options
 */
export const POST_LIMITS: Readonly<Record<Platform, PostLimits>> = {
  bluesky: { text: { max: 300 }, media: { isRequired: false, images: 4, videos: 1 } },
  facebook: { text: { max: 63_206 }, media: { isRequired: false, images: 10, videos: 1 } },
  gmb: { text: { max: 1_500 }, media: { isRequired: false, images: 1, videos: 1 } },
  instagram: {
    text: { max: 2_200 },
    hashtags: 30,
    // media are required: docs/service/errors.md#code-139
    media: { isRequired: true, images: 10, videos: 10, together: 10 },
    collaborators: 3, // docs/service/posts.md#options
  },
  linkedin: { text: { max: 3_000 }, media: { isRequired: false, images: 20, videos: 1 } },
  pinterest: {
    text: { max: 800 },
    media: { isRequired: true, images: 5, videos: 1 },
    title: { isRequired: false, max: 100 },
  },
  reddit: {
    text: { max: 40_000 },
    media: { isRequired: false, images: 20, videos: 1 },
    // the title is required: docs/service/posts.md#options
    title: { isRequired: true, max: 300 },
  },
  // the text limit: as documented by similar services
  snapchat: { text: { max: 500 }, media: { isRequired: true, images: 1, videos: 1 } },
  telegram: {
    text: { max: 4_096, withMedia: 1_024 },
    media: { isRequired: false, images: 10, videos: 10, together: 10 },
  },
  threads: {
    text: { max: 500 },
    media: { isRequired: false, images: 20, videos: 20, together: 20 },
    makesThreads: true, // docs/service/limits.md#thread-length
  },
  tiktok: {
    text: { max: 2_200, withImages: 4_000 },
    media: { isRequired: true, images: 35, videos: 1 },
    title: { isRequired: false, max: 90 },
  },
  twitter: {
    text: { max: 280, long: 25_000 },
    media: { isRequired: false, images: 4, videos: 1 },
    makesThreads: true, // docs/service/limits.md#thread-length
  },
  // posts are sent only to a linked test account: docs/service/general.md#networks
  whatsapp: { text: { max: 4_096 }, media: { isRequired: false, images: 1, videos: 1 } },
  youtube: {
    text: { max: 5_000 },
    media: { isRequired: true, images: 0, videos: 1 },
    title: { isRequired: true, max: 100 }, // docs/service/posts.md#options
  },
};

/**
 * How X counts: a fixed number for a link, two for an emoji and for every character outside some alphabets. Other
 * networks count graphemes.
 *
 * @see https://docs.x.com/fundamentals/counting-characters
 */
export const X_COUNT = {
  linkCharacters: 23,
  wideCharacters: 2,
  /** First and last code points that count as one character. */
  narrow: [
    [0x0000, 0x10ff],
    [0x2000, 0x200d],
    [0x2010, 0x201f],
    [0x2032, 0x2037],
  ],
} as const;

/** Media type by file extension, in lower case. Any other extension is unknown. */
export const MEDIA_EXTENSIONS = {
  image: ['avif', 'bmp', 'gif', 'heic', 'jpeg', 'jpg', 'png', 'tif', 'tiff', 'webp'],
  video: ['3gp', 'avi', 'm4v', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'webm', 'wmv'],
} as const;

/** Extensions allowed for a trial reel. @see docs/service/errors.md#code-449 */
export const TRIAL_REEL_EXTENSIONS: readonly string[] = ['mp4', 'mov'];

/** Extensions allowed for a YouTube thumbnail. @see docs/service/errors.md#code-307 */
export const THUMBNAIL_EXTENSIONS: readonly string[] = ['png', 'jpg', 'jpeg'];
