import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { runFileOperation } from '../../../../storage/explain-file-fault.ts';
import { writeBeside } from '../../../../storage/swap-file.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { yes } from '../../../framework/input/flags/shared-flags.ts';
import { getSandboxFile } from '../../../framework/settings/paths.ts';
import { listWrittenLines, WrittenFile } from '../control-views.ts';

export default defineLocalChange({
  summary: 'Export the state of the sandbox to a file',
  description: `
The file contains a consistent snapshot: posts, comments, automations and their activity, settings, the clock and the
sandbox keys. Therefore only you can read it (0600). A running server can be exported. "sandbox import <file>" replaces
the state of a sandbox, including its keys; --seed of "sandbox start", "reset" and "exec" uses only the data, not the
keys. An existing file is replaced only with --yes, or after confirmation.`,
  examples: ['sandbox export shop.crier', 'sandbox export shop.crier --yes --json'],
  positional: ['file'],
  input: z.object({
    file: defineFlag(z.string().min(1).describe('file to write'), { placeholder: 'file' }),
    yes,
  }),
  output: WrittenFile,
  async change({ file: given, yes }, { sandbox, io }) {
    const file = resolve(io.machine.folder, given);
    if (isSandboxFile(file, getSandboxFile(io.machine))) {
      throw createUsageError(`${file} belongs to the sandbox itself`, 'choose another file');
    }
    if (doesExist(file)) await io.confirm({ what: `replace ${file}`, yes });
    const control = await sandbox.control();
    let bytes = 0;
    await writeBeside(file, async (draft) => {
      ({ bytes } = await control.call('exportStore', { file: draft }));
    });
    return { file, bytes };
  },
  lines: listWrittenLines,
  notes: () => ['the file contains the keys of the sandbox; --seed uses its data without the keys'],
});

function doesExist(file: string): boolean {
  return (
    runFileOperation(`cannot write ${file}`, () => lstatSync(file, { throwIfNoEntry: false })) !== undefined
  );
}

/** Compared by inode, since a link gives a file another name. */
function isSandboxFile(file: string, store: string): boolean {
  if (['', '-wal', '-shm'].some((ending) => file === store + ending)) return true;
  const [given, own] = [file, store].map((path) => readInode(path));
  return given !== null && given === own;
}

function readInode(path: string): string | null {
  try {
    const { dev, ino } = lstatSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
