import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { type ByteSource, findBytes, type MediaSize, NO_SIZE, toMediaSize } from './byte-source.ts';
import { isTurnedImage } from './image-orientation.ts';
import { inspectHeif } from './inspect-heif.ts';
import { inspectJpeg } from './inspect-jpeg.ts';
import { inspectMovie } from './inspect-movie.ts';

export type { ByteSource };

/** What the bytes of a file say about it; its name and declared type are never considered. */
export interface InspectedMedia extends MediaSize {
  readonly bytes: number;
  /** Media type, such as `video/mp4`; null if the bytes are of no known type. */
  readonly type: string | null;
  /** Null for anything else, such as a text or an archive. */
  readonly kind: 'image' | 'video' | null;
  /** Duration of an mp4 or mov; null for other files, and if the file does not say. */
  readonly seconds: number | null;
  /** Whether it ends early or contradicts itself, so that nothing can be made of it; never for what was not read. */
  readonly isDamaged: boolean;
}

const KIB = 1024;
/** The type is known from these first bytes. */
const TYPE_BYTES = 4 * KIB;
/** Dimensions of an image are in these first bytes, behind embedded previews and profiles. */
const IMAGE_HEAD_BYTES = 1024 * KIB;

/**
 * Reads from its bytes what a media file is, with its dimensions as displayed. Reads at most the beginning, the end and
 * the index of a video, whatever its size. Hostile bytes lead to unknown facts, never to an error.
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
  if (kind === 'image') return { ...about, ...(await (READERS[type] ?? inspectImage)(source, type)) };
  return MOVIE_TYPES.includes(type) ? { ...about, ...(await inspectMovie(source)) } : about;
}

/** Types of videos in the ISO base media file format. */
const MOVIE_TYPES: readonly string[] = [
  'video/mp4',
  'video/quicktime',
  'video/x-m4v',
  'video/3gpp',
  'video/3gpp2',
];

type ImageFacts = MediaSize & Pick<InspectedMedia, 'isDamaged'>;
type ImageReader = (source: ByteSource, type: string) => Promise<ImageFacts>;

/** Types of images that are read in parts. */
const READERS: Readonly<Record<string, ImageReader | undefined>> = {
  'image/jpeg': inspectJpeg,
  'image/heic': inspectHeif,
  'image/heif': inspectHeif,
  'image/avif': inspectHeif,
};

/** Types that the detector calls otherwise than most programs do. */
const USUAL_TYPES: Readonly<Record<string, string>> = {
  'video/matroska': 'video/x-matroska',
  'video/MP1S': 'video/mpeg',
  'video/MP2P': 'video/mpeg',
};

async function detectType(head: Uint8Array<ArrayBuffer>): Promise<string | null> {
  try {
    const found = (await fileTypeFromBuffer(head))?.mime ?? null;
    if (found === null) return isTiff(head) ? 'image/tiff' : null;
    return detectHeifType(head, found) ?? USUAL_TYPES[found] ?? found;
  } catch {
    return null;
  }
}

/** The detector looks for the index of a TIFF, which may be at its end. */
function isTiff(head: Uint8Array): boolean {
  return ['II*\0', 'MM\0*'].includes(Buffer.from(head.subarray(0, 4)).toString('latin1'));
}

/** Brands of files whose pictures are of a type. */
const HEIF_BRANDS: readonly (readonly [brand: string, type: string])[] = [
  ['avif', 'image/avif'],
  ['heic', 'image/heic'],
  ['heix', 'image/heic'],
  ['heim', 'image/heic'],
  ['heis', 'image/heic'],
];

/** The type of a picture whose first brand does not say how it is encoded; null for any other file. */
function detectHeifType(head: Uint8Array<ArrayBuffer>, found: string): string | null {
  const view = Buffer.from(head.buffer, head.byteOffset, head.length);
  if ((found !== 'image/heif' && found !== 'video/mp4') || view.toString('latin1', 4, 8) !== 'ftyp')
    return null;
  const names = view.toString('latin1', 8, Math.min(view.length, view.readUInt32BE(0)));
  const brands = Array.from({ length: Math.floor(names.length / 4) }, (_, at) =>
    names.slice(at * 4, at * 4 + 4),
  );
  if (!brands.includes('mif1') && found !== 'image/heif') return null;
  return HEIF_BRANDS.find(([brand]) => brands.includes(brand))?.[1] ?? null;
}

/** Whether a media type is one of an image or a video; drawings that are programs, such as SVG, are neither. */
function getKind(type: string): InspectedMedia['kind'] {
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('image/') && !type.includes('svg') ? 'image' : null;
}

async function inspectImage(source: ByteSource, type: string): Promise<ImageFacts> {
  const head = await source.read(0, IMAGE_HEAD_BYTES);
  const size = measureImage(head, await isTurnedImage(source, type));
  const isWhole = await (ENDS[type]?.(source, head) ?? true);
  const isRead = head.length >= source.size;
  return { ...(size ?? NO_SIZE), isDamaged: (size === null && isRead) || isWhole === false };
}

function measureImage(head: Uint8Array, isTurned: boolean): MediaSize | null {
  try {
    const { width, height } = imageSize(head);
    return toMediaSize(width, height, isTurned);
  } catch {
    return null;
  }
}

type EndCheck = (source: ByteSource, head: Uint8Array) => Promise<boolean | null>;

/** Whether a file of a type ends as it must; null if that is not known. */
const ENDS: Readonly<Record<string, EndCheck | undefined>> = {
  'image/png': (source) => findBytes(source, Buffer.from('IEND', 'latin1'), 0),
  // RIFF: the length after the first eight bytes
  'image/webp': async (source, head) =>
    head.length >= 8 && Buffer.from(head).readUInt32LE(4) + 8 <= source.size,
};
