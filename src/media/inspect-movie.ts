import { type ByteSource, type MediaSize, NO_SIZE, toMediaSize } from './byte-source.ts';
import { measureAperture } from './inspect-heif.ts';
import { findBox, type IsoBox, listBoxes, readBox, toWholeFile, walkBoxes } from './iso-boxes.ts';

export interface MovieFacts extends MediaSize {
  readonly seconds: number | null;
  readonly isDamaged: boolean;
}

const UNKNOWN_MOVIE: MovieFacts = { ...NO_SIZE, seconds: null, isDamaged: false };
const DAMAGED_MOVIE: MovieFacts = { ...UNKNOWN_MOVIE, isDamaged: true };

/** Headers are shorter. */
const HEADER_BYTES = 256;

/**
 * Reads the index of a video (`moov`), wherever it is and whatever its size, and nothing of its frames but whether they
 * are all there.
 */
export async function inspectMovie(source: ByteSource): Promise<MovieFacts> {
  let index: IsoBox | null = null;
  let lastFragment: IsoBox | null = null;
  for await (const box of walkBoxes(source, toWholeFile(source))) {
    const isCut = box.end > source.size;
    // the index may come first, and say how long a video is of which the rest is missing
    if (isCut && (box.name === 'mdat' || box.name === 'moov')) return DAMAGED_MOVIE;
    if (box.name === 'moov') index ??= box;
    if (box.name === 'moof' && !isCut) lastFragment = box;
  }
  if (index === null) return DAMAGED_MOVIE;
  return readIndex(source, index, lastFragment);
}

async function readIndex(
  source: ByteSource,
  index: IsoBox,
  lastFragment: IsoBox | null,
): Promise<MovieFacts> {
  const times = readTimes(await readBox(source, await findBox(source, index, 'mvhd'), HEADER_BYTES));
  // an index that is compressed, as old cameras write it, is not read
  if (times === null) return (await findBox(source, index, 'cmov')) === null ? DAMAGED_MOVIE : UNKNOWN_MOVIE;
  const track = await findVideoTrack(source, index);
  const duration = times.duration > 0 ? times.duration : await readFragmentsDuration(source, index);
  const seconds =
    duration > 0 || lastFragment === null || track === null
      ? duration / times.timescale
      : await measureFragments(source, { index, track, last: lastFragment });
  return {
    ...((track === null ? null : await measureTrack(source, track)) ?? NO_SIZE),
    seconds: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) / 1_000 : null,
    isDamaged: false,
  };
}

const ALL_ONES = 2 ** 32 - 1;

/** A number of four bytes, or of eight in version 1 of a box; 0 if it is not whole, or all of its bits say "unknown". */
function readNumber(box: Buffer, at: number): number {
  const isLong = box[0] === 1;
  if (box.length < at + (isLong ? 8 : 4)) return 0;
  if (isLong) return box.readBigUInt64BE(at) === 2n ** 64n - 1n ? 0 : Number(box.readBigUInt64BE(at));
  const number = box.readUInt32BE(at);
  return number === ALL_ONES ? 0 : number;
}

/** Of the header of a movie or of the media of a track; null if it is not whole. */
function readTimes(header: Buffer): { timescale: number; duration: number } | null {
  const at = header[0] === 1 ? 20 : 12;
  if (header.length < at + 8) return null;
  return { timescale: header.readUInt32BE(at), duration: readNumber(header, at + 4) };
}

/** A video in fragments has the duration of all of them in a place of its own. */
async function readFragmentsDuration(source: ByteSource, index: IsoBox): Promise<number> {
  return readNumber(await readBox(source, await findBox(source, index, 'mvex', 'mehd'), HEADER_BYTES), 4);
}

async function findVideoTrack(source: ByteSource, index: IsoBox): Promise<IsoBox | null> {
  for (const track of await listBoxes(source, index, 'trak')) {
    const handler = await readBox(source, await findBox(source, track, 'mdia', 'hdlr'), HEADER_BYTES);
    if (handler.toString('latin1', 8, 12) === 'vide') return track;
  }
  return null;
}

/** Where the matrix of a track's header begins; its size follows. */
const MATRIX_AT = { 0: 40, 1: 52 } as const;
const MATRIX_BYTES = 36;

/** Size of a track as displayed: after its pixel aspect ratio, its clean aperture and its rotation. */
async function measureTrack(source: ByteSource, track: IsoBox): Promise<MediaSize | null> {
  const header = await readBox(source, await findBox(source, track, 'tkhd'), HEADER_BYTES);
  const matrixAt = MATRIX_AT[header[0] === 1 ? 1 : 0];
  if (header.length < matrixAt + MATRIX_BYTES + 8) return null;
  const isTurned = isQuarterTurn(header, matrixAt);
  // 16 binary places each
  const [width = 0, height = 0] = [0, 4].map(
    (at) => header.readUInt32BE(matrixAt + MATRIX_BYTES + at) / 2 ** 16,
  );
  const sample = await measureSample(source, track);
  const isEncodedSize =
    Math.round(width) === sample?.encoded.width && Math.round(height) === sample.encoded.height;
  const shown =
    sample !== null && (isEncodedSize || width === 0 || height === 0) ? sample.displayed : { width, height };
  return toMediaSize(shown.width ?? 0, shown.height ?? 0, isTurned);
}

/** Whether a matrix turns by 90 or 270 degrees: then its first diagonal is smaller than the other one. */
function isQuarterTurn(header: Buffer, at: number): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = [0, 4, 12, 16].map((place) =>
    Math.abs(header.readInt32BE(at + place)),
  );
  return b > a && c > d;
}

/** Where the boxes in the entry of a video codec begin. */
const SAMPLE_BOXES_AT = 78;
const MOST_SAMPLE_BYTES = 256;

/** The size of encoded frames, and that in which they are displayed. */
async function measureSample(
  source: ByteSource,
  track: IsoBox,
): Promise<{ encoded: MediaSize; displayed: MediaSize } | null> {
  const table = await findBox(source, track, 'mdia', 'minf', 'stbl', 'stsd');
  // its entries follow a version, flags and their number
  const entries =
    table === null ? [] : await Array.fromAsync(walkBoxes(source, { ...table, start: table.start + 8 }));
  const [entry] = entries;
  const bytes = await readBox(source, entry ?? null, MOST_SAMPLE_BYTES);
  if (entry === undefined || bytes.length < SAMPLE_BOXES_AT) return null;
  const encoded = toMediaSize(bytes.readUInt16BE(24), bytes.readUInt16BE(26));
  if (encoded === null) return null;
  const within = { ...entry, start: entry.start + SAMPLE_BOXES_AT };
  const aperture = measureAperture(
    await readBox(source, await findBox(source, within, 'clap'), MOST_SAMPLE_BYTES),
  );
  const ratio = readPixelRatio(
    await readBox(source, await findBox(source, within, 'pasp'), MOST_SAMPLE_BYTES),
  );
  const { width, height } = aperture ?? encoded;
  return { encoded, displayed: { width: Math.round((width ?? 0) * ratio), height } };
}

function readPixelRatio(bytes: Buffer): number {
  const ratio = bytes.length < 8 ? 1 : bytes.readUInt32BE(0) / bytes.readUInt32BE(4);
  return Number.isFinite(ratio) && ratio > 0 ? ratio : 1;
}

/** The duration up to the end of the last fragment, in seconds; 0 if it is not known. */
async function measureFragments(
  source: ByteSource,
  { index, track, last }: { index: IsoBox; track: IsoBox; last: IsoBox },
): Promise<number> {
  const header = await readBox(source, await findBox(source, track, 'tkhd'), HEADER_BYTES);
  const id = header.length < 24 ? 0 : header.readUInt32BE(header[0] === 1 ? 20 : 12);
  const times = readTimes(await readBox(source, await findBox(source, track, 'mdia', 'mdhd'), HEADER_BYTES));
  if (times === null) return 0;
  const usual = await readUsualDuration(source, index, id);
  for (const fragment of await listBoxes(source, last, 'traf')) {
    const head = await readBox(source, await findBox(source, fragment, 'tfhd'), HEADER_BYTES);
    if (head.length < 8 || head.readUInt32BE(4) !== id) continue;
    const start = readNumber(await readBox(source, await findBox(source, fragment, 'tfdt'), HEADER_BYTES), 4);
    const ofEach = readFragmentDuration(head) ?? usual;
    let length = 0;
    for (const run of await listBoxes(source, fragment, 'trun'))
      length += sumRun(await readBox(source, run, MOST_RUN_BYTES), ofEach);
    return (start + length) / times.timescale;
  }
  return 0;
}

/** More than a fragment of an hour has. */
const MOST_RUN_BYTES = 8 * 1024 * 1024;

async function readUsualDuration(source: ByteSource, index: IsoBox, id: number): Promise<number> {
  const extension = await findBox(source, index, 'mvex');
  for (const box of extension === null ? [] : await listBoxes(source, extension, 'trex')) {
    const bytes = await readBox(source, box, HEADER_BYTES);
    if (bytes.length >= 16 && bytes.readUInt32BE(4) === id) return bytes.readUInt32BE(12);
  }
  return 0;
}

/** The duration of each sample that a fragment states; null if it states none. */
function readFragmentDuration(head: Buffer): number | null {
  const flags = head.readUInt32BE(0);
  if ((flags & 0x08) === 0) return null;
  const at = 8 + ((flags & 0x01) === 0 ? 0 : 8) + ((flags & 0x02) === 0 ? 0 : 4);
  return head.length < at + 4 ? null : head.readUInt32BE(at);
}

/** The members of a sample that a run may state, each of four bytes: the duration is the first one. */
const SAMPLE_MEMBERS = [0x100, 0x200, 0x400, 0x800];

function sumRun(bytes: Buffer, ofEach: number): number {
  if (bytes.length < 8) return 0;
  const flags = bytes.readUInt32BE(0);
  const count = bytes.readUInt32BE(4);
  if ((flags & 0x100) === 0) return count * ofEach;
  const step = SAMPLE_MEMBERS.filter((member) => (flags & member) !== 0).length * 4;
  let at = 8 + ((flags & 0x01) === 0 ? 0 : 4) + ((flags & 0x04) === 0 ? 0 : 4);
  let sum = 0;
  for (let sample = 0; sample < count && at + step <= bytes.length; sample += 1, at += step)
    sum += bytes.readUInt32BE(at);
  return sum;
}
