import * as z from 'zod';
import { CONTROL } from '../../../../service/control/control.ts';
import { defineCommand } from '../../../shell/command.ts';

export default defineCommand({
  summary: "Delete a comment on the sandbox's Instagram as its author",
  description: 'An automation that has not answered the comment yet fails with 491.',
  before: ['sandbox engage comment --from mara --text GUIDE --comment-id 18054973922459999'],
  examples: ['sandbox comment delete 18054973922459999', 'sandbox comment delete 18054973922459999 --json'],
  positional: ['id'],
  changes: true,
  flags: [],
  input: z.object({
    id: z.string().describe('comment id, as printed by "comments get" and "sandbox engage"'),
  }),
  output: CONTROL.deleteComment.answer,
  async run({ id: commentId }, { sandbox }) {
    const document = await (await sandbox.control()).call('deleteComment', { commentId });
    return {
      view: {
        kind: 'record',
        document,
        lines: [{ name: 'deleted', title: 'deleted', value: document.deleted }],
      },
    };
  },
});
