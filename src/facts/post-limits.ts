import type { Platform } from './platforms.ts';

/** How long a text may be, in characters. @see {@link TextCount} */
interface TextLimits {
  readonly max: number;
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
  readonly title?: { readonly isRequired: boolean; readonly max: number };
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
  bluesky: { text: { max: 300 }, media: { isRequired: false, images: 4, videos: 1 } },
  facebook: { text: { max: 63_206 }, media: { isRequired: false, images: 10, videos: 1 } },
  gmb: { text: { max: 1_500 }, media: { isRequired: false, images: 1, videos: 1 } },
  instagram: {
    text: { max: 2_200 },
    hashtags: 30,
    // that a post needs one: docs/service/errors.md#code-139
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
    // that it is required: docs/service/posts.md#options
    title: { isRequired: true, max: 300 },
  },
  // the text: as services of this kind document it
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
  // no posts are sent to it but where a test account is linked: docs/service/general.md#networks
  whatsapp: { text: { max: 4_096 }, media: { isRequired: false, images: 1, videos: 1 } },
  youtube: {
    text: { max: 5_000 },
    media: { isRequired: true, images: 0, videos: 1 },
    title: { isRequired: true, max: 100 }, // docs/service/posts.md#options
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
