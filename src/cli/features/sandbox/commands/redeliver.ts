import * as z from 'zod';
import { addAdvice, CrierError } from '../../../../errors.ts';
import type { ListedDelivery } from '../../../../service/control/deliveries.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import type { SandboxControl } from '../../../framework/command/sandbox/sandbox-control.ts';
import { defineSwitch } from '../../../framework/input/flags/flags.ts';
import { ChangedSeveral, changeSeveral } from '../../../framework/many/change-several.ts';
import { IDS_FROM, readIds } from '../../../framework/many/read-ids.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { isReachable, noteDueDeliveries } from '../../webhooks/blocked-deliveries.ts';

export default defineCommand({
  summary: 'Redeliver webhook deliveries',
  description: `
Makes another attempt of each delivery, whatever its result. It stays the same delivery: the hook id is the same, the
attempt number increases, and the delivery id is new. A delivery that is still retried is attempted earlier; one that had
ended is attempted now, and continues with the rest of its schedule if that fails. A service offers this only in its
dashboard.

The status is "resent" if a running server makes the attempt at once, "queued" if it is made when the clock is advanced or
a server runs, and "held" if the address must not be reached in this run. With --dry-run it is "planned", and nothing is
attempted.

A failed id does not stop the others: each is reported, and the exit code is 3, or that of the first error if all failed.`,
  before: [
    'hooks register automations https://hooks.example.com/crier --sandbox',
    'sandbox trigger automations',
    'hooks history --json --jq .deliveries[].hookId > ids.txt',
  ],
  examples: [
    'sandbox redeliver --ids-from ids.txt',
    'sandbox redeliver --ids-from ids.txt --dry-run',
    'sandbox redeliver --ids-from ids.txt --json',
  ],
  positional: ['hookId'],
  changes: true,
  flags: [],
  input: z.object({
    hookId: z
      .array(z.string())
      .default([])
      .describe('hook ids, as printed by `hooks history` and `sandbox outbox`'),
    idsFrom: IDS_FROM,
    dryRun: defineSwitch('list what would be attempted, and where'),
  }),
  output: ChangedSeveral,
  records: 'results',
  async run({ hookId, idsFrom, dryRun }, { sandbox, io }) {
    const ids = await readIds({ ids: hookId, idsFrom }, io);
    const control = await sandbox.control();
    if (dryRun) return planAll(ids, control, io);
    const status = await control.call('status', {});
    const resent: ListedDelivery[] = [];
    const make = async (id: string) => {
      const { delivery } = await control.call('redeliver', { hookId: id }).catch(addWhereToFindIds);
      resent.push(delivery);
      return { status: getStatus(delivery, status, control) };
    };
    const shownBy = crier`hooks history`;
    const outcome = await changeSeveral({ ids, done: 'resent', shownBy, apply: make, io });
    return { ...outcome, notes: noteDueDeliveries(resent, status, control) };
  },
});

/** Finds what would be attempted. */
async function planAll(ids: readonly string[], control: SandboxControl, io: IoPort): Promise<CommandOutcome> {
  const planned: ListedDelivery[] = [];
  const find = async (id: string) => {
    const { deliveries } = await control.call('findDeliveries', { hookIds: [id] });
    const [delivery] = deliveries;
    if (delivery === undefined)
      throw new CrierError('not-found', `there is no delivery ${id}`, { http: null, advice: WHERE_IDS_ARE });
    planned.push(delivery);
    return { status: 'planned' };
  };
  const outcome = await changeSeveral({
    ids,
    done: 'planned',
    shownBy: crier`hooks history`,
    apply: find,
    io,
  });
  const notes = planned.map(({ hookId, attempts, url }) => `${hookId}: attempt ${attempts + 1}, to ${url}`);
  return { ...outcome, notes: [...notes, 'nothing was attempted'] };
}

/**
 * Whether the attempt is made at once, later, or only in a run that may reach the address.
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
const WHERE_IDS_ARE = '"crier hooks history --sandbox" lists the ids of deliveries';

function addWhereToFindIds(error: unknown): never {
  const isUnknown = error instanceof CrierError && error.facts.code === NOT_THERE;
  throw isUnknown ? addAdvice(error, WHERE_IDS_ARE) : error;
}
