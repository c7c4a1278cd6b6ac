import { crc32 } from 'node:zlib';

/** A size in pixels. */
interface Pixels {
  readonly width?: number;
  readonly height?: number;
}

export const u16 = (...values: readonly number[]) =>
  Buffer.concat(values.map((value) => numberBytes(value, 2)));
export const u32 = (...values: readonly number[]) =>
  Buffer.concat(values.map((value) => numberBytes(value, 4)));

function numberBytes(value: number, length: 2 | 4): Buffer {
  const bytes = Buffer.alloc(length);
  if (length === 2) bytes.writeUInt16BE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}

/** A PNG without pixels: enough for what looks at heads and ends. */
export function pngBytes({ width = 1_080, height = 1_350 }: Pixels = {}): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([u32(width, height), Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', Buffer.from([0x78, 0x9c, 0x03, 0, 0, 0, 0, 1])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** TIFF data that only says how a picture is turned, as Exif has it. @param orientation as Exif numbers it */
export function orientationBytes(orientation: number): Buffer {
  const entry = [u16(1, 0x0112, 3), u32(1), u16(orientation, 0), u32(0)];
  return Buffer.concat([Buffer.from('MM', 'latin1'), u16(42), u32(8), ...entry]);
}

/** A JPEG without pixels. @param orientation as Exif numbers it */
export function jpegBytes({
  width = 800,
  height = 600,
  orientation = 1,
}: Pixels & { orientation?: number } = {}) {
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationBytes(orientation)]);
  const frame = Buffer.concat([Buffer.from([8]), u16(height, width), Buffer.from([1, 1, 0x11, 0])]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1]),
    u16(exif.length + 2),
    exif,
    Buffer.from([0xff, 0xc0]),
    u16(frame.length + 2),
    frame,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A WebP whose RIFF header says how long it is. */
export function webpBytes({ width = 640, height = 480 }: Pixels = {}): Buffer {
  const little = (value: number, length: number) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUIntLE(value, 0, length);
    return bytes;
  };
  const head = Buffer.concat([little(0, 4), little(width - 1, 3), little(height - 1, 3)]);
  const body = Buffer.concat([
    Buffer.from('WEBPVP8X', 'latin1'),
    little(head.length, 4),
    head,
    Buffer.alloc(32),
  ]);
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), little(body.length, 4), body]);
}

interface Clip extends Pixels {
  readonly seconds?: number;
  /** `qt  ` makes it a mov. */
  readonly brand?: string;
  /** Bytes of its frames, before its index. */
  readonly frames?: number;
  /** Of its track (default: not turned). */
  readonly matrix?: Buffer;
  /** Boxes of its codec, such as a pixel aspect ratio. */
  readonly codecBoxes?: readonly Buffer[];
  /** More boxes of the index. */
  readonly indexBoxes?: readonly Buffer[];
}

export const box = (name: string, ...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, 'latin1'), body]);
};
export const fullBox = (name: string, ...parts: readonly Buffer[]) => box(name, u32(0), ...parts);

const TIMESCALE = 1_000;
const ONE = 0x10000;
const MATRIX = u32(ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000);

/** A video with an index and no pictures. */
export function clipBytes(clip: Clip = {}): Buffer {
  const { frames = 100 } = clip;
  return Buffer.concat([clipHead(clip), box('mdat', Buffer.alloc(frames)), clipIndex(clip)]);
}

/** The beginning of a video. */
export function clipHead({ brand = 'isom' }: Clip = {}): Buffer {
  return box('ftyp', Buffer.from(brand, 'latin1'), u32(512), Buffer.from(brand, 'latin1'));
}

/** The index of a video, which is often at its end. */
export function clipIndex({
  seconds = 12,
  width = 1_080,
  height = 1_920,
  matrix = MATRIX,
  codecBoxes = [],
  indexBoxes = [],
}: Clip = {}): Buffer {
  // "unknown" is a number of ones
  const duration = Number.isFinite(seconds) ? Math.round(seconds * TIMESCALE) : 0xffffffff;
  const times = u32(0, 0, TIMESCALE, duration);
  const avc1 = box(
    'avc1',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    ...codecBoxes,
  );
  const samples = box(
    'stbl',
    fullBox('stsd', u32(1), avc1),
    fullBox('stts', u32(0)),
    fullBox('stsc', u32(0)),
    fullBox('stsz', u32(0, 0)),
    fullBox('stco', u32(0)),
  );
  const handler = fullBox('hdlr', u32(0), Buffer.from('vide', 'latin1'), Buffer.alloc(13));
  const header = fullBox(
    'tkhd',
    u32(0, 0, 1, 0, duration),
    Buffer.alloc(16),
    matrix,
    u32(width * ONE, height * ONE),
  );
  const media = box('mdia', fullBox('mdhd', times, u32(0)), handler, box('minf', samples));
  const movie = fullBox('mvhd', times, u32(ONE), Buffer.alloc(12), MATRIX, Buffer.alloc(24), u32(2));
  return box('moov', movie, box('trak', header, media), ...indexBoxes);
}

/** A HEIC: the size of its primary item, what else its index has, and how it is turned. */
export function heicBytes({
  width = 4_032,
  height = 3_024,
  brand = 'heic',
  properties = [],
  filler = 0,
  framesFirst = false,
}: Pixels & {
  readonly brand?: string;
  /** Properties of the primary item, after its size. */
  readonly properties?: readonly Buffer[];
  /** Bytes in the index, before what says how large the picture is. */
  readonly filler?: number;
  readonly framesFirst?: boolean;
} = {}): Buffer {
  const thumbnail = fullBox('ispe', u32(320, 240));
  const all = [thumbnail, fullBox('ispe', u32(width, height)), ...properties];
  const places = Buffer.from([all.length - 1, ...all.slice(1).map((_, at) => 0x80 | (at + 2))]);
  const ofItems = fullBox('ipma', u32(2), u16(1), Buffer.from([1, 0x81]), u16(2), places);
  const meta = fullBox(
    'meta',
    fullBox('hdlr', u32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
    box('idat', Buffer.alloc(filler)),
    fullBox('pitm', u16(2)),
    box('iprp', box('ipco', ...all), ofItems),
  );
  const frames = box('mdat', Buffer.alloc(100));
  const type = box('ftyp', Buffer.from(brand, 'latin1'), u32(0), Buffer.from('mif1heic', 'latin1'));
  return Buffer.concat([type, ...(framesFirst ? [frames, meta] : [meta, frames])]);
}
