import * as z from 'zod';
import { createUsageError } from '../../../../../errors.ts';
import { ASSUMED } from '../../../../../service/assumed.ts';
import { CONTROL } from '../../../../../service/control/control.ts';
import { ListedMedia } from '../../../../../service/control/posting.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { buildMediaView } from '../../control-views.ts';

const { url, seconds, bytes, type } = CONTROL.setMedia.input.shape;
const usual = ASSUMED.media;

export default defineCommand({
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
  changes: true,
  flags: [],
  input: z.object({
    url,
    seconds: defineFlag(seconds, { placeholder: 'n' }),
    bytes: defineFlag(bytes, { placeholder: 'n' }),
    type: defineFlag(type, { placeholder: 'type' }),
    reachable: defineFlag(z.boolean().default(false).describe('it can be fetched from outside'), {
      conflicts: ['unreachable'],
    }),
    unreachable: z.boolean().default(false).describe('it cannot be fetched from outside (136)'),
  }),
  output: z.object({ media: z.array(ListedMedia).describe('only this file') }),
  records: 'media',
  async run({ url, reachable, unreachable, ...facts }, { sandbox }) {
    const reported = { ...facts, ...((reachable || unreachable) && { reachable }) };
    if (Object.values(reported).every((value) => value === undefined)) {
      const flags = '--seconds, --bytes, --type, --reachable or --unreachable';
      throw createUsageError('nothing to set', `add ${flags}`);
    }
    const { media } = await (await sandbox.control()).call('setMedia', { url, ...reported });
    return { view: buildMediaView([media]) };
  },
});
