import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { ASSUMED } from '../../../../facts/assumed.ts';
import { CONTROL } from '../../../../facts/control.ts';
import { ListedMedia } from '../../../../facts/media-control.ts';
import { defineCommand } from '../../../command.ts';
import { defineFlag } from '../../../flags.ts';
import { buildMediaView } from '../../../media-view.ts';

const { url, seconds, bytes, type } = CONTROL.setMedia.input.shape;
const usual = ASSUMED.media;

export default defineCommand({
  summary: 'Say what is so of a file that posts name, since the sandbox fetches none',
  description: `
Of a file of which nothing was said, it is assumed that it can be fetched, that it has ${usual.bytes} bytes, that a video lasts
${usual.seconds} seconds, and that its ending tells its type. What is not named stays as it was said before.`,
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
    reachable: z.boolean().default(false).describe('it can be fetched from outside'),
    unreachable: z.boolean().default(false).describe('it cannot be fetched from outside: 136'),
  }),
  output: z.object({ media: z.array(ListedMedia).describe('the one file alone') }),
  records: 'media',
  async run({ url, reachable, unreachable, ...facts }, { sandbox }) {
    if (reachable && unreachable)
      throw createUsageError('--reachable and --unreachable contradict each other', 'give one of them');
    const told = { ...facts, ...((reachable || unreachable) && { reachable }) };
    if (Object.values(told).every((value) => value === undefined)) {
      const flags = '--seconds, --bytes, --type, --reachable or --unreachable';
      throw createUsageError('nothing is named to be said of the file', `give ${flags}`);
    }
    const { media } = await (await sandbox()).call('setMedia', { url, ...told });
    return { view: buildMediaView([media]) };
  },
});
