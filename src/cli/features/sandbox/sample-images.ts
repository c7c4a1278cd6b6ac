import { crc32, deflateSync } from 'node:zlib';

/** Size of samples in pixels: upright, as most networks show posts. */
export const SAMPLE_PIXELS = { width: 1_080, height: 1_350 } as const;

const { width, height } = SAMPLE_PIXELS;

/** Gray of a row of the gradient: from black above to white below. */
const getGray = (row: number): number => Math.floor((row / height) * 256);

/** A gray gradient as a PNG. */
export function buildSamplePng(): Uint8Array {
  const rows = Buffer.alloc((width + 1) * height); // the first byte of a row is its filter: none
  for (let row = 0; row < height; row += 1) {
    const start = row * (width + 1) + 1;
    rows.fill(getGray(row), start, start + width);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8; // bits of a pixel; all else is 0: gray, and the usual compression
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    buildChunk('IHDR', head),
    buildChunk('IDAT', deflateSync(rows)),
    buildChunk('IEND', Buffer.alloc(0)),
  ]);
}

function buildChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

const BLOCK = 8;
/** Length of the Huffman codes of DC categories; 9 categories fit, and none is all ones. */
const DC_CODE_BITS = 4;
const DC_CATEGORIES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/**
 * A gray gradient as a baseline JPEG (ITU T.81): each block of 8 by 8 pixels has one gray, so that it consists of its
 * DC coefficient and an end of block.
 */
export function buildSampleJpeg(): Uint8Array {
  const bits = createBitWriter('high first');
  let before = 0;
  for (let row = 0; row < height; row += BLOCK) {
    const level = getGray(row) - 128;
    for (let column = 0; column < width; column += BLOCK) {
      const step = level - before;
      before = level;
      const category = Math.abs(step).toString(2).replace(/^0/, '').length;
      bits.add(category, DC_CODE_BITS);
      bits.add(step < 0 ? step + 2 ** category - 1 : step, category);
      bits.add(0, 1); // end of block
    }
  }
  const scan = [...bits.finish(1)].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte]));
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...buildSegment(0xe0, [...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...buildSegment(0xdb, [0, ...Array<number>(BLOCK * BLOCK).fill(BLOCK)]), // DC is 8 times the gray
    ...buildSegment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    ...buildSegment(0xc4, [0x00, ...countCodes(DC_CODE_BITS, DC_CATEGORIES.length), ...DC_CATEGORIES]),
    ...buildSegment(0xc4, [0x10, ...countCodes(1, 1), 0]),
    ...buildSegment(0xda, [1, 1, 0x00, 0, 63, 0]),
    ...scan,
    ...[0xff, 0xd9],
  ]);
}

function buildSegment(marker: number, content: readonly number[]): readonly number[] {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...content];
}

/** The number of Huffman codes of each length from 1 to 16. */
function countCodes(length: number, count: number): readonly number[] {
  return Array.from({ length: 16 }, (_, place) => (place + 1 === length ? count : 0));
}

const GIF_BLOCK = 255;
const GRAYS = 256;
const [CLEAR, END] = [GRAYS, GRAYS + 1];
const MOST_CODES = 4_096;

/** A gray gradient as a GIF of one picture. */
export function buildSampleGif(): Uint8Array {
  const head = Buffer.from([...Buffer.from('GIF89a', 'latin1'), 0, 0, 0, 0, 0xf7, 0, 0]);
  const picture = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8]);
  for (const [buffer, at] of [
    [head, 6],
    [picture, 5],
  ] as const) {
    buffer.writeUInt16LE(width, at);
    buffer.writeUInt16LE(height, at + 2);
  }
  const palette = Array.from({ length: GRAYS }, (_, gray) => [gray, gray, gray]).flat();
  const data = compressRows();
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += GIF_BLOCK) {
    const block = data.subarray(at, at + GIF_BLOCK);
    blocks.push(Uint8Array.of(block.length), block);
  }
  return Buffer.concat([head, Uint8Array.from(palette), picture, ...blocks, Uint8Array.of(0, 0x3b)]);
}

/** The pixels of the gradient by LZW, as GIF has it. */
function compressRows(): Uint8Array {
  const bits = createBitWriter('low first');
  let codes = new Map<number, number>();
  let length = 9;
  bits.add(CLEAR, length);
  let prefix = -1;
  for (let at = 0; at < width * height; at += 1) {
    const gray = getGray(Math.floor(at / width));
    const pair = prefix * GRAYS + gray;
    const known = prefix === -1 ? gray : codes.get(pair);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    bits.add(prefix, length);
    prefix = gray;
    const next = END + 1 + codes.size;
    if (next === MOST_CODES) {
      bits.add(CLEAR, length);
      [codes, length] = [new Map(), 9];
      continue;
    }
    codes.set(pair, next);
    if (next === 2 ** length) length += 1;
  }
  bits.add(prefix, length);
  bits.add(END, length);
  return bits.finish(0);
}

/** A gray picture as a lossless WebP (RFC 9649): each of its codes has one symbol, so that pixels take no bits. */
export function buildSampleWebp(): Uint8Array {
  const bits = createBitWriter('low first');
  bits.add(0x2f, 8);
  bits.add(width - 1, 14);
  bits.add(height - 1, 14);
  bits.add(0, 1 + 3); // no alpha, version 0
  bits.add(0, 3); // no transform, no cache of colors, one group of codes
  const [gray, opaque] = [128, 255];
  for (const symbol of [gray, gray, gray, opaque, 0]) {
    bits.add(0b101, 3); // a simple code, of one symbol, which has 8 bits
    bits.add(symbol, 8);
  }
  const data = bits.finish(0);
  const content = Buffer.alloc(12 + data.length + (data.length % 2));
  content.write('WEBPVP8L', 'latin1');
  content.writeUInt32LE(data.length, 8);
  content.set(data, 12);
  const head = Buffer.from('RIFF0000', 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** Joins codes of any length to bytes. @param order which bit of a byte, and of a code, comes first */
function createBitWriter(order: 'high first' | 'low first') {
  const bytes: number[] = [];
  let [held, count] = [0, 0];
  const addBit = (bit: number) => {
    held |= bit << (order === 'high first' ? 7 - count : count);
    count += 1;
    if (count < 8) return;
    bytes.push(held);
    [held, count] = [0, 0];
  };
  return {
    add(code: number, length: number) {
      for (let at = 0; at < length; at += 1)
        addBit((code >> (order === 'high first' ? length - 1 - at : at)) & 1);
    },
    /** @param filler the bits after the last code */
    finish(filler: 0 | 1): Uint8Array {
      while (count > 0) addBit(filler);
      return Uint8Array.from(bytes);
    },
  };
}
