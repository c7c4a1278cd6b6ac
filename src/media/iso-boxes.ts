import { type ByteSource, readBuffer } from './byte-source.ts';

/** A box of the ISO base media file format. */
export interface IsoBox {
  readonly name: string;
  /** Where its content begins and ends in the file. */
  readonly start: number;
  readonly end: number;
}

/** A box has a few others in it, a video in fragments two for each of them. */
const MOST_BOXES = 10_000;
const LONGEST_HEADER = 16;

/**
 * Lists the boxes in a part of a file by their headers, whatever their size. The last one may end behind the part.
 *
 * @see docs/decisions/0032-media-by-bytes.md
 */
export async function* walkBoxes(
  source: ByteSource,
  { start, end }: Omit<IsoBox, 'name'>,
): AsyncGenerator<IsoBox> {
  for (let at = start, count = 0; at < end && count < MOST_BOXES; count += 1) {
    const box = readBoxHeader(await readBuffer(source, at, LONGEST_HEADER), at, end);
    if (box === null) return;
    yield box;
    at = box.end;
  }
}

/** The whole of a file, as a part of it. */
export const toWholeFile = ({ size }: ByteSource) => ({ start: 0, end: size });

/**
 * Reads the header of a box: its size in four bytes, or in eight after a 1, and its name. A size of 0 means up to the end.
 *
 * @returns null when there is none, or when it contradicts itself
 */
function readBoxHeader(bytes: Buffer, at: number, end: number): IsoBox | null {
  if (bytes.length < 8) return null;
  const size = bytes.readUInt32BE(0);
  const isLong = size === 1;
  if (isLong && bytes.length < LONGEST_HEADER) return null;
  const header = isLong ? LONGEST_HEADER : 8;
  const length = isLong ? Number(bytes.readBigUInt64BE(8)) : size === 0 ? end - at : size;
  if (length < header) return null;
  return { name: bytes.toString('latin1', 4, 8), start: at + header, end: at + length };
}

/** The boxes of a name in another one; one that is not whole is not listed. */
export async function listBoxes(
  source: ByteSource,
  within: Omit<IsoBox, 'name'>,
  name: string,
): Promise<readonly IsoBox[]> {
  const found: IsoBox[] = [];
  for await (const box of walkBoxes(source, within)) {
    if (box.name === name && box.end <= within.end) found.push(box);
  }
  return found;
}

/** Finds the first box on a path of names. */
export async function findBox(
  source: ByteSource,
  within: Omit<IsoBox, 'name'>,
  ...path: readonly string[]
): Promise<IsoBox | null> {
  const [name, ...rest] = path;
  if (name === undefined) return null;
  for await (const box of walkBoxes(source, within)) {
    if (box.name !== name || box.end > within.end) continue;
    return rest.length === 0 ? box : findBox(source, box, ...rest);
  }
  return null;
}

/** Reads the first bytes of a box. @returns empty without one */
export async function readBox(source: ByteSource, box: IsoBox | null, most: number): Promise<Buffer> {
  if (box === null) return Buffer.alloc(0);
  return readBuffer(source, box.start, Math.min(most, box.end - box.start));
}
