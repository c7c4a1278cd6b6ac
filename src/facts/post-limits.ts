import type { Platform } from './platforms.ts';

/** How long a text may be, in characters. @see {@link TextCount} */
interface TextLimits {
  readonly most: number;
  /** With media, where that is another number. */
  readonly withMedia?: number;
  /** With pictures, where that is another number. */
  readonly withImages?: number;
  /** With `longPost`. */
  readonly long?: number;
}

/** How many media there may be. */
interface MediaLimits {
  readonly isRequired: boolean;
  readonly images: number;
  readonly videos: number;
  /** Pictures and videos in one post; left out, it takes either. */
  readonly together?: number;
}

/** What one network takes of a post. */
export interface PostLimits {
  readonly text: TextLimits;
  /** Left out, nobody counts them. */
  readonly hashtags?: number;
  readonly media: MediaLimits;
  /** Of its option object; left out, it has none, or one of any length. */
  readonly title?: { readonly isRequired: boolean; readonly most: number };
  readonly collaborators?: number;
  /** `thread: true` makes several posts of a text, `LIMITS.threadPosts` at most. */
  readonly makesThreads?: true;
}

/**
 * What the networks take. A first comment is one where `PLATFORMS` says that comments can be created.
 *
 * Numbers without a source beside them are the network's own published limits. Where it publishes several, here is the
 * largest: a post that is refused by these would be refused by the network, and one that passes may still be.
 *
 * @see docs/service/limits.md#limits
 * @see docs/service/posts.md#options
 */
export const POST_LIMITS: Readonly<Record<Platform, PostLimits>> = {
  bluesky: { text: { most: 300 }, media: { isRequired: false, images: 4, videos: 1 } },
  facebook: { text: { most: 63_206 }, media: { isRequired: false, images: 10, videos: 1 } },
  gmb: { text: { most: 1_500 }, media: { isRequired: false, images: 1, videos: 1 } },
  instagram: {
    text: { most: 2_200 },
    hashtags: 30,
    // that a post needs one: docs/service/errors.md#code-139
    media: { isRequired: true, images: 10, videos: 10, together: 10 },
    collaborators: 3, // docs/service/posts.md#options
  },
  linkedin: { text: { most: 3_000 }, media: { isRequired: false, images: 20, videos: 1 } },
  pinterest: {
    text: { most: 800 },
    media: { isRequired: true, images: 5, videos: 1 },
    title: { isRequired: false, most: 100 },
  },
  reddit: {
    text: { most: 40_000 },
    media: { isRequired: false, images: 20, videos: 1 },
    // that it is required: docs/service/posts.md#options
    title: { isRequired: true, most: 300 },
  },
  // the text: as services of this kind document it
  snapchat: { text: { most: 500 }, media: { isRequired: true, images: 1, videos: 1 } },
  telegram: {
    text: { most: 4_096, withMedia: 1_024 },
    media: { isRequired: false, images: 10, videos: 10, together: 10 },
  },
  threads: {
    text: { most: 500 },
    media: { isRequired: false, images: 20, videos: 20, together: 20 },
    makesThreads: true, // docs/service/limits.md#thread-length
  },
  tiktok: {
    text: { most: 2_200, withImages: 4_000 },
    media: { isRequired: true, images: 35, videos: 1 },
    title: { isRequired: false, most: 90 },
  },
  twitter: {
    text: { most: 280, long: 25_000 },
    media: { isRequired: false, images: 4, videos: 1 },
    makesThreads: true, // docs/service/limits.md#thread-length
  },
  // no posts are sent to it but where a test account is linked: docs/service/general.md#networks
  whatsapp: { text: { most: 4_096 }, media: { isRequired: false, images: 1, videos: 1 } },
  youtube: {
    text: { most: 5_000 },
    media: { isRequired: true, images: 0, videos: 1 },
    title: { isRequired: true, most: 100 }, // docs/service/posts.md#options
  },
};

/**
 * How X counts: a link as so many characters, an emoji as two, and so every sign but those of some alphabets. The other
 * networks count characters as people see them, as far as this program can know.
 *
 * @see https://docs.x.com/fundamentals/counting-characters
 */
export const X_COUNT = {
  linkCharacters: 23,
  wideCharacters: 2,
  /** First and last code points that count as one. */
  narrow: [
    [0x0000, 0x10ff],
    [0x2000, 0x200d],
    [0x2010, 0x201f],
    [0x2032, 0x2037],
  ],
} as const;
