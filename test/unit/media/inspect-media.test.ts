import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ByteSource, inspectMedia } from '../../../src/media/inspect-media.ts';
import {
  clipBytes,
  clipHead,
  clipIndex,
  jpegBytes,
  pngBytes,
  webpBytes,
} from '../../support/sandbox/media-bytes.ts';
import { scaled } from '../../support/scale.ts';

function sourceOf(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => Uint8Array.from(bytes.subarray(offset, offset + length)),
  };
}

const inspect = (bytes: Uint8Array) => inspectMedia(sourceOf(bytes));

describe('what a file is, by its bytes', () => {
  test.each([
    ['a PNG', pngBytes({ width: 3, height: 5 }), { type: 'image/png', kind: 'image', width: 3, height: 5 }],
    ['a JPEG', jpegBytes(), { type: 'image/jpeg', kind: 'image', width: 800, height: 600 }],
    ['a JPEG that Exif turns', jpegBytes({ orientation: 6 }), { width: 600, height: 800 }],
    ['a WebP', webpBytes(), { type: 'image/webp', kind: 'image', width: 640, height: 480 }],
    [
      'an mp4',
      clipBytes({ seconds: 12.5 }),
      { type: 'video/mp4', kind: 'video', width: 1_080, seconds: 12.5 },
    ],
    [
      'a mov',
      clipBytes({ brand: 'qt  ', seconds: 3 }),
      { type: 'video/quicktime', seconds: 3, height: 1_920 },
    ],
  ])('%s', async (_what, bytes, expected) => {
    expect(await inspect(bytes)).toMatchObject({ bytes: bytes.length, isDamaged: false, ...expected });
  });

  test.each([
    ['no byte', Buffer.alloc(0), null],
    ['a text', Buffer.from('{"not":"an image"}'), null],
    ['an archive', Buffer.from('1f8b0800000000000003', 'hex'), 'application/gzip'],
    ['a drawing that can run scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
  ])('%s is neither an image nor a video', async (_what, bytes, type) => {
    const found = await inspect(bytes);
    expect(found.kind).toBeNull();
    if (type !== null) expect(found.type).toBe(type);
  });

  test.each([
    ['a PNG', pngBytes()],
    ['a JPEG', jpegBytes()],
    ['a WebP', webpBytes()],
    ['a video', clipBytes()],
  ])('%s that was cut short is damaged', async (_what, bytes) => {
    expect(await inspect(bytes.subarray(0, bytes.length - 20))).toMatchObject({ isDamaged: true });
  });
});

describe('a video whose index is before its frames', () => {
  const box = (name: string, length: number) => {
    const bytes = Buffer.alloc(8 + length);
    bytes.writeUInt32BE(bytes.length);
    bytes.write(name, 4, 'latin1');
    return bytes;
  };
  const whole = Buffer.concat([clipHead(), clipIndex({ seconds: 9 }), box('mdat', 500)]);

  test.each([
    ['is whole', whole, false],
    ['has fragments', Buffer.concat([whole, box('moof', 40), box('mdat', 300)]), false],
    ['ends with bytes of no box', Buffer.concat([whole, Buffer.from('made by a camera')]), false],
    ['lacks a frame', whole.subarray(0, -1), true],
    ['lacks the end of a fragment', Buffer.concat([whole, box('mdat', 300).subarray(0, 20)]), true],
  ])('%s', async (_what, bytes, isDamaged) => {
    expect(await inspect(bytes)).toMatchObject({ isDamaged, seconds: isDamaged ? null : 9 });
  });
});

test('of a video of many gigabytes only its head and its index are read', async () => {
  const head = clipHead();
  const index = clipIndex({ seconds: 90 });
  const frames = 6_000_000_000;
  const long = Buffer.alloc(16);
  long.writeUInt32BE(1);
  long.write('mdat', 4, 'latin1');
  long.writeBigUInt64BE(BigInt(frames), 8);
  const begin = Buffer.concat([head, long]);
  const reads: number[] = [];
  const found = await inspectMedia({
    size: head.length + frames + index.length,
    async read(offset, length) {
      reads.push(length);
      const bytes = new Uint8Array(length);
      const place = (part: Buffer, at: number) => {
        for (const [position, byte] of part.entries()) {
          const to = at + position - offset;
          if (to >= 0 && to < length) bytes[to] = byte;
        }
      };
      place(begin, 0);
      place(index, head.length + frames);
      return bytes.subarray(0, Math.max(0, head.length + frames + index.length - offset));
    },
  });
  expect(found).toMatchObject({ type: 'video/mp4', seconds: 90, isDamaged: false });
  expect(reads.reduce((sum, each) => sum + each, 0)).toBeLessThan(1_000_000);
});

test('hostile bytes are an unknown or damaged file, never an error', async () => {
  const originals = [clipBytes(), clipBytes({ brand: 'qt  ' }), pngBytes(), jpegBytes(), webpBytes()];
  const changes = fc.array(fc.tuple(fc.nat(), fc.oneof(fc.constant(255), fc.nat(255))), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...originals), changes, async (original, changed) => {
      const bytes = Buffer.from(original);
      for (const [at, byte] of changed) bytes[at % bytes.length] = byte;
      expect((await inspect(bytes)).bytes).toBe(bytes.length);
    }),
    { numRuns: scaled(150, 5_000) },
  );
});

test('an index with more boxes than any video has is read only in part', async () => {
  const tiny = Buffer.from([0, 0, 0, 8, ...Buffer.from('free')]);
  const boxes = Buffer.concat(Array.from({ length: 20_000 }, () => tiny));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + boxes.length);
  const index = Buffer.concat([size, Buffer.from('moov'), boxes]);
  expect(await inspect(Buffer.concat([clipHead(), index]))).toMatchObject({
    type: 'video/mp4',
    isDamaged: true,
    seconds: null,
  });
});

test('a table that states 4,294,967,295 samples takes no memory', async () => {
  const bytes = Buffer.from(clipBytes());
  const table = bytes.indexOf('stsz');
  expect(table).toBeGreaterThan(0);
  bytes.writeUInt32BE(1, table + 8);
  bytes.writeUInt32BE(2 ** 32 - 1, table + 12);
  const found = await inspect(bytes);
  expect(found).toMatchObject({ type: 'video/mp4', isDamaged: false });
});

test('an error of reading is not hidden', async () => {
  const read = async () => Promise.reject(new Error('the disk failed'));
  await expect(inspectMedia({ size: 10, read })).rejects.toThrow('the disk failed');
});
