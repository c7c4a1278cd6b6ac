import * as z from 'zod';
import { defineCommand } from '../../command.ts';
import { WRITE } from '../../flags.ts';
import { buildPlannedView } from '../../planned-view.ts';
import { buildStatusView, readSandboxStatus, SandboxStatus } from '../../sandbox-status.ts';
import { requireSeedFile, SEED } from '../../seed-file.ts';

export default defineCommand({
  summary: 'Throw the data of the sandbox away and begin again with the demo data',
  description: `
Its keys stay, and what a running "sandbox start" was given; plan, clock, faults and accounts are as in a new one. Data
that is damaged, or that a newer crier wrote, is moved aside, and the new data has new keys. --seed begins with your own
demo data, a file that "sandbox export" wrote, plan and clock included; its keys stay behind.`,
  before: ['sandbox export shop.crier'],
  examples: ['sandbox reset --yes', 'sandbox reset --dry-run', 'sandbox reset --seed shop.crier --yes'],
  changes: true,
  flags: [WRITE],
  input: z.object({ seed: SEED }),
  output: SandboxStatus,
  async run({ seed, yes, dryRun }, { sandbox, confirm, machine }) {
    const file = requireSeedFile(seed, machine);
    const input = file === undefined ? {} : { seed: file };
    if (!dryRun) await confirm({ what: 'throw away all data of the sandbox', yes });
    const control = await sandbox({ beginsAnew: !dryRun, seedFile: file });
    if (dryRun) return { view: buildPlannedView(control.plan('reset', input)) };
    await control.call('reset', input);
    return { view: buildStatusView(await readSandboxStatus(control)) };
  },
});
