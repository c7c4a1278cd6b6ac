import * as z from 'zod';
import { defineCommand } from '../../command.ts';
import { WRITE } from '../../flags.ts';
import { plannedView } from '../../planned-view.ts';
import { SandboxStatus, sandboxStatus, statusView } from '../../sandbox-status.ts';

export default defineCommand({
  summary: 'Throw the data of the sandbox away and begin again with the demo data',
  description: `
Its keys stay, and what a running "sandbox start" was given; plan, clock, faults and accounts are as in a new one. Data
that is damaged, or that a newer crier wrote, is moved aside, and the new data has new keys.`,
  examples: ['sandbox reset --yes', 'sandbox reset --dry-run'],
  changes: true,
  flags: [WRITE],
  input: z.object({}),
  output: SandboxStatus,
  async run({ yes, dryRun }, { sandbox, confirm }) {
    if (!dryRun) await confirm({ what: 'throw away all data of the sandbox', yes });
    const control = await sandbox({ beginsAnew: !dryRun });
    if (dryRun) return { view: plannedView(control.plan('reset', {})) };
    await control.call('reset', {});
    return { view: statusView(await sandboxStatus(control)) };
  },
});
