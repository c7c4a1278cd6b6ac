import { describe, expect, test } from 'vitest';
import { type ByteSource, inspectMedia } from '../../../src/media/inspect-media.ts';
import {
  box,
  clipBytes,
  clipHead,
  clipIndex,
  fullBox,
  heicBytes,
  jpegBytes,
  orientationBytes,
  pngBytes,
  u16,
  u32,
  webpBytes,
} from '../../support/sandbox/media-bytes.ts';

function inspect(bytes: Uint8Array) {
  const source: ByteSource = {
    size: bytes.length,
    read: async (offset, length) => Uint8Array.from(bytes.subarray(offset, offset + length)),
  };
  return inspectMedia(source);
}

const MIB = 1024 * 1024;
const irot = (angle: number) => box('irot', Buffer.from([angle]));
const clap = (width: number, height: number) => box('clap', u32(width, 1, height, 1, 0, 1, 0, 1));
const pasp = (across: number, down: number) => box('pasp', u32(across, down));

/** A box whose length is written in eight bytes. */
function longBox(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(content.length + 16));
  return Buffer.concat([u32(1), Buffer.from(name, 'latin1'), length, content]);
}

describe('pictures in HEIF', () => {
  const upright = { type: 'image/heic', width: 4_032, height: 3_024, isDamaged: false };
  const turned = { ...upright, width: 3_024, height: 4_032 };
  const heic = heicBytes();
  const index = heic.subarray(heic.indexOf('meta') + 4, heic.lastIndexOf('mdat') - 4);
  const head = heic.subarray(0, heic.indexOf('meta') - 4);

  test.each([
    ['a HEIC has the size of its primary item, not of its thumbnail', heic, upright],
    ['an index of more than 1 MiB is read', heicBytes({ filler: 3 * MIB }), upright],
    ['the picture may come before its index', heicBytes({ framesFirst: true, filler: 2 * MIB }), upright],
    ['irot 1 turns it', heicBytes({ properties: [irot(1)] }), turned],
    ['irot 3 turns it', heicBytes({ properties: [irot(3)] }), turned],
    ['irot 2 does not change its size', heicBytes({ properties: [irot(2)] }), upright],
    ['imir does not change its size', heicBytes({ properties: [box('imir', Buffer.from([1]))] }), upright],
    [
      'it is cropped before it is turned',
      heicBytes({ properties: [clap(4_000, 3_000), irot(1)] }),
      { ...turned, width: 3_000, height: 4_000 },
    ],
    [
      'a box has a length of 64 bits',
      Buffer.concat([head, longBox('meta', Buffer.from(index)), box('mdat', Buffer.alloc(9))]),
      upright,
    ],
    ['a HEIC of a general brand', heicBytes({ brand: 'mif1' }), upright],
    ['a HEIC of a brand that few programs know', heicBytes({ brand: 'MiHE' }), upright],
    ['an AVIF', heicBytes({ brand: 'avif', properties: [irot(1)] }), { ...turned, type: 'image/avif' }],
    [
      'a picture with a video behind it, as some phones save a motion photo',
      Buffer.concat([heic, box('mpvd', clipBytes())]),
      upright,
    ],
  ])('%s', async (_situation, bytes, expected) => {
    expect(await inspect(bytes)).toMatchObject(expected);
  });

  test.each([
    ['inside of its index', heicBytes({ filler: 2 * MIB }).subarray(0, MIB)],
    ['inside of the picture', heic.subarray(0, -10)],
    ['before its index', heicBytes({ framesFirst: true }).subarray(0, 132)],
  ])('a HEIC that ends %s is damaged', async (_situation, bytes) => {
    expect(await inspect(bytes)).toMatchObject({ type: 'image/heic', isDamaged: true });
  });
});

describe('JPEG', () => {
  const plain = jpegBytes();
  const segment = (marker: number, length: number) =>
    Buffer.concat([Buffer.from([0xff, marker]), u16(length + 2), Buffer.alloc(length)]);
  const insert = (...parts: readonly Buffer[]) =>
    Buffer.concat([plain.subarray(0, 2), ...parts, plain.subarray(2)]);
  const scan = Buffer.concat([
    Buffer.from([0xff, 0xda, 0, 2]),
    Buffer.alloc(1_000, 0x55),
    Buffer.from([0xff, 0xd9]),
  ]);
  const withPixels = (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, -2), scan]);
  const size = { type: 'image/jpeg', width: 800, height: 600, isDamaged: false };
  const progressive = Buffer.from(plain);
  progressive[progressive.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc2;

  test.each([
    [
      'depth maps of 2 MiB before the picture',
      insert(...Array.from({ length: 40 }, () => segment(0xe1, 60_000))),
    ],
    ['a progressive one', progressive],
    ['fill bytes between its parts', insert(Buffer.from([0xff, 0xff, 0xff, 0xff]))],
    [
      'a motion photo: a video of 300 KiB follows the picture',
      Buffer.concat([withPixels(plain), clipBytes({ frames: 300 * 1024 })]),
    ],
    [
      'a gain map or a second picture that was cut short',
      Buffer.concat([withPixels(plain), withPixels(plain).subarray(0, -9)]),
    ],
  ])('%s', async (_situation, bytes) => {
    expect(await inspect(bytes)).toMatchObject(size);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'orientation %i is that in which it is displayed',
    async (orientation) => {
      const shown = await inspect(withPixels(jpegBytes({ orientation })));
      expect([shown.width, shown.height]).toEqual(orientation < 5 ? [800, 600] : [600, 800]);
    },
  );

  test('the end of its thumbnail is not the end of a picture that was cut short', async () => {
    const thumbnail = Buffer.concat([Buffer.from([0xff, 0xe2]), u16(4), Buffer.from([0xff, 0xd9])]);
    const cut = withPixels(insert(thumbnail)).subarray(0, -20);
    expect(await inspect(cut)).toMatchObject({ isDamaged: true });
  });
});

describe('videos', () => {
  const matrix = (a: number, b: number, c: number, d: number) =>
    u32(...[a, b, 0, c, d, 0, 0, 0, 0x4000].map((value) => (value * 0x10000) >>> 0));
  const landscape = { width: 1_920, height: 1_080 };

  test.each([
    ['turned by 90 degrees', { ...landscape, matrix: matrix(0, 1, -1, 0) }, { width: 1_080, height: 1_920 }],
    ['turned by 270 degrees', { ...landscape, matrix: matrix(0, -1, 1, 0) }, { width: 1_080, height: 1_920 }],
    ['turned by 180 degrees', { ...landscape, matrix: matrix(-1, 0, 0, -1) }, landscape],
    ['with wide pixels', { width: 1_440, height: 1_080, codecBoxes: [pasp(4, 3)] }, landscape],
    [
      'with wide pixels, turned',
      { width: 1_440, height: 1_080, codecBoxes: [pasp(4, 3)], matrix: matrix(0, 1, -1, 0) },
      { width: 1_080, height: 1_920 },
    ],
    ['with a clean aperture', { width: 1_920, height: 1_088, codecBoxes: [clap(1_920, 1_080)] }, landscape],
    ['with a pixel ratio of zero', { ...landscape, codecBoxes: [pasp(0, 0)] }, landscape],
  ])('one %s has the size that is displayed', async (_situation, clip, expected) => {
    for (const brand of ['isom', 'qt  ', '3gp4'])
      expect(await inspect(clipBytes({ ...clip, brand }))).toMatchObject({ ...expected, isDamaged: false });
  });

  test('one that states the displayed size is not widened again', async () => {
    const clip = Buffer.from(clipBytes({ ...landscape, codecBoxes: [pasp(4, 3)] }));
    clip.writeUInt16BE(1_440, clip.indexOf('avc1') + 4 + 24);
    expect(await inspect(clip)).toMatchObject(landscape);
  });

  test('a duration of ones is not known', async () => {
    expect(await inspect(clipBytes({ seconds: Number.POSITIVE_INFINITY }))).toMatchObject({
      seconds: null,
      isDamaged: false,
    });
  });

  test.each([
    ['the same for all frames', u32(0x20000, 1), fullBox('trun', u32(2)), 8 + 2],
    [
      'one for each frame',
      u32(0x20000, 1),
      Buffer.concat([u32(20), Buffer.from('trun'), u32(0x100, 1, 2_500)]),
      8 + 2.5,
    ],
  ])(
    'of a video in fragments, whose duration is %s, the last one says how long it is',
    async (_situation, head, run, seconds) => {
      const usual = box('mvex', fullBox('trex', u32(1, 1, 1_000, 0, 0)));
      const index = clipIndex({ seconds: 0, indexBoxes: [usual] });
      const fragment = (start: number) => [
        box('moof', box('traf', box('tfhd', head), fullBox('tfdt', u32(start)), run)),
        box('mdat', Buffer.alloc(10)),
      ];
      const bytes = Buffer.concat([clipHead(), index, ...fragment(0), ...fragment(8_000)]);
      expect(await inspect(bytes)).toMatchObject({ seconds, isDamaged: false });
    },
  );

  test('an index of 100 MiB is read in parts', async () => {
    const before = clipHead();
    const [index, end] = [clipIndex({ seconds: 90 }), 100 * MIB];
    const filler = Buffer.concat([u32(end), Buffer.from('free')]);
    index.writeUInt32BE(index.length + end);
    const bytes = Buffer.concat([before, index.subarray(0, 8), filler]);
    const rest = index.subarray(8);
    let read = 0;
    const found = await inspectMedia({
      size: before.length + index.length + end,
      async read(offset, length) {
        read += length;
        const restAt = before.length + 8 + end;
        if (offset >= restAt)
          return Uint8Array.from(rest.subarray(offset - restAt, offset - restAt + length));
        return Uint8Array.from(bytes.subarray(offset, offset + length));
      },
    });
    expect(found).toMatchObject({ seconds: 90, width: 1_080, isDamaged: false });
    expect(read).toBeLessThan(MIB);
  });

  test('a compressed index, as old cameras write it, is not read, and not damaged', async () => {
    const bytes = Buffer.concat([clipHead({ brand: 'qt  ' }), box('moov', box('cmov', Buffer.alloc(90)))]);
    expect(await inspect(bytes)).toMatchObject({ width: null, seconds: null, isDamaged: false });
  });
});

describe('Exif turns pictures of every type that has it', () => {
  const ORIGINAL = { width: 640, height: 480 };
  const littleU32 = (value: number) => Buffer.from(u32(value)).reverse();
  const withChunk = (chunk: Buffer) => {
    const png = pngBytes(ORIGINAL);
    const end = png.indexOf('IEND') - 4;
    return Buffer.concat([
      png.subarray(0, end),
      u32(chunk.length),
      Buffer.from('eXIf'),
      chunk,
      u32(0),
      png.subarray(end),
    ]);
  };
  const inWebp = (data: Buffer) => {
    const bytes = webpBytes(ORIGINAL);
    const vp8x = bytes.subarray(8, 30); // without the zeros behind it
    const odd = Buffer.concat([Buffer.from('ICCP'), littleU32(3), Buffer.alloc(4)]);
    const body = Buffer.concat([vp8x, odd, Buffer.from('EXIF'), littleU32(data.length), data]);
    return Buffer.concat([Buffer.from('RIFF'), littleU32(body.length), body]);
  };
  const tiff = (orientation: number) => {
    const entry = (tag: number, value: number) => Buffer.concat([u16(tag, 3), u32(1), u16(value, 0)]);
    const entries = [entry(0x0100, 640), entry(0x0101, 480), entry(0x0112, orientation)];
    return Buffer.concat([Buffer.from('MM'), u16(42), u32(8), u16(entries.length), ...entries, u32(0)]);
  };
  const exif = (orientation: number) =>
    Buffer.concat([Buffer.from('Exif\0\0'), orientationBytes(orientation)]);

  test.each([
    ['a PNG', (orientation: number) => withChunk(orientationBytes(orientation))],
    ['a WebP', (orientation: number) => inWebp(orientationBytes(orientation))],
    ['a WebP with the mark of JPEG before the data', (orientation: number) => inWebp(exif(orientation))],
    ['a TIFF', tiff],
  ])('%s', async (_what, build) => {
    for (const orientation of [1, 3, 4]) expect(await inspect(build(orientation))).toMatchObject(ORIGINAL);
    for (const orientation of [5, 6, 8])
      expect(await inspect(build(orientation))).toMatchObject({ width: 480, height: 640 });
  });

  test('Exif that is cut short, or behind the end of a PNG, turns nothing', async () => {
    expect(await inspect(withChunk(orientationBytes(6).subarray(0, 9)))).toMatchObject(ORIGINAL);
    const behind = withChunk(orientationBytes(6)).subarray(-60);
    expect(await inspect(Buffer.concat([pngBytes(ORIGINAL), behind]))).toMatchObject(ORIGINAL);
  });
});

test('a PNG with 200 KiB behind its end is whole', async () => {
  expect(await inspect(Buffer.concat([pngBytes(), Buffer.alloc(200 * 1024, 1)]))).toMatchObject({
    isDamaged: false,
  });
});

test('a TIFF whose index is behind 2 MiB of pixels is an image whose size is not known', async () => {
  const bytes = Buffer.concat([
    Buffer.from('II*\0', 'latin1'),
    Buffer.from([0, 0, 32, 0]),
    Buffer.alloc(2 * MIB),
  ]);
  expect(await inspect(bytes)).toMatchObject({
    type: 'image/tiff',
    kind: 'image',
    width: null,
    isDamaged: false,
  });
});
