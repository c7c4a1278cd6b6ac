import type { Platform } from './platforms.ts';
import { limitCharacters, type TextLimit } from './text-limits.ts';

/** Limits of the text of a post. */
interface TextLimits extends TextLimit {
  /** With media, if different. */
  withMedia?: number;
  /** With images, if different. */
  withImages?: number;
  /** With `longPost`. */
  long?: number;
  /** A second limit that applies as well, in bytes of UTF-8. */
  bytes?: number;
  /** Characters that the network refuses. */
  forbidden?: string;
  /** Maximum number of different links. */
  links?: number;
  hashtags?: number;
  /** Maximum number of hashtags that its app accepts, although its interface documents more. */
  hashtagsOfApp?: number;
  mentions?: number;
}

/** Maximum number of media. */
interface MediaCounts {
  isRequired: boolean;
  images: number;
  videos: number;
  /** Images and videos in one post (default: only one kind per post). */
  together?: number;
}

/** What one network accepts in a post. */
export interface PostLimits {
  readonly text: TextLimits;
  readonly media: MediaCounts;
  /** Of the network's option object (default: no title, or no limit). */
  readonly title?: TextLimit & { readonly isRequired: boolean; readonly forbidden?: string };
  /** Of further texts in its option object. */
  readonly optionTexts?: Readonly<Record<string, TextLimit>>;
  /** Of `tags`: all together, with a comma between two, and quotation marks around one with a space. */
  readonly tags?: TextLimit;
  readonly collaborators?: number;
  /** Whether `thread: true` splits a text into several posts, at most `LIMITS.threadPosts`. */
  readonly makesThreads?: true;
}

/**
 * The limits of every network. A first comment is possible where `PLATFORMS` says that comments can be created.
 *
 * Each limit of a text has the unit that the network documents. Where it only speaks of characters, these are
 * graphemes, which are the fewest: a longer text is always rejected, and one that is longer only in UTF-16 code units
 * is a warning. Limits without a source are those published by the network; if it publishes several, this is the
 * largest: a post beyond it is always rejected, a post within it may still be.
 *
 * @see docs/service/limits.md#limits, #texts
 * @see docs/service/posts.md#options
 */
export const POST_LIMITS: Readonly<Record<Platform, PostLimits>> = {
  bluesky: {
    // https://github.com/bluesky-social/atproto: lexicons/app/bsky/feed/post.json, maxGraphemes and maxLength
    text: { unit: 'graphemes', max: 300, bytes: 3_000 },
    media: { isRequired: false, images: 4, videos: 1 },
  },
  facebook: { text: limitCharacters(63_206), media: { isRequired: false, images: 10, videos: 1 } },
  gmb: { text: limitCharacters(1_500), media: { isRequired: false, images: 1, videos: 1 } },
  instagram: {
    // https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media, caption
    text: {
      ...limitCharacters(2_200),
      hashtags: 30,
      hashtagsOfApp: 5, // since December 2025
      mentions: 20,
    },
    // the same page, alt_text
    optionTexts: { altText: limitCharacters(1_000) },
    // media are required: docs/service/errors.md#code-139
    media: { isRequired: true, images: 10, videos: 10, together: 10 },
    collaborators: 3, // docs/service/posts.md#options
  },
  linkedin: {
    // https://www.linkedin.com/help/linkedin/answer/a528176
    text: limitCharacters(3_000),
    // https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api, altText
    optionTexts: { altText: limitCharacters(4_086) },
    media: { isRequired: false, images: 20, videos: 1 },
  },
  pinterest: {
    // https://github.com/pinterest/api-description: v5/openapi.yaml, PinCreate; maxLength counts code points
    text: { unit: 'codePoints', max: 800 },
    title: { unit: 'codePoints', max: 100, isRequired: false },
    optionTexts: {
      altText: { unit: 'codePoints', max: 500 },
      link: { unit: 'codePoints', max: 2_048 },
    },
    media: { isRequired: true, images: 5, videos: 1 },
  },
  reddit: {
    // https://github.com/reddit-archive/reddit: r2/r2/models/link.py and r2/r2/lib/validator/validator.py
    text: limitCharacters(40_000),
    // the title is required: docs/service/posts.md#options
    title: { ...limitCharacters(300), isRequired: true },
    media: { isRequired: false, images: 20, videos: 1 },
  },
  // the text limit: as documented by similar services
  snapchat: { text: limitCharacters(500), media: { isRequired: true, images: 1, videos: 1 } },
  telegram: {
    // https://core.telegram.org/bots/api#sendmessage, #sendphoto
    text: { ...limitCharacters(4_096), withMedia: 1_024 },
    media: { isRequired: false, images: 10, videos: 10, together: 10 },
  },
  threads: {
    // https://developers.facebook.com/docs/threads/posts, and /create-posts/text-attachments for links
    text: { unit: 'emojiBytes', max: 500, links: 5 },
    media: { isRequired: false, images: 20, videos: 20, together: 20 },
    makesThreads: true, // docs/service/limits.md#thread-length
  },
  tiktok: {
    // https://developers.tiktok.com/doc/content-posting-api-reference-direct-post and …-photo-post: "UTF-16 runes"
    text: { unit: 'codeUnits', max: 2_200, withImages: 4_000 },
    title: { unit: 'codeUnits', max: 90, isRequired: false },
    media: { isRequired: true, images: 35, videos: 1 },
  },
  twitter: {
    // https://docs.x.com/fundamentals/counting-characters; forbidden: as its library twitter-text has it
    text: { unit: 'weighted', max: 280, long: 25_000, forbidden: '\uFEFF\uFFFE\uFFFF' },
    media: { isRequired: false, images: 4, videos: 1 },
    makesThreads: true, // docs/service/limits.md#thread-length
  },
  // posts are sent only to a linked test account: docs/service/general.md#networks
  whatsapp: {
    // https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/image-messages, caption
    text: { ...limitCharacters(4_096), withMedia: 1_024 },
    media: { isRequired: false, images: 1, videos: 1 },
  },
  youtube: {
    // https://developers.google.com/youtube/v3/docs/videos#snippet.description, #snippet.title, #snippet.tags[]
    text: { unit: 'bytes', max: 5_000, forbidden: '<>' },
    title: { ...limitCharacters(100), isRequired: true, forbidden: '<>' }, // docs/service/posts.md#options
    tags: limitCharacters(500),
    media: { isRequired: true, images: 0, videos: 1 },
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
