import * as z from 'zod';
import { defineCommand } from '../../command.ts';
import { COMMENTS_OF_IDS } from '../../comments-input.ts';
import { readCommentsOfSeveral } from '../../comments-of-several.ts';
import { buildCommentsOutcome } from '../../comments-outcome.ts';
import { buildCommentsQuery, requestComments } from '../../comments-read.ts';
import { REMOTE } from '../../flags.ts';
import { readIds } from '../../read-ids.ts';

export default defineCommand({
  summary: 'Read the comments of posts, on every network they went to',
  description: `
Without --platform an id is a Service Post ID, and the comments of all networks come as one list; or a Service Comment ID,
as "comments create" printed it, and that comment comes as each network has it. With --platform it is
that network's own id of a post, and with --comment too, its own id of a comment. When some networks fail, the comments
of the others are printed, and the exit code is 3.

Of several ids, the comments come as they are read, and what fails for one does not end the others: "results" in the
document says how each went, and every comment has the id that it was asked for in "requestedId".`,
  examples: [
    'comments get Sp7kQm2XvLr9TzBd4HnW',
    'comments get Sp7kQm2XvLr9TzBd4HnW --json --fields platform,author.name,text',
    "comments get Sp7kQm2XvLr9TzBd4HnW --jq '.comments[] | select(.likes > 20) | .text'",
    'comments get 18119826100716099 --platform instagram -o csv',
    'comments get Gv3rPq7YsKa5MdHt8ZwE Mn5cTy8LrWb2QzHp6KsD --flat -o ndjson',
    'comments get Hb9mXw3KfDu7VtCz5GqN --profile harbour --allow-partial',
  ],
  positional: ['ids'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    ...COMMENTS_OF_IDS,
    flat: z
      .boolean()
      .default(false)
      .describe(
        'list replies as records of their own in JSON too; tables, csv and tsv have a row for each anyway',
      ),
    allowPartial: z.boolean().default(false).describe('exit 0 also when some networks or ids failed'),
  }),
  output: async () => (await import('../../comments-documents.ts')).CommentsOutput,
  records: 'comments',
  async run({ ids: given, idsFrom, platform, comment, flat, allowPartial }, { client, readFile, progress }) {
    const pair = { platform, comment };
    buildCommentsQuery(pair);
    const ids = await readIds({ ids: given, idsFrom }, readFile);
    const [id] = ids;
    // a list from elsewhere has the same document, however long it is
    if (id !== undefined && ids.length === 1 && idsFrom === undefined) {
      const read = await requestComments(await client(), { id, ...pair });
      return buildCommentsOutcome({ ...read, flat, allowPartial });
    }
    return readCommentsOfSeveral(await client(), { ids, pair, flat, allowPartial, progress });
  },
});
