import type * as z from 'zod';
import type { OPTION_FIELDS } from './networks/option-fields.ts';
import type { TextLimit } from './text-limits.ts';

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

interface MediaCounts {
  isRequired: boolean;
  images: number;
  videos: number;
  /** Images and videos in one post (default: only one kind per post). */
  together?: number;
}

/**
 * What one network accepts in a post. A first comment is possible where comments can be created.
 *
 * Each limit of a text has the unit that the network documents. Where it only speaks of characters, these are
 * graphemes, which are the fewest: a longer text is always rejected, and one that is longer only in UTF-16 code units
 * is a warning.
 */
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
  /**
   * Its option objects, as the service spells them; built when they are needed.
   *
   * @see docs/service/posts.md#options
   */
  readonly options:
    | ((fields: typeof OPTION_FIELDS) => Readonly<Record<string, z.ZodOptional<z.ZodObject>>>)
    | null;
  /** @see docs/service/posts.md#POST-04 */
  readonly trialReels?: true;
  /** Whether a single video is published as a reel. */
  readonly isLoneVideoReel?: true;
  readonly needsSubreddit?: true;
  readonly videoNeedsCover?: true;
  /** Whether a thumbnail that it does not take is a warning (307). @see docs/service/posts.md#POST-11 */
  readonly checksThumbnail?: true;
  /** The options whose `thread: true` splits a text into several posts, at most `LIMITS.threadPosts` (default: none do). */
  readonly threadOptions?: 'threadsOptions' | 'twitterOptions';
}

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
