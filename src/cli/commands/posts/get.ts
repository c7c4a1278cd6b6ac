import * as z from 'zod';
import { PostEntry, toPostEntry } from '../../../rules/post-entry.ts';
import { defineCommand } from '../../command.ts';
import { REMOTE } from '../../flags.ts';
import { buildPostLines } from '../../posts/post-lines.ts';
import { readPost } from '../../posts/read-post.ts';
import { readSeveralPosts, SeveralPostsDocument } from '../../posts/read-several-posts.ts';
import { SEVERAL_POSTS } from '../../posts/several-posts.ts';
import { readIds } from '../../read-ids.ts';
import { refuseRawOfSeveral } from '../../refuse-raw.ts';

export default defineCommand({
  summary: 'Show posts and their ids on each network',
  description: `
A post that some networks rejected has the status error, and lists the network and reason of each error. With several
ids, a failed id does not stop the others: "results" in the JSON document has the result of each id.`,
  examples: [
    'posts get Sp7kQm2XvLr9TzBd4HnW',
    'posts get Bx6hPf2QyLs8TnCv5RkG --json',
    'posts get Sp7kQm2XvLr9TzBd4HnW Bx6hPf2QyLs8TnCv5RkG --fields id,status',
  ],
  positional: ['id'],
  flags: [REMOTE],
  input: z.object(SEVERAL_POSTS),
  output: z.union([PostEntry, SeveralPostsDocument]),
  async run({ id: given, idsFrom }, context) {
    const { client, printing, readFile } = context;
    const ids = await readIds({ ids: given, idsFrom }, readFile);
    refuseRawOfSeveral(ids.length, printing);
    const [id] = ids;
    // --ids-from always prints the document for several ids, whatever their number
    if (id === undefined || ids.length > 1 || idsFrom !== undefined) {
      return readSeveralPosts(await client(), { ...context, ids });
    }
    const answer = await readPost(await client(), id, context);
    const post = toPostEntry(answer.body);
    return { view: { kind: 'record', document: post, lines: buildPostLines(post) }, raw: answer.bytes };
  },
});
