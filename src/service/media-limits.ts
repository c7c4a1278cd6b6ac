import { LIMITS } from './limits.ts';
import type { Platform } from './platforms.ts';
import { MEDIA_EXTENSIONS } from './post-limits.ts';

/** What one network accepts of a media file. */
export interface MediaLimits {
  readonly image: {
    readonly maxBytes: number;
    /** Types that it takes as they are; the service converts others to JPEG. */
    readonly types: readonly string[];
  } | null;
  readonly video: {
    readonly maxBytes: number;
    /** Duration in seconds. */
    readonly minSeconds: number;
    readonly maxSeconds: number;
    /** Default: every type of video. */
    readonly types?: readonly string[];
  };
}

const KB = 1_000;
const MB = 1_000 * KB;
const GB = 1_000 * MB;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

const USUAL_IMAGES = ['image/jpeg', 'image/png', 'image/gif'] as const;
const WEB_IMAGES = [...USUAL_IMAGES, 'image/webp'] as const;
const MP4_AND_MOV = ['video/mp4', 'video/quicktime', 'video/x-m4v'] as const;

/**
 * Limits of the files in a post, by network.
 *
 * Limits without a source are those published by the network. If it publishes several, this is the largest: a file
 * beyond it is always rejected, a file within it may still be. Where it publishes no duration, it is a day.
 *
 * @see docs/service/limits.md#media-files
 */
export const MEDIA_LIMITS: Readonly<Record<Platform, MediaLimits>> = {
  bluesky: {
    image: { maxBytes: 2 * MB, types: WEB_IMAGES },
    video: { maxBytes: 100 * MB, minSeconds: 0, maxSeconds: 3 * MINUTE },
  },
  facebook: {
    image: { maxBytes: 10 * MB, types: USUAL_IMAGES },
    video: { maxBytes: 10 * GB, minSeconds: 0, maxSeconds: 4 * HOUR },
  },
  gmb: {
    image: { maxBytes: 5 * MB, types: ['image/jpeg', 'image/png'] },
    video: { maxBytes: 75 * MB, minSeconds: 0, maxSeconds: 30 },
  },
  instagram: {
    image: { maxBytes: 8 * MB, types: ['image/jpeg'] },
    video: { maxBytes: 300 * MB, minSeconds: 3, maxSeconds: 15 * MINUTE, types: MP4_AND_MOV },
  },
  linkedin: {
    image: { maxBytes: 10 * MB, types: USUAL_IMAGES },
    video: { maxBytes: 5 * GB, minSeconds: 3, maxSeconds: 30 * MINUTE },
  },
  pinterest: {
    image: { maxBytes: 20 * MB, types: WEB_IMAGES },
    video: { maxBytes: 2 * GB, minSeconds: 4, maxSeconds: 15 * MINUTE, types: MP4_AND_MOV },
  },
  reddit: {
    image: { maxBytes: 20 * MB, types: USUAL_IMAGES },
    video: { maxBytes: 1 * GB, minSeconds: 0, maxSeconds: 15 * MINUTE },
  },
  snapchat: {
    image: { maxBytes: 20 * MB, types: ['image/jpeg', 'image/png'] },
    video: { maxBytes: 500 * MB, minSeconds: 5, maxSeconds: 5 * MINUTE, types: MP4_AND_MOV },
  },
  telegram: {
    image: { maxBytes: 10 * MB, types: WEB_IMAGES },
    video: { maxBytes: 2 * GB, minSeconds: 0, maxSeconds: 24 * HOUR },
  },
  threads: {
    image: { maxBytes: 8 * MB, types: ['image/jpeg', 'image/png'] },
    video: { maxBytes: 1 * GB, minSeconds: 0, maxSeconds: 5 * MINUTE, types: MP4_AND_MOV },
  },
  tiktok: {
    image: { maxBytes: 20 * MB, types: ['image/jpeg', 'image/webp'] },
    video: {
      maxBytes: 4 * GB,
      minSeconds: 3,
      maxSeconds: 10 * MINUTE,
      types: [...MP4_AND_MOV, 'video/webm'],
    },
  },
  twitter: {
    image: { maxBytes: 15 * MB, types: WEB_IMAGES },
    video: {
      maxBytes: 16 * GB,
      minSeconds: LIMITS.xVideoSeconds.min, // docs/service/posts.md#POST-13
      maxSeconds: LIMITS.xVideoSeconds.max,
    },
  },
  whatsapp: {
    image: { maxBytes: 5 * MB, types: ['image/jpeg', 'image/png'] },
    video: { maxBytes: 16 * MB, minSeconds: 0, maxSeconds: 24 * HOUR },
  },
  youtube: { image: null, video: { maxBytes: 256 * GB, minSeconds: 0, maxSeconds: 12 * HOUR } },
};

/** Ours: what a sandbox assumes about media files. @see docs/service/endpoints.md#media */
export const ASSUMED_MEDIA = {
  /** What YouTube takes of a file before an upload times out (453); the next attempt continues from there. */
  youtubeUploadBytes: 1 * GB,
  /** Size of an image that `POST /media/resize` makes for a network, in pixels. */
  resizedTo: { width: 1_080, height: 1_080 },
} as const;

/** Paths of a sandbox's uploaded files, at its own address. @see docs/service/endpoints.md#media */
export const MEDIA_PATHS = {
  /** Every one of them begins with it. */
  prefix: '/_media/',
  /** Takes a file by `PUT`: followed by an id and a signature. */
  upload: '/_media/upload/',
  /** Serves a file: followed by its id and its name. */
  file: '/_media/file/',
} as const;

/** The type that most programs give to a file extension, where it is not named like it. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['jpg', 'image/jpeg'],
  ['tif', 'image/tiff'],
  ['3gp', 'video/3gpp'],
  ['m4v', 'video/x-m4v'],
  ['mpg', 'video/mpeg'],
  ['wmv', 'video/x-ms-wmv'],
  ['mov', 'video/quicktime'],
  ['mkv', 'video/x-matroska'],
  ['avi', 'video/x-msvideo'],
]);

/** The media type of an image or video by the end of its name, such as `.mp4` or `MP4`. @returns null for any other */
export function getTypeOfEnding(end: string): string | null {
  const ending = end.replace(/^\./, '').toLowerCase();
  const kind = (['image', 'video'] as const).find((each) =>
    MEDIA_EXTENSIONS[each].some((one) => one === ending),
  );
  return kind === undefined ? null : (TYPES.get(ending) ?? `${kind}/${ending}`);
}
