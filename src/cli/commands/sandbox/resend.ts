import * as z from 'zod';
import type { ListedDelivery } from '../../../facts/delivery-control.ts';
import { ChangedSeveral, changeSeveral } from '../../change-several.ts';
import { defineCommand } from '../../command.ts';
import { written } from '../../flags.ts';
import { leavingNotes } from '../../leaving-notes.ts';
import { readIds } from '../../read-ids.ts';

export default defineCommand({
  summary: 'Attempt deliveries once more, whatever became of them',
  description: `
It stays the same delivery: the hook id is the same, the number of the attempt the next one, the delivery id new. One that
is retried anyway is attempted sooner; one that had ended gets its attempt now, and goes on by the rest of its schedule if
that fails. A service offers this in its dashboard alone.

Some that fail do not stop the others: each is reported, and the exit code is 3, or that of the first when all failed.`,
  before: [
    'hooks register automations https://hooks.example.com/crier --sandbox',
    'sandbox tell automations',
    'hooks history --json --jq .deliveries[].hookId > told.txt',
  ],
  examples: ['sandbox resend --ids-from told.txt', 'sandbox resend --ids-from told.txt --json'],
  positional: ['hookId'],
  changes: true,
  flags: [],
  input: z.object({
    hookId: z
      .array(z.string())
      .default([])
      .describe('ids of deliveries, as `hooks history` and `sandbox outbox` print them'),
    idsFrom: written(
      z.string().optional().describe('more ids, one a line, from this file; - for standard input'),
      { placeholder: 'file' },
    ),
  }),
  output: ChangedSeveral,
  records: 'results',
  async run({ hookId, idsFrom }, { sandbox, printing, progress, readFile }) {
    const ids = await readIds({ ids: hookId, idsFrom }, readFile);
    const control = await sandbox();
    const resent: ListedDelivery[] = [];
    const make = async (id: string) => {
      resent.push((await control.call('resendDelivery', { hookId: id })).delivery);
      return {};
    };
    const outcome = await changeSeveral({
      ids,
      done: 'resent',
      shownBy: 'hooks history',
      make,
      printing,
      progress,
    });
    return { ...outcome, notes: leavingNotes(resent, await control.call('status', {}), control) };
  },
});
