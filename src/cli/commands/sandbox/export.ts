import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { runFileOperation } from '../../../disk/explain-file-fault.ts';
import { writeBeside } from '../../../disk/swap-file.ts';
import { createUsageError } from '../../../errors.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag } from '../../flags.ts';
import { getSandboxFile } from '../../paths.ts';
import { yes } from '../../settings/calling-flags.ts';

export default defineCommand({
  summary: 'Write the whole state of the sandbox into one file',
  description: `
The file holds everything as of one moment: posts, comments, automations and what they did, settings, the clock, and the
sandbox's keys, so it is readable by its owner alone (0600). It can be written while a server runs. "sandbox import
<file>" puts it in place of another sandbox's state, keys included; --seed of "sandbox start", "reset" and "exec" starts
with its data and leaves the keys behind. A file that exists is replaced only with --yes, or after a question.`,
  examples: ['sandbox export shop.crier', 'sandbox export shop.crier --yes --json'],
  positional: ['file'],
  changes: true,
  flags: [],
  input: z.object({
    file: defineFlag(z.string().min(1).describe('file to write'), { placeholder: 'file' }),
    yes,
  }),
  output: z.strictObject({
    file: z.string().describe('absolute path of the file'),
    bytes: z.int().describe('size of the file'),
  }),
  async run({ file: given, yes }, { sandbox, confirm, machine }) {
    const file = resolve(machine.folder, given);
    if (isSandboxFile(file, getSandboxFile(machine))) {
      throw createUsageError(`${file} belongs to the sandbox itself`, 'give another file');
    }
    if (doesExist(file)) await confirm({ what: `replace ${file}`, yes });
    const control = await sandbox();
    let bytes = 0;
    await writeBeside(file, async (draft) => {
      ({ bytes } = await control.call('exportStore', { file: draft }));
    });
    const document = { file, bytes };
    return {
      view: {
        kind: 'record',
        document,
        lines: [
          { name: 'file', title: 'written', value: file },
          { name: 'bytes', title: 'bytes', value: bytes },
        ],
      },
      notes: ['the file holds the keys of the sandbox; --seed begins with its data and without them'],
    };
  },
});

function doesExist(file: string): boolean {
  return (
    runFileOperation(`cannot write ${file}`, () => lstatSync(file, { throwIfNoEntry: false })) !== undefined
  );
}

/** Also by another name, such as through a link to its folder. */
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
