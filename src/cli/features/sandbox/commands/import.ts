import { resolve } from 'node:path';
import * as z from 'zod';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { yes } from '../../../framework/input/flags/shared-flags.ts';

export default defineLocalChange({
  summary: 'Replace the state of the sandbox with an exported file',
  description: `
Replaces everything in one transaction, including the keys of the sandbox and its profiles. A copy of the previous state
is kept beside it (the last three). The file itself is only read; a file of an earlier version is migrated in the sandbox.
A damaged file, a file of a newer version, or a file that is not a sandbox is refused and nothing changes. Stop a running
server first, because it would keep using the old keys.`,
  before: ['sandbox export shop.crier'],
  examples: ['sandbox import shop.crier --yes', 'sandbox import shop.crier --dry-run --json'],
  positional: ['file'],
  input: z.object({
    file: defineFlag(z.string().min(1).describe('file written by `sandbox export`'), { placeholder: 'file' }),
    yes,
    dryRun: defineSwitch('check the file and change nothing'),
  }),
  output: z.strictObject({
    file: z.string().describe('absolute path of the file'),
    backup: z.string().nullable().describe('copy of what was replaced; null with --dry-run'),
  }),
  async change(
    { file: given, yes, dryRun },
    { sandbox, io },
  ): Promise<{ file: string; backup: string | null }> {
    const file = resolve(io.machine.folder, given);
    const { openExportedFile } = await import('../../../../sandbox/exported-file.ts');
    // an invalid file is rejected before the confirmation
    openExportedFile(file, { random: (bytes) => new Uint8Array(bytes), clock: io.clock }).close('was read');
    if (dryRun) return { file, backup: null };
    const { requireNoServer, runWithoutServer } = await import('../run-without-server.ts');
    const running = await sandbox.server();
    await requireNoServer(running);
    // locked only after the confirmation: a waiting prompt must not block a server from starting
    await io.confirm({ what: `replace all data and keys of the sandbox with ${file}`, yes });
    return runWithoutServer(running, io.machine, async () => {
      const { backup } = await (await sandbox.control({ beginsAnew: true })).call('importStore', { file });
      return { file, backup };
    });
  },
  lines: ({ file, backup }, { dryRun }) => [
    { name: 'file', title: dryRun ? 'can be imported' : 'imported', value: file },
    { name: 'backup', title: 'backup', value: backup },
  ],
  notes: (_imported, { dryRun }) => (dryRun ? ['nothing was changed'] : []),
});
