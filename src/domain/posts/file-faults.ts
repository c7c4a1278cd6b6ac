import { ASSUMED } from '../../service/assumed.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import { formatBytes } from '../text/format-bytes.ts';
import { getMediaKind, type MediaKind, type PostFault } from './post-part.ts';

/** What is known about a media file; unknown properties are assumed to be usual ones. */
export interface KnownFile {
  /** Media type by its bytes; null if they are of no known type. */
  readonly type?: string | null | undefined;
  readonly bytes?: number | undefined;
  /** Duration of a video. */
  readonly seconds?: number | undefined;
  readonly isDamaged?: boolean | undefined;
}

/** A file in a network's part of a post. */
export interface PostedFile {
  readonly platform: Platform;
  /** Names it in messages: its URL or its path. */
  readonly label: string;
  readonly file: KnownFile;
  readonly kind: MediaKind;
  /** The post asks X for a long video. */
  readonly longVideo: boolean;
}

/** Why a network refuses a file. */
export type FileFault = Pick<PostFault, 'code' | 'message' | 'details'>;

/** Kind of a file by its type if that is known, otherwise by its URL. @param isVideo set by the post */
export function getFileKind(url: string, { type }: KnownFile, isVideo: boolean): MediaKind {
  if (typeof type !== 'string') return getMediaKind(url, { isVideo });
  return type.startsWith('video/') ? 'video' : type.startsWith('image/') ? 'image' : 'unknown';
}

/**
 * Finds why a network refuses a file, by what its bytes say. The service and its clients share this check.
 *
 * @see docs/service/errors.md#code-139, #code-182, #code-450
 * @see docs/service/posts.md#POST-13
 * @see docs/service/limits.md#media-files
 */
export function findFileFault(posted: PostedFile): FileFault | null {
  const { file, label, kind } = posted;
  if (isOfOtherKind(file)) {
    const what = file.type ? `; its bytes are ${file.type}` : '';
    return { code: 139, message: `The file is not an image or video${what}: ${label}` };
  }
  if (kind === 'image') return findImageFault(posted);
  return kind === 'video' ? findVideoFault(posted) : null;
}

/** Its bytes are known, and are of something else. */
function isOfOtherKind({ type }: KnownFile): boolean {
  return type === null || (type !== undefined && !/^(?:image|video)\//.test(type));
}

function findImageFault({ platform, file, label }: PostedFile): FileFault | null {
  const { image } = PLATFORMS[platform].media;
  if (image === null)
    return { code: 139, message: `${getNetworkName(platform)} takes videos only: ${label}` };
  const { type } = file;
  const isConverted = typeof type === 'string' && !image.types.includes(type);
  if (file.isDamaged === true) {
    return isConverted
      ? { code: 450, message: `The image cannot be converted to JPEG, because it is damaged: ${label}` }
      : { code: 139, message: `The image is damaged: ${label}` };
  }
  return findSizeFault({ platform, file, label }, image.maxBytes);
}

function findVideoFault({ platform, file, label, longVideo }: PostedFile): FileFault | null {
  const { video } = PLATFORMS[platform].media;
  if (file.isDamaged === true) return { code: 139, message: `The video is damaged: ${label}` };
  const { type, seconds = ASSUMED.media.seconds } = file;
  const { longMaxSeconds } = video;
  const most = (longVideo ? longMaxSeconds : undefined) ?? video.maxSeconds;
  if (seconds < video.minSeconds || seconds > most) {
    return {
      code: 182,
      message: `The video lasts ${seconds} seconds; ${getNetworkName(platform)} takes ${video.minSeconds} to ${most}: ${label}`,
      ...(longMaxSeconds !== undefined && { details: 'longVideo: true allows approved accounts 4 hours' }),
    };
  }
  if (typeof type === 'string' && video.types !== undefined && !video.types.includes(type)) {
    return {
      code: 139,
      message: `${getNetworkName(platform)} does not take videos of type ${type}: ${label}`,
    };
  }
  return findSizeFault({ platform, file, label }, video.maxBytes);
}

function findSizeFault(
  { platform, file: { bytes = ASSUMED.media.bytes }, label }: Pick<PostedFile, 'platform' | 'file' | 'label'>,
  most: number,
): FileFault | null {
  if (bytes <= most) return null;
  return {
    code: 139,
    message: `The file has ${formatBytes(bytes)}; ${getNetworkName(platform)} takes ${formatBytes(most)} at most: ${label}`,
  };
}

function getNetworkName(platform: Platform): string {
  return PLATFORMS[platform].name;
}

/** Types of files with an ending, where programs that go by the ending read others wrongly. */
const ENDING_TYPES: Readonly<Record<string, readonly string[] | undefined>> = {
  avif: ['image/avif'],
  gif: ['image/gif'],
  heic: ['image/heic', 'image/heif'],
  jpeg: ['image/jpeg'],
  jpg: ['image/jpeg'],
  mov: ['video/quicktime', 'video/mp4', 'video/x-m4v'],
  mp4: ['video/mp4', 'video/quicktime', 'video/x-m4v', 'video/3gpp', 'video/3gpp2'],
  png: ['image/png', 'image/apng'],
  webp: ['image/webp'],
};

/** Describes a file whose name ends as one of another type; null for any other. @param type by its bytes */
export function describeWrongEnding(label: string, type: string | null): string | null {
  const ending = label.slice(label.lastIndexOf('.') + 1).toLowerCase();
  const types = Object.hasOwn(ENDING_TYPES, ending) ? ENDING_TYPES[ending] : undefined;
  if (types === undefined || type === null || types.includes(type)) return null;
  return `${label} is ${type} by its bytes: rename it, since some networks go by the ending`;
}
