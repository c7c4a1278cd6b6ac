import { isFileName } from '../../domain/text/suspect-text.ts';
import { createUsageError } from '../../errors.ts';
import { describeCommand } from './argv/describe-command.ts';
import type { IoPort } from './command/io.ts';
import { getNamedFile } from './input/files/text-argument.ts';
import type { FlagFacts } from './input/flags/describe-schema.ts';
import type { PreparedCommand } from './prepare-command.ts';

/**
 * Asks whether a text such as `@post.txt` is meant to be that of a file, where `@` names none; without a terminal it is
 * refused. A mention is text, and is never questioned.
 *
 * @returns the input, with the file where it was meant
 * @throws CrierError of kind usage
 * @see docs/command-line.md#texts
 */
export async function readNamedTexts(
  { command, input, typed, flags }: PreparedCommand,
  io: IoPort,
): Promise<PreparedCommand['input']> {
  const texts = describeCommand(command)
    .sets.flatMap((set) => set.flags)
    .filter(({ key, syntax }) => typed.has(key) && syntax.placeholder === 'text' && !syntax.readsFile);
  let read = input;
  for (const flag of texts) {
    const value = input[flag.key];
    if (typeof value !== 'string') continue;
    const fileFlag = flag.key === 'text' && 'textFile' in command.input.shape ? '--text-file' : null;
    if (value === '-')
      throw createUsageError(`${flag.name} is "-", and takes no standard input`, adviseStdin(fileFlag));
    const file = getNamedFile(value);
    if (file === null || !(await isLikelyMeant(flag, file, io))) continue;
    const mayAsk = !('yes' in flags && flags.yes === true);
    if (!(await isConfirmed(flag, { file, fileFlag, mayAsk }, io))) continue;
    read =
      fileFlag === null
        ? { ...read, [flag.key]: await readFileText(file, io) }
        : { ...read, [flag.key]: undefined, textFile: file };
  }
  return read;
}

async function readFileText(file: string, io: IoPort): Promise<string> {
  const { readMessage } = await import('./input/files/read-files.ts');
  return readMessage(file, io.readFile);
}

/** A name without an ending or a folder may be a person, even if there is such a file. */
async function isLikelyMeant({ name }: FlagFacts, file: string, io: IoPort): Promise<boolean> {
  if (isFileName(`@${file}`)) return true;
  if (!(await isFile(file, io))) return false;
  if (/[./\\]/.test(file)) return true;
  await io.note(`warning: ${name} is @${file}, and there is a file of this name, which is not read`);
  return false;
}

async function isFile(file: string, { machine }: IoPort): Promise<boolean> {
  const [{ stat }, { resolve }] = await Promise.all([import('node:fs/promises'), import('node:path')]);
  return stat(resolve(machine.folder, file)).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** @param question `fileFlag` is the flag that reads a file; null if there is none */
async function isConfirmed(
  { name }: FlagFacts,
  { file, fileFlag, mayAsk }: { file: string; fileFlag: string | null; mayAsk: boolean },
  io: IoPort,
): Promise<boolean> {
  const meant = fileFlag === null ? `the text of the file ${file}` : `${fileFlag} ${file}`;
  const answer = mayAsk ? await io.askLine(`${name} is "@${file}": did you mean ${meant}? [y/n]`) : null;
  if (answer === null)
    throw createUsageError(
      `${name} is "@${file}", and @ reads no file here`,
      fileFlag === null
        ? `did you mean ${meant}? "$(cat ${file})" is its text in a shell`
        : `did you mean ${meant}? to send these very words, use ${fileFlag} - (standard input)`,
    );
  if (/^y(es)?$/i.test(answer.trim())) return true;
  if (/^no?$/i.test(answer.trim())) return false;
  throw createUsageError('nothing was sent: the answer was neither yes nor no');
}

function adviseStdin(fileFlag: string | null): string {
  return fileFlag === null ? 'write the text itself' : `${fileFlag} - reads standard input`;
}
