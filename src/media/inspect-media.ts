import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';

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

type MovieFacts = Pick<InspectedMedia, 'width' | 'height' | 'seconds' | 'isDamaged'>;

const DAMAGED_MOVIE: MovieFacts = { ...NO_SIZE, seconds: null, isDamaged: true };

/** The index of a video of many hours is smaller. */
const MOST_INDEX_BYTES = 64 * 1024 * KIB;
/** A box has a few others in it, a video in fragments two for each of them. */
const MOST_BOXES = 10_000;
const LONGEST_HEADER = 16;

/** Reads the index of a video (`moov`), wherever it is, and nothing of its frames but whether they are all there. */
async function inspectMovie(source: ByteSource): Promise<MovieFacts> {
  let facts: MovieFacts | null = null;
  for (let at = 0, count = 0; at < source.size && count < MOST_BOXES; count += 1) {
    const header = readBoxHeader(await source.read(at, LONGEST_HEADER), source.size - at);
    if (header === null) break;
    const { name, start, end } = header;
    const isCut = at + end > source.size;
    // the index may come first, and say how long a video is of which the rest is missing
    if (isCut && name === 'mdat') return DAMAGED_MOVIE;
    if (name === 'moov' && facts === null) {
      if (isCut || end - start > MOST_INDEX_BYTES) return DAMAGED_MOVIE;
      facts = toMovieFacts(await source.read(at + start, end - start));
    }
    at += end;
  }
  return facts ?? DAMAGED_MOVIE;
}

/** Where the content of a box begins and ends, from its first byte. */
interface BoxHeader {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the header of a box of the ISO base media file format: its size in four bytes, or in eight after a 1, and its
 * name. A size of 0 means up to the end.
 *
 * @returns null when there is none, or when it contradicts itself
 */
function readBoxHeader(bytes: Uint8Array, rest: number): BoxHeader | null {
  if (bytes.length < 8) return null;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const name = view.toString('latin1', 4, 8);
  const size = view.readUInt32BE(0);
  const isLong = size === 1;
  if (isLong && bytes.length < LONGEST_HEADER) return null;
  const start = isLong ? LONGEST_HEADER : 8;
  const end = isLong ? Number(view.readBigUInt64BE(8)) : size === 0 ? rest : size;
  return end < start ? null : { name, start, end };
}

/** The contents of the boxes of a name in a box; one that is not whole ends the list. */
function listBoxes(bytes: Uint8Array, name: string): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0, count = 0; at < bytes.length && count < MOST_BOXES; count += 1) {
    const header = readBoxHeader(bytes.subarray(at, at + LONGEST_HEADER), bytes.length - at);
    if (header === null || at + header.end > bytes.length) break;
    if (header.name === name)
      found.push(Buffer.from(bytes.buffer, bytes.byteOffset + at + header.start, header.end - header.start));
    at += header.end;
  }
  return found;
}

const findBox = (bytes: Uint8Array, ...path: readonly string[]): Buffer | null =>
  path.reduce<Uint8Array | null>(
    (box, name) => (box === null ? null : (listBoxes(box, name)[0] ?? null)),
    bytes,
  ) as Buffer | null; // `listBoxes` returns buffers

function toMovieFacts(index: Uint8Array): MovieFacts {
  const header = findBox(index, 'mvhd');
  const times = header === null ? null : readTimes(header);
  if (times === null) return DAMAGED_MOVIE;
  const fragments = findBox(index, 'mvex', 'mehd');
  // a video in fragments has the duration of all of them in a place of its own
  const duration = times.duration > 0 ? times.duration : fragments === null ? 0 : readNumber(fragments, 4);
  const seconds = duration / times.timescale;
  return {
    ...measureVideo(index),
    seconds: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) / 1_000 : null,
    isDamaged: false,
  };
}

/** A number of four bytes, or of eight in version 1 of a box; 0 if it is not whole. */
function readNumber(box: Buffer, at: number): number {
  const isLong = box[0] === 1;
  if (box.length < at + (isLong ? 8 : 4)) return 0;
  return isLong ? Number(box.readBigUInt64BE(at)) : box.readUInt32BE(at);
}

/** Of the header of a movie; null if it is not whole. */
function readTimes(header: Buffer): { readonly timescale: number; readonly duration: number } | null {
  const at = header[0] === 1 ? 20 : 12;
  if (header.length < at + 8) return null;
  return { timescale: header.readUInt32BE(at), duration: readNumber(header, at + 4) };
}

/** Dimensions of the first track of a video, from its header: the last eight bytes, with 16 binary places each. */
function measureVideo(index: Uint8Array): Pick<InspectedMedia, 'width' | 'height'> {
  const track = listBoxes(index, 'trak').find(
    (each) => findBox(each, 'mdia', 'hdlr')?.toString('latin1', 8, 12) === 'vide',
  );
  const header = track === undefined ? null : findBox(track, 'tkhd');
  const at = header?.[0] === 1 ? 88 : 76;
  if (header === null || header.length < at + 8) return NO_SIZE;
  const [width, height] = [at, at + 4].map((place) => Math.round(header.readUInt32BE(place) / 2 ** 16));
  return isLength(width ?? 0) && isLength(height ?? 0) ? { width: width ?? 0, height: height ?? 0 } : NO_SIZE;
}
