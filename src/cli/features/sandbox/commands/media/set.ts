import * as z from 'zod';
import { createUsageError } from '../../../../../errors.ts';
import { ASSUMED } from '../../../../../service/assumed.ts';
import { CONTROL } from '../../../../../service/control/control.ts';
import { ListedMedia } from '../../../../../service/control/posting.ts';
import { defineFlag, defineSwitch } from '../../../../framework/input/flags/flags.ts';
import { MEDIA_COLUMNS } from '../../control-views.ts';
import { defineSandboxChange } from '../../define-sandbox-change.ts';

const { url, seconds, bytes, type } = CONTROL.setMedia.input.shape;
const usual = ASSUMED.media;

export default defineSandboxChange({
  summary: 'Describe a media file; the sandbox never fetches one',
  description: `
A file without a description is assumed to be reachable and to have ${usual.bytes} bytes, a duration of ${usual.seconds} seconds if it is a video, and
the type of its file extension. What you do not set stays unchanged.`,
  examples: [
    'sandbox media set https://media.example/long.mp4 --seconds 200',
    'sandbox media set https://media.example/cover.png --bytes 3000000 --type image/png',
    'sandbox media set https://media.example/gone.jpg --unreachable --json',
  ],
  positional: ['url'],
  input: z.object({
    url,
    seconds: defineFlag(seconds, { placeholder: 'n' }),
    bytes: defineFlag(bytes, { placeholder: 'n' }),
    type: defineFlag(type, { placeholder: 'type' }),
    reachable: defineSwitch('it can be fetched from outside', { conflicts: ['unreachable'] }),
    unreachable: defineSwitch('it cannot be fetched from outside (136)'),
  }),
  output: z.object({ media: z.array(ListedMedia).describe('only this file') }),
  records: 'media',
  check({ reachable, unreachable, seconds, bytes, type }) {
    const flags = '--seconds, --bytes, --type, --reachable or --unreachable';
    if (!reachable && !unreachable && [seconds, bytes, type].every((value) => value === undefined))
      throw createUsageError('nothing to set', `add ${flags}`);
  },
  call: 'setMedia',
  request: ({ reachable, unreachable, ...facts }) => ({
    ...facts,
    reachable: reachable || unreachable ? reachable : undefined,
  }),
  rows: ({ media }) => [media],
  columns: MEDIA_COLUMNS,
});
