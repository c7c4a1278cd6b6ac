import * as z from 'zod';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import { checkHashtag, Hashtag } from '../../../service/endpoints/hashtags.ts';
import type { Column } from '../../render/view.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import { NAME_COLUMN } from '../hashtag-columns.ts';

const CheckedHashtag = z.strictObject({
  name: z.string().describe('the hashtag without #'),
  banned: z.boolean().nullable().describe('null if the service does not say'),
});

type CheckedHashtag = z.infer<typeof CheckedHashtag>;

const COLUMNS: readonly Column<CheckedHashtag>[] = [
  NAME_COLUMN,
  {
    name: 'banned',
    title: 'banned',
    value: ({ banned }) => banned,
    show: ({ banned }) => (banned === null ? 'not known' : banned ? 'yes' : 'no'),
    drop: 0,
  },
];

export default defineCommand({
  summary: 'Check whether hashtags are banned',
  description: `
Write hashtags without #, which begins a comment in most shells, or quote them. Exits 11 if one is banned. The sandbox
compares them with a short fixed list.`,
  examples: ['hashtags check coffee', 'hashtags check coffee "#pourover" --json'],
  positional: ['hashtags'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    hashtags: defineFlag(z.array(Hashtag).min(1).describe('hashtags, with or without #'), {
      placeholder: 'hashtag',
    }),
  }),
  output: z.strictObject({ hashtags: z.array(CheckedHashtag) }),
  records: 'hashtags',
  async run({ hashtags }, { service }) {
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
