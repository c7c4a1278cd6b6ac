import * as z from 'zod';
import { AnyId } from '../../../service/ids.ts';
import { buildChangeList, ChangedSeveral } from '../../several/change-several.ts';
import { IDS_FROM, readIds } from '../../several/read-ids.ts';
import { defineCommand } from '../../shell/command.ts';
import { CHOOSING } from '../../shell/flags/shared-flags.ts';
import { openDoneComments } from '../done-comments.ts';

export default defineCommand({
  summary: 'Mark comments as done, so that the inbox leaves them out',
  description: `
A comment that needs no answer is marked by its id, as "comments inbox" prints it. The marks are kept on this machine, for
the service and the profile in use; nothing is sent.`,
  examples: ['comments done 18054973922452013', 'comments done 18054973922452013 --undo --json'],
  positional: ['id'],
  references: ['comment'],
  changes: true,
  flags: [CHOOSING],
  input: z.object({
    id: z.array(AnyId).default([]).describe('comment ids, as printed by `comments inbox`'),
    idsFrom: IDS_FROM,
    undo: z.boolean().default(false).describe('list them in the inbox again'),
  }),
  output: ChangedSeveral,
  records: 'results',
  async run({ id, idsFrom, undo }, { service, io }) {
    const ids = await readIds({ ids: id, idsFrom }, io);
    const list = await openDoneComments({ service, io });
    await (undo ? list.unmark(ids) : list.mark(ids));
    const results = ids.map((each) => ({ id: each, status: undo ? 'open' : 'done', error: null }));
    return { view: buildChangeList(results) };
  },
});
