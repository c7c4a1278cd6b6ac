import { inspectMedia } from '../../../../src/media/inspect-media.ts';
import { jpegBytes, pngBytes } from '../../sandbox/media-bytes.ts';
import { type FuzzTarget, toBytes } from '../fuzz-target.ts';

const box = (name: string, content: string) => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + content.length);
  return size.toString('latin1') + name + content;
};

/** Pictures and videos by their bytes. Hostile ones lead to unknown facts, never to an error. */
export const media: FuzzTarget = {
  isBytes: true,
  seeds: [
    pngBytes().toString('latin1'),
    jpegBytes().toString('latin1'),
    jpegBytes({ orientation: 6 }).toString('latin1'),
    'GIF89a\x10\0\x10\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\0\0\0\0\0,\0\0\0\0\x10\0\x10\0\0\x02\x02L\x01\0;',
    'RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\x0f\0\0\x0f\0\0',
    'RIFF\x16\0\0\0WEBPVP8L\x0a\0\0\0/\x0f\xc0\x03\0\0\0\0\0\0',
    `${box('ftyp', 'isom\0\0\x02\0isomiso2mp41')}${box('moov', box('mvhd', `${'\0'.repeat(12)}\0\0\x03\xe8\0\0\x27\x10${'\0'.repeat(80)}`) + box('trak', box('tkhd', `\0\0\0\x01${'\0'.repeat(72)}\x04\x38\0\0\x07\x80\0\0`) + box('mdia', box('mdhd', '\0'.repeat(24)) + box('hdlr', `${'\0'.repeat(8)}vide${'\0'.repeat(12)}`))))}${box('mdat', 'x')}`,
    `${box('ftyp', 'heic\0\0\0\0mif1heic')}${box('meta', `\0\0\0\0${box('pitm', '\0\0\0\0\0\x01')}${box('iprp', box('ipco', box('ispe', '\0\0\0\0\0\0\x04\0\0\0\x03\0') + box('irot', '\x01')) + box('ipma', '\0\0\0\0\0\0\0\x01\0\x01\x02\x01\x02'))}`)}`,
    '\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm',
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
    'BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0',
  ],
  tokens: [
    ...[
      'ftyp',
      'moov',
      'trak',
      'tkhd',
      'mdia',
      'hdlr',
      'vide',
      'meta',
      'iprp',
      'ipco',
      'ispe',
      'ipma',
      'irot',
      'clap',
      'mdat',
      'free',
    ],
    ...[
      'IHDR',
      'IEND',
      'Exif\0\0',
      'MM\0*',
      'II*\0',
      '\xff\xc0',
      '\xff\xe1',
      '\xff\xd9',
      '\xff\xda',
      'VP8 ',
      'VP8X',
      'avif',
      'qt  ',
    ],
  ],
  maxLength: 20_000,
  async run(input) {
    const bytes = toBytes(input);
    const found = await inspectMedia({
      size: bytes.length,
      read: async (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
    });
    for (const pixels of [found.width, found.height])
      if (pixels !== null && !(Number.isSafeInteger(pixels) && pixels > 0))
        throw new Error(`a size of ${pixels}`);
  },
};
