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
    /** A day where the network publishes none. */
    readonly maxSeconds: number;
    /** With `longVideo`. @see docs/service/posts.md#POST-13 */
    readonly longMaxSeconds?: number;
    /** What one attempt uploads of it (default: all). */
    readonly bytesPerUpload?: number;
    /** Default: every type of video. */
    readonly types?: readonly string[];
  };
}

const KB = 1_000;
export const MB = 1_000 * KB;
export const GB = 1_000 * MB;
export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;

export const USUAL_IMAGES = ['image/jpeg', 'image/png', 'image/gif'] as const;
export const WEB_IMAGES = [...USUAL_IMAGES, 'image/webp'] as const;
export const MP4_AND_MOV = ['video/mp4', 'video/quicktime', 'video/x-m4v'] as const;

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
