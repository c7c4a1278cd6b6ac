import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { SocialCommentId } from '../../../../service/ids.ts';
import { CommentPlatform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { readIds } from '../../../framework/many/read-ids.ts';
import type { Comment } from '../comment.ts';
import { listComments } from '../list-comments.ts';
import { buildCommentsQuery } from '../read-comments.ts';

export default defineCommand({
  summary: 'List the replies to comments',
  description: `
An id is the network's own id of a comment, as printed by "comments get". On LinkedIn this is the only way to read
replies; on Facebook and Instagram they are also listed with the comments. --platform applies to all ids.

With several ids or --ids-from, a failed id does not stop the others: "results" in the JSON document has the result of
each id, and "requestedId" of each reply the comment it answers.`,
  examples: [
    'comments replies 18008214909100698 --platform instagram',
    'comments replies 18008214909100698 18107387288286433 --platform instagram --json',
    "comments replies 'urn:li:comment:(urn:li:activity:7312048571936420117,7397753386840559499)' --json",
  ],
  positional: ['ids'],
  references: ['comment'],
  mixesReferences: true,
  flags: [REMOTE, READ],
  validationCode: 101,
  input: z.object({
    ids: defineFlag(z.array(SocialCommentId).default([]).describe("the network's own ids of the comments"), {
      placeholder: 'comment-id',
    }),
    platform: defineFlag(
      CommentPlatform.optional().describe('network of the ids; not needed for urn:li: ids'),
      { placeholder: 'network' },
    ),
    flat: defineSwitch('list nested replies as separate records'),
    allowPartial: defineSwitch('exit 0 even if some networks or ids failed'),
  }),
  output: async () => (await import('../comment.ts')).CommentsOutput,
  records: 'comments',
  streams: { unless: [] },
  async run({ ids: given, idsFrom, concurrency, platform, flat, allowPartial }, context, flagsOf) {
    const ids = await readIds({ ids: given, idsFrom }, context.io);
    const toRequest = (id: string) => ({
      id,
      platform: flagsOf(id).platform ?? platform ?? findNetwork(id),
      comment: true,
    });
    for (const id of ids) buildCommentsQuery(toRequest(id));
    return listComments(ids, context, {
      idsFrom,
      concurrency,
      toRequest,
      select: (comments, id) => listReplies([...comments], id),
      selectsEach: true,
      flat,
      allowPartial,
    });
  },
});

function findNetwork(commentId: string): CommentPlatform {
  if (commentId.startsWith('urn:li:')) return 'linkedin';
  throw createUsageError(
    'the network of the id is unknown',
    'add --platform facebook, instagram or linkedin',
  );
}

/** Some networks return the comment with its replies, others only the replies. */
function listReplies(comments: readonly Comment[], commentId: string): Comment[] {
  return comments.flatMap((comment) =>
    comment.id === commentId ? comment.replies : [{ ...comment, parentId: comment.parentId ?? commentId }],
  );
}
