import { resolve } from 'node:path';
import * as z from 'zod';
import { defineCommand } from '../../command.ts';
import { defineFlag } from '../../flags.ts';
import type { RecordView } from '../../render/view.ts';
import { yes } from '../../settings/calling-flags.ts';

export default defineCommand({
  summary: 'Replace the state of the sandbox by an exported file',
  description: `
Everything is replaced, the sandbox's keys and those of its profiles included, in one transaction; a copy of what was
there is kept beside it (the last three). The file itself is only read: one of an earlier version is brought up to date
in the sandbox. A file that is damaged, that a newer crier wrote, or that is no sandbox is refused, and nothing changes.
While a server runs, end it first: it would keep using the former keys.`,
  before: ['sandbox export shop.crier'],
  examples: ['sandbox import shop.crier --yes', 'sandbox import shop.crier --dry-run --json'],
  positional: ['file'],
  changes: true,
  flags: [],
  input: z.object({
    file: defineFlag(z.string().min(1).describe('file that `sandbox export` wrote'), { placeholder: 'file' }),
    yes,
    dryRun: z.boolean().default(false).describe('check the file, and change nothing'),
  }),
  output: z.strictObject({
    file: z.string().describe('absolute path of the file'),
    backup: z.string().nullable().describe('copy of what was replaced; null with --dry-run'),
  }),
  async run({ file: given, yes, dryRun }, { server, sandbox, confirm, machine }) {
    const file = resolve(machine.folder, given);
    const { openExportedFile } = await import('../../../sandbox/exported-file.ts');
    // it is refused before anything is asked or changed
    openExportedFile(file, (bytes) => new Uint8Array(bytes)).close();
    if (dryRun) {
      const title = 'can be imported';
      return { view: renderImport(title, { file, backup: null }), notes: ['nothing was changed'] };
    }
    const { requireNoServer, runWithoutServer } = await import('../../run-without-server.ts');
    const running = await server();
    await requireNoServer(running);
    // the lock is taken after the answer: a prompt that waits keeps no server from starting
    await confirm({ what: `replace all data and keys of the sandbox by ${file}`, yes });
    return runWithoutServer(running, machine, async () => {
      const { backup } = await (await sandbox({ beginsAnew: true })).call('importStore', { file });
      return { view: renderImport('imported', { file, backup }) };
    });
  },
});

function renderImport(
  title: string,
  document: { readonly file: string; readonly backup: string | null },
): RecordView {
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
