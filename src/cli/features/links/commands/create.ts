import * as z from 'zod';
import { ASSUMED } from '../../../../service/assumed.ts';
import { shortenLink } from '../../../../service/endpoints/links.ts';
import { defineChange } from '../../../framework/command/define-change.ts';

export default defineChange({
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
  validationCode: 101,
  input: z.object({
    url: z
      .url({ protocol: /^https?$/, error: 'must be an https or http URL' })
      .max(ASSUMED.urlCharacters, `must have at most ${ASSUMED.urlCharacters} characters`)
      .describe('address to shorten, https or http'),
  }),
  output: shortenLink.answer,
  call: shortenLink,
  request: ({ url }) => ({ body: { url } }),
  lines: ({ id, shortUrl, originalUrl }) => [
    { name: 'shortUrl', title: 'short address', value: shortUrl ?? null },
    { name: 'id', title: 'id', value: id ?? null },
    { name: 'originalUrl', title: 'leads to', value: originalUrl ?? null },
  ],
});
