import { SAMPLE_PIXELS } from './sample-images.ts';

const TIMESCALE = 1_000;
/** 1 as a fixed-point number. */
const ONE = 0x10000;
/** Leaves the picture as it is. */
const MATRIX = toUint32(ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000);

/**
 * The index of a video of a given duration (boxes of ISO/IEC 14496-12), without pictures: enough for everything that looks at files and does not
 * play them.
 *
 * @param brand `isom` for mp4, `qt  ` for mov
 */
export function buildSampleVideo(seconds: number, brand: 'isom' | 'qt  '): Uint8Array {
  const { width, height } = SAMPLE_PIXELS;
  const duration = Math.round(seconds * TIMESCALE);
  const times = toUint32(0, 0, TIMESCALE, duration);
  const picture = buildBox(
    'avc1',
    Buffer.alloc(6),
    toUint16(1),
    Buffer.alloc(16),
    toUint16(width, height),
    Buffer.alloc(12),
    toUint16(1),
    Buffer.alloc(32),
    toUint16(24, 0xffff),
  );
  const samples = buildBox(
    'stbl',
    buildFullBox('stsd', toUint32(1), picture),
    buildFullBox('stts', toUint32(0)),
    buildFullBox('stsc', toUint32(0)),
    buildFullBox('stsz', toUint32(0, 0)),
    buildFullBox('stco', toUint32(0)),
  );
  const track = buildBox(
    'trak',
    buildFullBox(
      'tkhd',
      toUint32(0, 0, 1, 0, duration),
      Buffer.alloc(16),
      MATRIX,
      toUint32(width * ONE, height * ONE),
    ),
    buildBox(
      'mdia',
      buildFullBox('mdhd', times, toUint32(0)),
      buildFullBox('hdlr', toUint32(0), Buffer.from('vide', 'latin1'), Buffer.alloc(13)),
      buildBox('minf', samples),
    ),
  );
  const head = buildFullBox(
    'mvhd',
    times,
    toUint32(ONE),
    Buffer.alloc(12),
    MATRIX,
    Buffer.alloc(24),
    toUint32(2),
  );
  return Buffer.concat([
    buildBox('ftyp', Buffer.from(brand, 'latin1'), toUint32(512), Buffer.from(brand, 'latin1')),
    buildBox('mdat', Buffer.alloc(16)),
    buildBox('moov', head, track),
  ]);
}

function buildBox(name: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([toUint32(body.length + 8), Buffer.from(name, 'latin1'), body]);
}

/** A box that begins with a version and flags. */
function buildFullBox(name: string, ...parts: readonly Uint8Array[]): Buffer {
  return buildBox(name, toUint32(0), ...parts);
}

function toUint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function toUint16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}
