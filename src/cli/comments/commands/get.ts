import * as z from 'zod';
import { readIds } from '../../several/read-ids.ts';
import { defineCommand } from '../../shell/command.ts';
import { REMOTE } from '../../shell/flags/flags.ts';
import { COMMENTS_OF_IDS } from '../comments-input.ts';
import { buildCommentsOutcome } from '../comments-outcome.ts';
import { buildCommentsQuery, requestComments } from '../read-comments.ts';
import { readCommentsOfSeveral } from './comments-of-several.ts';

export default defineCommand({
  summary: 'List the comments of posts across networks',
  description: `
An id is a Service Post ID, and the comments of all its networks are listed together, or a Service Comment ID as printed
by "comments create", which lists that comment on each network. With --platform, the id is a post's own id on that
network; with --comment too, a comment's own id. If some networks fail, the comments of the others are printed and the
exit code is 3.

With several ids, comments are printed as they are read, and a failed id does not stop the others. "results" in the JSON
document has the result of each id, and "requestedId" of each comment the id it was requested with.`,
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
      .describe('in JSON, list replies as separate records; tables and csv always do'),
    allowPartial: z.boolean().default(false).describe('exit 0 even if some networks or ids failed'),
  }),
  output: async () => (await import('../comments-documents.ts')).CommentsOutput,
  records: 'comments',
  async run({ ids: given, idsFrom, platform, comment, flat, allowPartial }, { client, readFile, progress }) {
    const pair = { platform, comment };
    buildCommentsQuery(pair);
    const ids = await readIds({ ids: given, idsFrom }, readFile);
    const [id] = ids;
    // --ids-from always prints the document for several ids, whatever their number
    if (id !== undefined && ids.length === 1 && idsFrom === undefined) {
      const read = await requestComments(await client(), { id, ...pair });
      return buildCommentsOutcome({ ...read, flat, allowPartial });
    }
    return readCommentsOfSeveral(await client(), { ids, pair, flat, allowPartial, progress });
  },
});
