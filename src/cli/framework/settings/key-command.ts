import { CrierError, createUsageError } from '../../../errors.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import type { World } from '../../../world.ts';
import { type KnownSecrets, maskLikelySecret } from '../output/text/known-secrets.ts';
import { splitCommandLine } from '../output/text/shell-command.ts';

/** Prints the API key, such as `op read op://team/crier/key`. */
export type RunKeyCommand = (line: string, where: string) => Promise<string>;

/** People confirm by a fingerprint, or unlock a vault. */
const LIMIT_MS = 60 * SECOND_MS;

/**
 * Runs the commands that print keys, each once in a run, and without a shell. What one prints is never shown.
 *
 * @see docs/command-line.md#key-command
 */
export function createKeyCommandRunner(
  { processes, signal }: Pick<World, 'processes' | 'signal'>,
  secrets: KnownSecrets,
): RunKeyCommand {
  const printed = new Map<string, Promise<string>>();
  const start = async (line: string, where: string) => {
    const words = parseKeyCommand(line, where);
    await processes.requireCommand(words);
    const text = await processes.readOutput(words, LIMIT_MS, { isInteractive: true });
    if (text !== null) secrets.add(text.trim());
    if (signal.aborted) throw createFailedError(words, where, 'was interrupted');
    if (text === null)
      throw createFailedError(words, where, `failed, or took more than ${LIMIT_MS / SECOND_MS} s`);
    const key = text.replace(/\r?\n$/, '');
    if (/^[\x21-\x7e]+$/.test(key)) return key;
    const found =
      key.trim() === '' ? 'printed nothing' : 'printed more than a key: a key is one word on one line';
    throw createFailedError(words, where, found);
  };
  return (line, where) => {
    const key = printed.get(line) ?? start(line, where);
    printed.set(line, key);
    return key;
  };
}

/** The words of a command. @param where the flag, variable or setting that has it @throws CrierError of kind usage */
export function parseKeyCommand(line: string, where: string): readonly string[] {
  const words = splitCommandLine(line);
  if (words.length === 0)
    throw createUsageError(
      `${where} is blank`,
      'give a command that prints the key, such as: op read op://team/crier/key',
    );
  if (words.length === 1 && maskLikelySecret(line) !== line)
    throw createUsageError(
      `${where} is a command that prints the key, and not the key`,
      'keep keys in files or in a vault',
    );
  return words;
}

/** Only the name of the program is printed, since arguments may be secret. */
function createFailedError([name = '']: readonly string[], where: string, found: string): CrierError {
  return new CrierError('auth', `no API key: the program ${name} of ${where} ${found}`, {
    http: null,
    advice: 'run the command yourself: it has to print the key to stdout, and exit 0',
  });
}
