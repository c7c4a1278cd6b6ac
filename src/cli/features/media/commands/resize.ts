import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { ASSUMED } from '../../../../service/assumed.ts';
import { resizeMedia } from '../../../../service/endpoints/media-library.ts';
import { Platform } from '../../../../service/platforms.ts';
import { defineChange } from '../../../framework/command/define-change.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';

const { min, max } = ASSUMED.resizePixels;
const Pixels = z.int().min(min).max(max).optional();

export default defineChange({
  summary: 'Add a resized copy of an image to the media library',
  description: `
Prints the URL of the copy, which posts use. The size is that of a network, or --width and --height in pixels. Needs the Max
Pack. The sandbox does not change images: its copy has the bytes of the original, and only its listed size differs.`,
  examples: [
    'media resize https://media.example.com/cup.jpg --platform pinterest --dry-run',
    'media resize https://media.example.com/cup.jpg --width 1080 --height 1350 --dry-run --json',
  ],
  positional: ['url'],
  validationCode: 101,
  input: z.object({
    url: defineFlag(resizeMedia.body.shape.mediaUrl.describe('URL of the image'), { placeholder: 'url' }),
    platform: defineFlag(Platform.optional().describe('resize it for this network'), {
      placeholder: 'network',
    }),
    width: defineFlag(Pixels.describe(`width in pixels, ${min} to ${max}`), { placeholder: 'n' }),
    height: defineFlag(Pixels.describe(`height in pixels, ${min} to ${max}`), { placeholder: 'n' }),
    watermark: defineFlag(resizeMedia.body.shape.watermarkUrl.describe('URL of an image to put over it'), {
      placeholder: 'url',
    }),
  }),
  output: resizeMedia.answer,
  call: resizeMedia,
  prepare({ platform, width, height }) {
    if ((width === undefined) !== (height === undefined))
      throw createUsageError('--width and --height belong together', 'give both, or --platform');
    if (platform === undefined && width === undefined)
      throw createUsageError('the size is missing', 'add --platform, or --width and --height');
  },
  request: ({ url, platform, width, height, watermark }) => ({
    body: {
      mediaUrl: url,
      ...(platform !== undefined && { platform }),
      ...(width !== undefined && height !== undefined && { dimensions: { width, height } }),
      ...(watermark !== undefined && { watermarkUrl: watermark }),
    },
  }),
  lines: ({ url }) => [{ name: 'url', title: 'url', value: url ?? null }],
});
