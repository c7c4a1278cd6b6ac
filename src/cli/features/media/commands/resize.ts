import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { resizeMedia } from '../../../../service/endpoints/media-library.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { Platform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedView } from '../../../framework/command/writes.ts';
import { defineFlag, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';

const { min, max } = LIMITS.resizePixels;
const Pixels = z.int().min(min).max(max).optional();

export default defineCommand({
  summary: 'Add a resized copy of an image to the media library',
  description: `
Prints the URL of the copy, which posts use. The size is that of a network, or --width and --height in pixels. Needs the Max
Pack. The sandbox does not change images: its copy has the bytes of the original, and only its listed size differs.`,
  examples: [
    'media resize https://media.example.com/cup.jpg --platform pinterest --dry-run',
    'media resize https://media.example.com/cup.jpg --width 1080 --height 1350 --dry-run --json',
  ],
  positional: ['url'],
  changes: true,
  flags: [REMOTE, WRITE],
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
  async run({ url, platform, width, height, watermark, dryRun }, { service }) {
    if ((width === undefined) !== (height === undefined))
      throw createUsageError('--width and --height belong together', 'give both, or --platform');
    if (platform === undefined && width === undefined)
      throw createUsageError('the size is missing', 'add --platform, or --width and --height');
    const body = {
      mediaUrl: url,
      ...(platform !== undefined && { platform }),
      ...(width !== undefined && height !== undefined && { dimensions: { width, height } }),
      ...(watermark !== undefined && { watermarkUrl: watermark }),
    };
    const client = await service.client({ writes: !dryRun, sends: { row: resizeMedia } });
    if (dryRun) return { view: buildPlannedView(client.plan(resizeMedia, { body })) };
    const answer = await client.call(resizeMedia, { body });
    return {
      view: {
        kind: 'record',
        document: answer.body,
        lines: [{ name: 'url', title: 'url', value: answer.body.url ?? null }],
      },
      raw: answer.bytes,
    };
  },
});
