import * as z from 'zod';
import { CommentsDocument } from '../../../facts/comment.ts';
import { AnyId } from '../../../facts/ids.ts';
import { CommentPlatform } from '../../../facts/platforms.ts';
import { unifyComments } from '../../../rules/unify-comments.ts';
import { defineCommand } from '../../command.ts';
import { commentsOutcome } from '../../comments-outcome.ts';
import { checkCommentsRead, explainUnknownPost } from '../../comments-read.ts';
import { REMOTE, written } from '../../flags.ts';

export default defineCommand({
  summary: 'Read the comments of a post, on every network it went to',
  description: `
Without --platform the id is a Service Post ID, and the comments of all networks come as one list. With --platform it is
that network's own id of a post, and with --comment too, its own id of a comment. When some networks fail, the comments
of the others are printed, and the exit code is 3.`,
  examples: [
    'comments get Sp7kQm2XvLr9TzBd4HnW',
    'comments get Sp7kQm2XvLr9TzBd4HnW --json --fields platform,author.name,text',
    'comments get 18119826100716099 --platform instagram -o csv',
    'comments get Gv3rPq7YsKa5MdHt8ZwE --flat -o ndjson',
    'comments get Hb9mXw3KfDu7VtCz5GqN --profile harbour --allow-partial',
  ],
  positional: ['id'],
  flags: [REMOTE],
  foresees: 101,
  input: z.object({
    id: AnyId.describe("a Service Post ID; with --platform, the network's own id"),
    platform: written(CommentPlatform.optional().describe('the id is one of this network'), {
      placeholder: 'network',
    }),
    comment: z.boolean().default(false).describe("the id is a comment's; needs --platform"),
    flat: z.boolean().default(false).describe('list replies as records of their own'),
    allowPartial: z.boolean().default(false).describe('exit 0 also when some networks failed'),
  }),
  output: CommentsDocument,
  records: 'comments',
  async run({ id, platform, comment, flat, allowPartial }, { client }) {
    const query = checkCommentsRead({ id, platform, comment });
    const service = await client();
    const answer = await service.call('getComments', { params: { id }, query }).catch((error: unknown) => {
      throw platform === undefined ? explainUnknownPost(error) : error;
    });
    return commentsOutcome({ document: unifyComments(answer.body), answer, flat, allowPartial });
  },
});
