import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import { AnyId } from '../../../../service/ids.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { WRITE_PROFILES } from '../../../framework/input/flags/write-profiles.ts';
import { ChangedSeveral, changeSeveral } from '../../../framework/many/change-several.ts';
import { IDS_FROM, readIds } from '../../../framework/many/read-ids.ts';
import { openReferences } from '../../../framework/many/references/open-references.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { openDoneComments } from '../done-comments.ts';
import { findComments } from '../find-comments.ts';

export default defineCommand({
  summary: 'Mark comments as done, so that the inbox leaves them out',
  description: `
A comment that needs no answer is marked by its id, as "comments inbox" prints it. The marks are kept on this machine, for
the service and the profile in use; with "config set done-file" in a file that your team shares. An id that no table has shown lately is looked up among the comments of the posts that
were published last; one that is not found is an error.`,
  examples: ['comments done 18054973922452013', 'comments done 18054973922452013 --undo --json'],
  positional: ['id'],
  references: ['comment'],
  changes: true,
  flags: [REMOTE, WRITE_PROFILES],
  input: z.object({
    id: z.array(AnyId).default([]).describe('comment ids, as printed by `comments inbox`'),
    idsFrom: IDS_FROM,
    undo: defineSwitch('list them in the inbox again'),
  }),
  output: ChangedSeveral,
  records: 'results',
  async run({ id, idsFrom, undo }, context) {
    const { service, io } = context;
    const ids = await readIds({ ids: id, idsFrom }, io);
    const list = await openDoneComments(service, io, 'mark');
    const references = await openReferences(context);
    const isMarked = new Set(list.list());
    const isKnown = (each: string) => references.hasComment(each) || (undo && isMarked.has(each));
    const unknown = ids.filter((each) => !isKnown(each));
    const client = await service.client();
    const { found, searched } = await findComments(client, unknown, io);
    const valid = ids.filter((each) => isKnown(each) || found.has(each));
    const isValid = new Set(valid);
    await (undo ? list.unmark(valid) : list.mark(valid));
    return changeSeveral({
      ids,
      done: undo ? 'opened again' : 'marked',
      status: undo ? 'open' : 'done',
      shownBy: crier`comments inbox`,
      async apply(each) {
        if (isValid.has(each)) return {};
        throw new CrierError('not-found', `no comment has the id ${each}`, {
          http: null,
          advice: `${formatCount(searched, 'post')} were searched; check --profile and the id, as "${crier`comments inbox`}" prints it`,
        });
      },
      io,
    });
  },
});
