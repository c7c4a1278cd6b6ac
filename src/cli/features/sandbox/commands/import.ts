import { resolve } from 'node:path';
import * as z from 'zod';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { yes } from '../../../framework/input/flags/shared-flags.ts';
import type { RecordView } from '../../../framework/output/view.ts';

export default defineCommand({
  summary: 'Replace the state of the sandbox with an exported file',
  description: `
Replaces everything in one transaction, including the keys of the sandbox and its profiles. A copy of the previous state
is kept beside it (the last three). The file itself is only read; a file of an earlier version is migrated in the sandbox.
A damaged file, a file of a newer version, or a file that is not a sandbox is refused and nothing changes. Stop a running
server first, because it would keep using the old keys.`,
  before: ['sandbox export shop.crier'],
  examples: ['sandbox import shop.crier --yes', 'sandbox import shop.crier --dry-run --json'],
  positional: ['file'],
  changes: true,
  flags: [],
  input: z.object({
    file: defineFlag(z.string().min(1).describe('file written by `sandbox export`'), { placeholder: 'file' }),
    yes,
    dryRun: defineSwitch('check the file and change nothing'),
  }),
  output: z.strictObject({
    file: z.string().describe('absolute path of the file'),
    backup: z.string().nullable().describe('copy of what was replaced; null with --dry-run'),
  }),
  async run({ file: given, yes, dryRun }, { sandbox, io }) {
    const file = resolve(io.machine.folder, given);
    const { openExportedFile } = await import('../../../../sandbox/exported-file.ts');
    // an invalid file is rejected before the confirmation
    openExportedFile(file, { random: (bytes) => new Uint8Array(bytes), clock: io.clock }).close();
    if (dryRun) {
      const title = 'can be imported';
      return { view: renderImport(title, { file, backup: null }), notes: ['nothing was changed'] };
    }
    const { requireNoServer, runWithoutServer } = await import('../run-without-server.ts');
    const running = await sandbox.server();
    await requireNoServer(running);
    // locked only after the confirmation: a waiting prompt must not block a server from starting
    await io.confirm({ what: `replace all data and keys of the sandbox with ${file}`, yes });
    return runWithoutServer(running, io.machine, async () => {
      const { backup } = await (await sandbox.control({ beginsAnew: true })).call('importStore', { file });
      return { view: renderImport('imported', { file, backup }) };
    });
  },
});

function renderImport(title: string, document: { file: string; backup: string | null }): RecordView {
  const { file, backup } = document;
  return {
    kind: 'record',
    document,
    lines: [
      { name: 'file', title, value: file },
      { name: 'backup', title: 'backup', value: backup },
    ],
  };
}
