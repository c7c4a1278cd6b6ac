import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import type { ISOFile, Movie, MP4BoxBuffer } from 'mp4box';

/** Bytes that are read in parts, such as those of an open file. */
export interface ByteSource {
  readonly size: number;
  /** Reads `length` bytes at `offset`, fewer at the end. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** What the bytes of a file say about it; its name and declared type are never considered. */
export interface InspectedMedia {
  readonly bytes: number;
  /** Media type, such as `video/mp4`; null if the bytes are of no known type. */
  readonly type: string | null;
  /** Null for anything else, such as a text or an archive. */
  readonly kind: 'image' | 'video' | null;
  /** In pixels, as displayed; null if not known. */
  readonly width: number | null;
  readonly height: number | null;
  /** Duration of an mp4 or mov; null for other files, and if the file does not say. */
  readonly seconds: number | null;
  /** Whether it ends early or contradicts itself, so that nothing can be made of it. */
  readonly isDamaged: boolean;
}

const KIB = 1024;
/** The type is known from these first bytes. */
const TYPE_BYTES = 4 * KIB;
/** Dimensions of an image are in these first bytes, behind embedded previews and profiles. */
const IMAGE_HEAD_BYTES = 1024 * KIB;
/** The end of an image is looked for in its last bytes: some cameras append data of their own. */
const TAIL_BYTES = 64 * KIB;

/**
 * Reads from its bytes what a media file is. Reads at most the beginning, the end and the index of a video, whatever
 * its size. Hostile bytes lead to unknown facts, never to an error.
 *
 * @throws what `source.read` throws
 * @see docs/decisions/0032-media-by-bytes.md
 */
export async function inspectMedia(source: ByteSource): Promise<InspectedMedia> {
  const bytes = source.size;
  const unknown = { bytes, type: null, kind: null, ...NO_SIZE, seconds: null, isDamaged: false };
  if (bytes === 0) return unknown;
  const type = await detectType(await source.read(0, TYPE_BYTES));
  if (type === null) return unknown;
  const kind = getKind(type);
  const about = { ...unknown, type, kind };
  if (kind === 'image') return { ...about, ...(await inspectImage(source, type)) };
  return ISO_TYPES.includes(type) ? { ...about, ...(await inspectMovie(source)) } : about;
}

const NO_SIZE = { width: null, height: null } as const;

/** Types of the ISO base media file format. */
const ISO_TYPES: readonly string[] = ['video/mp4', 'video/quicktime', 'video/x-m4v', 'video/3gpp'];

/** Types that the detector calls otherwise than most programs do. */
const USUAL_TYPES: Readonly<Record<string, string>> = { 'video/matroska': 'video/x-matroska' };

async function detectType(head: Uint8Array): Promise<string | null> {
  try {
    const found = (await fileTypeFromBuffer(head))?.mime ?? null;
    return found === null ? null : (USUAL_TYPES[found] ?? found);
  } catch {
    return null;
  }
}

/** Whether a media type is one of an image or a video; drawings that are programs, such as SVG, are neither. */
function getKind(type: string): InspectedMedia['kind'] {
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('image/') && !type.includes('svg') ? 'image' : null;
}

type ImageFacts = Pick<InspectedMedia, 'width' | 'height' | 'isDamaged'>;

async function inspectImage(source: ByteSource, type: string): Promise<ImageFacts> {
  const head = await source.read(0, IMAGE_HEAD_BYTES);
  const tail = await source.read(Math.max(0, source.size - TAIL_BYTES), TAIL_BYTES);
  const size = measureImage(head);
  const isWhole = ENDS[type]?.({ head, tail, size: source.size }) ?? true;
  return { ...(size ?? NO_SIZE), isDamaged: size === null || !isWhole };
}

function measureImage(head: Uint8Array): Pick<InspectedMedia, 'width' | 'height'> | null {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    if (!isLength(width) || !isLength(height)) return null;
    // from 5 on, Exif turns the image by 90 degrees
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}

function isLength(pixels: number): boolean {
  return Number.isSafeInteger(pixels) && pixels > 0;
}

interface ImageBytes {
  readonly head: Uint8Array<ArrayBuffer>;
  readonly tail: Uint8Array<ArrayBuffer>;
  readonly size: number;
}

/** How a complete file of a type ends. */
const ENDS: Readonly<Record<string, (image: ImageBytes) => boolean>> = {
  'image/jpeg': ({ tail }) => Buffer.from(tail).includes(Buffer.from([0xff, 0xd9])),
  'image/png': ({ tail }) => Buffer.from(tail).includes('IEND'),
  // RIFF: the length after the first eight bytes
  'image/webp': ({ head, size }) => head.length >= 8 && Buffer.from(head).readUInt32LE(4) + 8 <= size,
};

/** The parser reads the index of a video, and nothing of its frames. */
const STEP_BYTES = 64 * KIB;
/** The index of a video of many hours is smaller. */
const MOST_INDEX_BYTES = 64 * 1024 * KIB;

type MovieFacts = Pick<InspectedMedia, 'width' | 'height' | 'seconds' | 'isDamaged'>;

async function inspectMovie(source: ByteSource): Promise<MovieFacts> {
  // loaded on demand: it is the largest part, and images do not need it
  const { createFile, Log, MP4BoxBuffer } = await import('mp4box');
  // the parser has no way to turn off what it prints about hostile files
  Object.assign(Log, SILENT_LOG);
  let movie: Movie | null = null;
  const parser = createFile(false);
  parser.onReady = (found: Movie) => {
    movie = found;
  };
  let at = 0;
  for (let read = 0; movie === null && at < source.size && read < MOST_INDEX_BYTES; read += STEP_BYTES) {
    const { buffer } = (await source.read(at, STEP_BYTES)).slice();
    const next = parsePart(parser, MP4BoxBuffer.fromArrayBuffer(buffer, at));
    if (next === null || buffer.byteLength === 0 || next <= at) break; // it would read the same again
    at = next;
  }
  return movie === null ? DAMAGED_MOVIE : toMovieFacts(movie);
}

/** @returns where the parser continues; null after a failure, which hostile bytes cause in many ways */
function parsePart(parser: Pick<ISOFile, 'appendBuffer'>, part: MP4BoxBuffer): number | null {
  try {
    return parser.appendBuffer(part);
  } catch {
    return null;
  }
}

const DAMAGED_MOVIE: MovieFacts = { ...NO_SIZE, seconds: null, isDamaged: true };

function toMovieFacts({ duration, timescale, fragment_duration: fragments, tracks }: Movie): MovieFacts {
  const whole = duration / timescale;
  // a video in fragments has the duration of all of them in a place of its own
  const seconds = whole > 0 ? whole : fragments === undefined ? 0 : fragments.num / fragments.den;
  const video = tracks.find(({ type }) => type === 'video');
  const { track_width: width = 0, track_height: height = 0 } = video ?? {};
  return {
    ...(isLength(Math.round(width)) && isLength(Math.round(height))
      ? { width: Math.round(width), height: Math.round(height) }
      : NO_SIZE),
    seconds: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) / 1_000 : null,
    isDamaged: false,
  };
}

const ignore = () => {};
const SILENT_LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };
