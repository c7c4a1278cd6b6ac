import * as z from 'zod';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedView } from '../../../framework/command/writes.ts';
import { WRITE } from '../../../framework/input/flags/flags.ts';
import { buildStatusView, readSandboxStatus, SandboxStatus } from '../sandbox-status.ts';
import { requireSeedFile, SEED } from '../seed-file.ts';

export default defineCommand({
  summary: 'Delete the sandbox data and restore the demo data',
  description: `
Keys are kept, and so are the options of a running "sandbox start". Plan, clock, faults and accounts return to their
defaults. Data that is damaged or was written by a newer version is moved aside, and new keys are created. --seed uses
your own demo data, a file written by "sandbox export", with its plan and clock; its keys are not used.`,
  before: ['sandbox export shop.crier'],
  examples: ['sandbox reset --yes', 'sandbox reset --dry-run', 'sandbox reset --seed shop.crier --yes'],
  changes: true,
  flags: [WRITE],
  input: z.object({ seed: SEED }),
  output: SandboxStatus,
  async run({ seed, yes, dryRun }, { sandbox, io }) {
    const file = requireSeedFile(seed, io.machine);
    const input = file === undefined ? {} : { seed: file };
    if (!dryRun) await io.confirm({ what: 'delete all data of the sandbox', yes });
    const control = await sandbox.control({ beginsAnew: !dryRun, seedFile: file });
    if (dryRun) return { view: buildPlannedView(control.plan('reset', input)) };
    await control.call('reset', input);
    return { view: buildStatusView(await readSandboxStatus(control)) };
  },
});
