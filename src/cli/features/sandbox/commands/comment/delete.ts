import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { ChangedSeveral } from '../../../../framework/many/change-several.ts';
import { IDS_FROM } from '../../../../framework/many/read-ids.ts';
import { crier } from '../../../../framework/output/text/shell-command.ts';
import { deleteEach } from '../../delete-each.ts';

export default defineCommand({
  summary: "Delete comments on the sandbox's Instagram as their authors",
  description: `
An automation that has not answered a comment yet fails with 491.

With several ids or --ids-from, one that fails does not stop the others, and the JSON document has "results" with the
result of each.`,
  before: ['sandbox engage comment --from mara --text GUIDE --comment-id 18054973922459999'],
  examples: ['sandbox comment delete 18054973922459999', 'sandbox comment delete 18054973922459999 --json'],
  positional: ['id'],
  changes: true,
  flags: [],
  input: z.object({
    id: z
      .array(z.string())
      .default([])
      .describe('comment ids, as printed by "comments get" and "sandbox engage"'),
    idsFrom: IDS_FROM,
  }),
  output: z.union([CONTROL.deleteComment.answer, ChangedSeveral]),
  records: 'results',
  async run({ id, idsFrom }, { sandbox, io }) {
    const control = await sandbox.control();
    const call = (commentId: string) => control.call('deleteComment', { commentId });
    return deleteEach({ id, idsFrom, shownBy: crier`comments get --sandbox`, call, io });
  },
});
