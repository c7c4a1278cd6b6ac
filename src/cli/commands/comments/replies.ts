import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import type { Comment } from '../../../facts/comment.ts';
import { SocialCommentId } from '../../../facts/ids.ts';
import { CommentPlatform } from '../../../facts/platforms.ts';
import { defineCommand } from '../../command.ts';
import { buildCommentsOutcome } from '../../comments-outcome.ts';
import { buildCommentsQuery, requestComments } from '../../comments-read.ts';
import { defineFlag, REMOTE } from '../../flags.ts';

export default defineCommand({
  summary: 'Read the replies to one comment',
  description: `
The id is the network's own (Social Comment ID), as "comments get" prints it. On linkedin this is the only way to
replies; facebook and instagram bring them with the comments as well.`,
  examples: [
    'comments replies 18008214909100698 --platform instagram',
    "comments replies 'urn:li:comment:(urn:li:activity:7312048571936420117,7397753386840559499)' --json",
  ],
  positional: ['commentId'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    commentId: SocialCommentId.describe('the comment, by the id its network gave it'),
    platform: defineFlag(
      CommentPlatform.optional().describe('the network of the id; an urn:li: id says it itself'),
      {
        placeholder: 'network',
      },
    ),
    flat: z.boolean().default(false).describe('list replies to replies as records of their own'),
    allowPartial: z.boolean().default(false).describe('exit 0 also when some networks failed'),
  }),
  output: async () => (await import('../../../facts/comment.ts')).CommentsDocument,
  records: 'comments',
  async run({ commentId, platform = findNetwork(commentId), flat, allowPartial }, { client }) {
    const read = { id: commentId, platform, comment: true };
    buildCommentsQuery(read);
    const { comments, ...rest } = await requestComments(await client(), read);
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
    'the id does not tell its network',
    'add --platform facebook, instagram or linkedin',
  );
}

/** Networks answer with the comment that holds its replies, or with the replies alone. */
function listReplies(comments: readonly Comment[], commentId: string): Comment[] {
  return comments.flatMap((comment) =>
    comment.id === commentId ? comment.replies : [{ ...comment, parentId: comment.parentId ?? commentId }],
  );
}
