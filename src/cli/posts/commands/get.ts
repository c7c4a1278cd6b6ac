import * as z from 'zod';
import { readIds } from '../../several/read-ids.ts';
import { defineCommand } from '../../shell/command.ts';
import { REMOTE } from '../../shell/flags/flags.ts';
import { refuseRawOfSeveral } from '../../shell/output/refuse-raw.ts';
import { PostEntry, toPostEntry } from '../post-entry.ts';
import { readPost } from '../read-post.ts';
import { SEVERAL_POSTS } from '../several-posts.ts';
import { buildPostLines } from './post-lines.ts';
import { readSeveralPosts, SeveralPostsDocument } from './read-several-posts.ts';

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
