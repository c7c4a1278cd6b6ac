import { extname, resolve } from 'node:path';
import * as z from 'zod';
import { joinWithOr } from '../../../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../../../errors.ts';
import { writeNewFile } from '../../../../../storage/swap-file.ts';
import { defineLocalChange } from '../../../../framework/command/define-local.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { listWrittenLines, WrittenFile } from '../../control-views.ts';
import {
  buildSampleGif,
  buildSampleJpeg,
  buildSamplePng,
  buildSampleWebp,
  SAMPLE_PIXELS,
} from '../../sample-images.ts';
import { buildSampleVideo } from '../../sample-video.ts';

/** By file extension. */
const IMAGES: ReadonlyMap<string, () => Uint8Array> = new Map([
  ['.jpg', buildSampleJpeg],
  ['.jpeg', buildSampleJpeg],
  ['.png', buildSamplePng],
  ['.gif', buildSampleGif],
  ['.webp', buildSampleWebp],
]);
const VIDEOS: ReadonlyMap<string, (seconds: number) => Uint8Array> = new Map([
  ['.mp4', (seconds: number) => buildSampleVideo(seconds, 'isom')],
  ['.mov', (seconds: number) => buildSampleVideo(seconds, 'qt  ')],
]);

const ENDINGS = joinWithOr([...IMAGES.keys(), ...VIDEOS.keys()]);

const DEFAULT_SECONDS = 12;
const MOST_SECONDS = 24 * 60 * 60;

export default defineLocalChange({
  summary: 'Write a sample image or video, to try uploads with',
  description: `
The extension decides: ${ENDINGS}, of ${SAMPLE_PIXELS.width} by ${SAMPLE_PIXELS.height} pixels. A video has the asked duration and no pictures:
enough for the sandbox, which does not play it, and for no network.`,
  examples: ['sandbox media sample cup.jpg', 'sandbox media sample pour.mp4 --seconds 200 --json'],
  positional: ['file'],
  input: z.object({
    file: defineFlag(z.string().min(1).describe('file to write'), { placeholder: 'file' }),
    seconds: defineFlag(
      z
        .number()
        .min(0)
        .max(MOST_SECONDS)
        .optional()
        .describe(`duration of a video (default: ${DEFAULT_SECONDS})`),
      { placeholder: 'n' },
    ),
  }),
  output: WrittenFile,
  change({ file: given, seconds }, { io }) {
    const file = resolve(io.machine.folder, given);
    const ending = extname(file).toLowerCase();
    const build = IMAGES.get(ending) ?? VIDEOS.get(ending);
    if (build === undefined)
      throw createUsageError(`the extension of a sample must be ${ENDINGS}`, 'name it cup.jpg, for example');
    if (IMAGES.has(ending) && seconds !== undefined)
      throw createUsageError('--seconds is for videos', 'name the file with .mp4 or .mov');
    const bytes = build(seconds ?? DEFAULT_SECONDS);
    if (!writeNewFile(file, bytes)) {
      throw createUsageError(`${file} exists already`, 'remove it, or choose another name');
    }
    return { file, bytes: bytes.length };
  },
  lines: listWrittenLines,
});
