import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { checkHashtag, Hashtag } from '../../../../service/endpoints/hashtags.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { checkDecoded } from '../../../framework/input/files/decode-text.ts';
import { defineFlag, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { NAME_COLUMN } from '../hashtag-columns.ts';

const CheckedHashtag = z.strictObject({
  name: z.string().describe('the hashtag without #'),
  banned: z.boolean().nullable().describe('null if the service does not say'),
});

type CheckedHashtag = z.infer<typeof CheckedHashtag>;

const COLUMNS: readonly Column<CheckedHashtag>[] = [
  NAME_COLUMN,
  {
    ...pickMember('banned', 'banned'),
    show: ({ banned }) => (banned === null ? 'not known' : banned ? 'yes' : 'no'),
    drop: 0,
  },
];

export default defineCommand({
  summary: 'Check whether hashtags are banned',
  description: `
Write hashtags without #, which begins a comment in most shells, or quote them. Exits 11 if one is banned. The sandbox
compares them with a short fixed list.

--hashtags-from reads more of them from a file or standard input, such as the output of "hashtags suggest".`,
  before: ['hashtags suggest coffee --sandbox > suggested.txt'],
  examples: [
    'hashtags check coffee',
    'hashtags check coffee "#pourover" --json',
    'hashtags check --hashtags-from suggested.txt',
  ],
  positional: ['hashtags'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    hashtags: defineFlag(z.array(Hashtag).default([]).describe('hashtags, with or without #'), {
      placeholder: 'hashtag',
    }),
    hashtagsFrom: defineTextFlag('read more hashtags from this file, one per line (`-` for standard input)', {
      placeholder: 'file',
    }),
  }),
  output: z.strictObject({ hashtags: z.array(CheckedHashtag) }),
  records: 'hashtags',
  async run({ hashtags: given, hashtagsFrom }, { service, io }) {
    const read =
      hashtagsFrom === undefined ? [] : parseHashtags(await io.readFile(hashtagsFrom), hashtagsFrom);
    const hashtags = [...given, ...read];
    if (hashtags.length === 0) throw createMissingError(hashtagsFrom);
    const client = await service.client();
    const checked: CheckedHashtag[] = [];
    for (const name of new Set(hashtags.map((hashtag) => hashtag.replace(/^#/, '')))) {
      const { body } = await client.call(checkHashtag, { query: { hashtag: name } });
      checked.push({ name, banned: body.banned ?? null });
    }
    const banned = checked.filter((each) => each.banned === true);
    return {
      view: {
        kind: 'list',
        document: { hashtags: checked },
        key: 'hashtags',
        rows: checked,
        columns: COLUMNS,
        empty: 'no hashtag was checked',
      },
      ...(banned.length > 0 && {
        failure: new CrierError('differs', `banned: ${formatCount(banned.length, 'hashtag')}`, {
          http: null,
        }),
      }),
    };
  },
});

/** The first line of the output of `hashtags suggest`, and of this command. */
const HEADER = 'name';

/** The first cell of each line that is not blank. @throws CrierError of kind usage for one that is no hashtag */
function parseHashtags(text: string, file: string): readonly string[] {
  const cells = checkDecoded(text, getInputName(file))
    .split(/\r\n?|\n/)
    .map((line, at) => ({ hashtag: line.split('\t', 1)[0]?.trim() ?? '', line: at + 1 }))
    .filter(({ hashtag }) => hashtag !== '');
  const rows = cells[0]?.hashtag === HEADER ? cells.slice(1) : cells;
  const fault = rows.find(({ hashtag }) => !Hashtag.safeParse(hashtag).success);
  if (fault === undefined) return rows.map(({ hashtag }) => hashtag);
  throw createUsageError(
    `line ${fault.line} of ${getInputName(file)} is not a hashtag: "${fault.hashtag}"`,
    'write one hashtag per line, with or without #',
  );
}

function createMissingError(file: string | undefined): CrierError {
  if (file === undefined)
    return createUsageError(
      '<hashtag> is missing',
      'give one or more hashtags, or use --hashtags-from <file>',
    );
  return createUsageError(`there are no hashtags in ${getInputName(file)}`, 'write one hashtag per line');
}

function getInputName(file: string): string {
  return file === '-' ? 'standard input' : file;
}
