import * as z from 'zod';
import { crier } from '../../../../framework/output/text/shell-command.ts';
import { defineSandboxDelete } from '../../define-sandbox-delete.ts';

export default defineSandboxDelete({
  summary: "Delete comments on the sandbox's Instagram as their authors",
  description: 'An automation that has not answered a comment yet fails with 491.',
  before: ['sandbox engage comment --from mara --text GUIDE --comment-id 18054973922459999'],
  examples: ['sandbox comment delete 18054973922459999', 'sandbox comment delete 18054973922459999 --json'],
  ids: z
    .array(z.string())
    .default([])
    .describe('comment ids, as printed by "comments get" and "sandbox engage"'),
  call: 'deleteComment',
  request: (commentId) => ({ commentId }),
  shownBy: crier`comments get --sandbox`,
});
