import { type ByteSource, readBuffer } from './byte-source.ts';

/** Our choice: pictures have some thousands, and the rest of a file with more is not read. */
const MOST_CHUNKS = 10_000;
/** Our choice: an index has a few dozen entries. */
const MOST_ENTRIES = 1_000;

const ENTRY_BYTES = 12;
const ORIENTATION = 0x0112;
const EXIF = 'Exif\0\0';

/** Finds the start of the TIFF data that says how a picture of a type is turned; null for none. */
const FINDERS: Readonly<Record<string, ((source: ByteSource) => Promise<number | null>) | undefined>> = {
  'image/png': findInPng,
  'image/apng': findInPng,
  'image/webp': findInWebp,
  'image/tiff': () => Promise.resolve(0),
};

/** Whether a picture is displayed on its side: orientations from 5 on turn it by 90 degrees. */
export async function isTurnedImage(source: ByteSource, type: string): Promise<boolean> {
  const start = (await FINDERS[type]?.(source)) ?? null;
  return start !== null && (await readOrientation(source, start)) >= 5;
}

/** Chunks of PNG: length, name, data, check sum. */
async function findInPng(source: ByteSource): Promise<number | null> {
  let at = 8;
  for (let count = 0; count < MOST_CHUNKS; count += 1) {
    const head = await readBuffer(source, at, 8);
    const name = head.toString('latin1', 4);
    if (head.length < 8 || name === 'IEND') return null;
    if (name === 'eXIf') return at + 8;
    at += 12 + head.readUInt32BE(0);
  }
  return null;
}

/** Chunks of RIFF: name, length, data, and a byte after an odd length. */
async function findInWebp(source: ByteSource): Promise<number | null> {
  let at = 12;
  for (let count = 0; count < MOST_CHUNKS; count += 1) {
    const head = await readBuffer(source, at, 8 + EXIF.length);
    if (head.length < 8) return null;
    // some programs write the mark of JPEG before the data
    if (head.toString('latin1', 0, 4) === 'EXIF')
      return at + 8 + (head.toString('latin1', 8) === EXIF ? EXIF.length : 0);
    const length = head.readUInt32LE(4);
    at += 8 + length + (length % 2);
  }
  return null;
}

/** Reads the orientation in the first index of TIFF data; 1, which is upright, if it does not say. */
async function readOrientation(source: ByteSource, start: number): Promise<number> {
  const head = await readBuffer(source, start, 8);
  const order = head.toString('latin1', 0, 2);
  if (head.length < 8 || !['II', 'MM'].includes(order)) return 1;
  const isLittle = order === 'II';
  const read16 = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const index = start + (isLittle ? head.readUInt32LE(4) : head.readUInt32BE(4));
  const counted = await readBuffer(source, index, 2);
  if (counted.length < 2) return 1;
  const count = Math.min(read16(counted, 0), MOST_ENTRIES);
  const entries = await readBuffer(source, index + 2, count * ENTRY_BYTES);
  for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES)
    if (read16(entries, at) === ORIENTATION) return read16(entries, at + 8);
  return 1;
}
