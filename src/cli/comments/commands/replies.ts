import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { SocialCommentId } from '../../../service/ids.ts';
import { CommentPlatform } from '../../../service/platforms.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import type { Comment } from '../comment.ts';
import { buildCommentsOutcome } from '../comments-outcome.ts';
import { buildCommentsQuery, requestComments } from '../read-comments.ts';

export default defineCommand({
  summary: 'List the replies to a comment',
  description: `
The id is the network's own id of the comment, as printed by "comments get". On LinkedIn this is the only way to read
replies; on Facebook and Instagram they are also listed with the comments.`,
  examples: [
    'comments replies 18008214909100698 --platform instagram',
    "comments replies 'urn:li:comment:(urn:li:activity:7312048571936420117,7397753386840559499)' --json",
  ],
  positional: ['commentId'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    commentId: SocialCommentId.describe("the network's own id of the comment"),
    platform: defineFlag(
      CommentPlatform.optional().describe('network of the id; not needed for urn:li: ids'),
      { placeholder: 'network' },
    ),
    flat: z.boolean().default(false).describe('list nested replies as separate records'),
    allowPartial: z.boolean().default(false).describe('exit 0 even if some networks failed'),
  }),
  output: async () => (await import('../comment.ts')).CommentsDocument,
  records: 'comments',
  async run({ commentId, platform = findNetwork(commentId), flat, allowPartial }, { service }) {
    const read = { id: commentId, platform, comment: true };
    buildCommentsQuery(read);
    const { comments, ...rest } = await requestComments(await service.client(), read);
    return buildCommentsOutcome({
      ...rest,
      comments: listReplies([...comments], commentId),
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
