import * as z from 'zod';
import { getField } from '../../../../domain/json/loose-record.ts';
import { suggestHashtags } from '../../../../service/endpoints/hashtags.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { REMOTE } from '../../../framework/input/flags/flags.ts';
import { NAME_COLUMN } from '../hashtag-columns.ts';

export default defineRead({
  summary: 'Suggest hashtags for a subject',
  description:
    'The service suggests them by what is popular on TikTok, so the profile needs a linked TikTok account. The sandbox makes them from the keyword and fixed endings.',
  examples: ['hashtags suggest coffee', 'hashtags suggest "filter coffee" --json'],
  positional: ['keyword'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    keyword: z
      .string()
      .regex(/[\p{L}\p{N}]/u, 'must contain a letter or a digit')
      .describe('what the hashtags are about'),
  }),
  output: suggestHashtags.answer.extend({
    hashtags: z.array(z.strictObject({ name: z.string().describe('the hashtag without #') })),
  }),
  records: 'hashtags',
  call: suggestHashtags,
  request: ({ keyword }) => ({ query: { keyword } }),
  rows: ({ hashtags }) =>
    (hashtags ?? []).flatMap((entry) => readName(entry) ?? []).map((name) => ({ name })),
  columns: [NAME_COLUMN],
  empty: ({ keyword }) => `no hashtag is suggested for "${keyword}"`,
});

/** Whether an entry is a name or an object with one is not documented. */
function readName(entry: unknown): string | null {
  const name = typeof entry === 'string' ? entry : getField(entry, 'name');
  return typeof name === 'string' ? name.replace(/^#/, '') : null;
}
