import { imageSize } from 'image-size';
import {
  type ByteSource,
  findBytes,
  type MediaSize,
  NO_SIZE,
  readBuffer,
  toMediaSize,
} from './byte-source.ts';

/** A file has a few dozen: more are made of depth maps and previews, each in parts of 64 KiB. */
const MOST_SEGMENTS = 10_000;

const START_OF_IMAGE = Buffer.from([0xff, 0xd8]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
const EXIF = Buffer.from('Exif\0\0', 'latin1');

const APP1 = 0xe1;
const SCAN = 0xda;
const END = 0xd9;

interface JpegHead {
  frame: Buffer | null;
  exif: Buffer | null;
  /** Where the pixels begin; null if they were not found. */
  scanAt: number | null;
  /** It ends before the pixels, or contradicts itself. */
  isBroken: boolean;
}

/**
 * Reads a JPEG: its size as Exif turns it, and whether its end is there. Thumbnails, depth maps and profiles before the
 * pixels are skipped, whatever their size, and so is what phones append, such as the video of a motion photo.
 */
export async function inspectJpeg(source: ByteSource): Promise<MediaSize & { isDamaged: boolean }> {
  const { frame, exif, scanAt, isBroken } = await readHead(source);
  const size = frame === null ? null : measureFrame(frame, exif);
  const isEnded = scanAt === null ? null : await findBytes(source, END_OF_IMAGE, scanAt);
  return { ...(size ?? NO_SIZE), isDamaged: isBroken || isEnded === false };
}

async function readHead(source: ByteSource): Promise<JpegHead> {
  let frame: Buffer | null = null;
  let exif: Buffer | null = null;
  for (let at = 2, count = 0; count < MOST_SEGMENTS; count += 1) {
    const head = await readBuffer(source, at, 4);
    const marker = head[1] ?? 0;
    if (head[0] !== 0xff || head.length < 2) return { frame, exif, scanAt: null, isBroken: true };
    if (marker === END) return { frame, exif, scanAt: null, isBroken: frame === null };
    if (marker === SCAN) return { frame, exif, scanAt: at, isBroken: frame === null };
    if (marker === 0xff) {
      at += 1; // fill bytes
      continue;
    }
    const length = head.length < 4 ? 0 : head.readUInt16BE(2);
    if (length < 2 || at + 2 + length > source.size) return { frame, exif, scanAt: null, isBroken: true };
    const isExif = marker === APP1 && exif === null;
    if (isExif || isFrame(marker)) {
      const segment = await readBuffer(source, at, 2 + length);
      if (isFrame(marker)) frame ??= segment;
      else if (segment.subarray(4, 4 + EXIF.length).equals(EXIF)) exif = segment;
    }
    at += 2 + length;
  }
  return { frame, exif, scanAt: null, isBroken: false };
}

/** Frames of all kinds, such as progressive ones, and no tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Size in the header of a frame, behind its marker, its length and its precision. */
function measureFrame(frame: Buffer, exif: Buffer | null): MediaSize | null {
  if (frame.length < 9) return null;
  // from 5 on, Exif turns the image by 90 degrees
  return toMediaSize(frame.readUInt16BE(7), frame.readUInt16BE(5), readOrientation(exif, frame) >= 5);
}

/** Reads the orientation as the image library does, from a file that has only these segments. */
function readOrientation(exif: Buffer | null, frame: Buffer): number {
  if (exif === null) return 1;
  try {
    return imageSize(Buffer.concat([START_OF_IMAGE, exif, frame, END_OF_IMAGE])).orientation ?? 1;
  } catch {
    return 1;
  }
}
