import * as z from 'zod';
import { shortenLink } from '../../../../service/endpoints/links.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedView } from '../../../framework/command/writes.ts';
import { REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';

export default defineCommand({
  summary: 'Shorten a link',
  description: `
Prints the short address, which counts its clicks: "links show" has their referers and browsers. Posts make such links by
themselves with "posts create --shorten-links". On the sandbox, the short address leads on while "sandbox start" runs.`,
  examples: [
    'links create https://shop.example/spring',
    'links create "https://shop.example/spring?from=newsletter" --json',
    'links create https://shop.example/spring --dry-run',
  ],
  positional: ['url'],
  changes: true,
  flags: [REMOTE, WRITE],
  validationCode: 101,
  input: z.object({
    url: z
      .url({ protocol: /^https?$/, error: 'must be an https or http URL' })
      .max(LIMITS.urlCharacters, `must have at most ${LIMITS.urlCharacters} characters`)
      .describe('address to shorten, https or http'),
  }),
  output: shortenLink.answer,
  async run({ url, dryRun }, { service }) {
    const body = { url };
    const client = await service.client({ writes: !dryRun, sends: { row: shortenLink } });
    if (dryRun) return { view: buildPlannedView(client.plan(shortenLink, { body })) };
    const answer = await client.call(shortenLink, { body });
    const { id, shortUrl, originalUrl } = answer.body;
    return {
      view: {
        kind: 'record',
        document: answer.body,
        lines: [
          { name: 'shortUrl', title: 'short address', value: shortUrl ?? null },
          { name: 'id', title: 'id', value: id ?? null },
          { name: 'originalUrl', title: 'leads to', value: originalUrl ?? null },
        ],
      },
      raw: answer.bytes,
    };
  },
});
