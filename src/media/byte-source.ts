/** Bytes that are read in parts, such as those of an open file. */
export interface ByteSource {
  size: number;
  /** Reads `length` bytes at `offset`, fewer at the end. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** A size as displayed, in pixels; null if it is not known. */
export interface MediaSize {
  readonly width: number | null;
  readonly height: number | null;
}

export const NO_SIZE: MediaSize = { width: null, height: null };

/** Rounds a size to pixels. @returns null for one that no picture has */
export function toMediaSize(width: number, height: number, isTurned = false): MediaSize | null {
  const [across, down] = [Math.round(width), Math.round(height)];
  if (!isLength(across) || !isLength(down)) return null;
  return isTurned ? { width: down, height: across } : { width: across, height: down };
}

function isLength(pixels: number): boolean {
  return Number.isSafeInteger(pixels) && pixels > 0;
}

export async function readBuffer(source: ByteSource, offset: number, length: number): Promise<Buffer> {
  const bytes = await source.read(offset, length);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

const KIB = 1024;
/** Most files have what ends them in their last bytes, with what some cameras append. */
const TAIL_BYTES = 64 * KIB;
const CHUNK_BYTES = 1024 * KIB;
/** Our choice: no picture is larger, and the rest of a larger file is not read. */
const MOST_SEARCHED_BYTES = 256 * 1024 * KIB;

/**
 * Looks for bytes, at the end first: motion photos have a whole video behind the picture.
 *
 * @returns null if they were not found in the part that was read
 */
export async function findBytes(source: ByteSource, wanted: Buffer, from: number): Promise<boolean | null> {
  const tail = Math.max(from, source.size - TAIL_BYTES);
  if ((await readBuffer(source, tail, TAIL_BYTES)).includes(wanted)) return true;
  const end = Math.min(tail, from + MOST_SEARCHED_BYTES);
  for (let at = from; at < end; at += CHUNK_BYTES) {
    // one that begins in this chunk may end in the next
    if ((await readBuffer(source, at, CHUNK_BYTES + wanted.length - 1)).includes(wanted)) return true;
  }
  return end === tail ? false : null;
}
