import * as z from 'zod';
import { addAdvice, CrierError } from '../../../errors.ts';
import type { ListedDelivery } from '../../../facts/delivery-control.ts';
import { ChangedSeveral, changeSeveral } from '../../change-several.ts';
import { defineCommand } from '../../command.ts';
import { isReachable, noteDueDeliveries } from '../../due-deliveries.ts';
import { defineFlag } from '../../flags.ts';
import { readIds } from '../../read-ids.ts';
import type { SandboxControl } from '../../sandbox-control.ts';
import { crier } from '../../shell-command.ts';

export default defineCommand({
  summary: 'Attempt deliveries once more, whatever became of them',
  description: `
It stays the same delivery: the hook id is the same, the number of the attempt the next one, the delivery id new. One that
is retried anyway is attempted sooner; one that had ended gets its attempt now, and goes on by the rest of its schedule if
that fails. A service offers this in its dashboard alone.

The status is "resent" where a server attempts it at once, "queued" where the attempt is made when the clock is moved or a
server runs, and "held" where this run may not reach its address.

Some that fail do not stop the others: each is reported, and the exit code is 3, or that of the first when all failed.`,
  before: [
    'hooks register automations https://hooks.example.com/crier --sandbox',
    'sandbox trigger automations',
    'hooks history --json --jq .deliveries[].hookId > told.txt',
  ],
  examples: ['sandbox redeliver --ids-from told.txt', 'sandbox redeliver --ids-from told.txt --json'],
  positional: ['hookId'],
  changes: true,
  flags: [],
  input: z.object({
    hookId: z
      .array(z.string())
      .default([])
      .describe('ids of deliveries, as `hooks history` and `sandbox outbox` print them'),
    idsFrom: defineFlag(
      z.string().optional().describe('more ids, one a line, from this file; - for standard input'),
      { placeholder: 'file' },
    ),
  }),
  output: ChangedSeveral,
  records: 'results',
  async run({ hookId, idsFrom }, { sandbox, printing, progress, readFile }) {
    const ids = await readIds({ ids: hookId, idsFrom }, readFile);
    const control = await sandbox();
    const status = await control.call('status', {});
    const resent: ListedDelivery[] = [];
    const make = async (id: string) => {
      const { delivery } = await control.call('redeliver', { hookId: id }).catch(addWhereToFindIds);
      resent.push(delivery);
      return { status: getStatus(delivery, status, control) };
    };
    const outcome = await changeSeveral({
      ids,
      done: 'resent',
      shownBy: crier`hooks history`,
      apply: make,
      printing,
      progress,
    });
    return { ...outcome, notes: noteDueDeliveries(resent, status, control) };
  },
});

/**
 * Whether the attempt is made at once, when somebody lets it, or in a run that may reach the address.
 *
 * @see docs/safety.md#S9
 */
function getStatus(
  delivery: ListedDelivery,
  status: Parameters<typeof isReachable>[1],
  { connection }: Pick<SandboxControl, 'connection'>,
): string {
  if (!isReachable(delivery, status)) return 'held';
  return connection.server === null ? 'queued' : 'resent';
}

const NOT_THERE = 1404;

function addWhereToFindIds(error: unknown): never {
  const isUnknown = error instanceof CrierError && error.facts.code === NOT_THERE;
  throw isUnknown ? addAdvice(error, '"crier hooks history --sandbox" lists the ids of deliveries') : error;
}
