import { CrierError } from '../../../../errors.ts';
import type { ReadFile } from './file-reader.ts';
import { readMessage } from './read-files.ts';

/**
 * Returns the file that an argument names as `@file`: the name has neither blanks nor braces, which texts such as
 * `@{{recipient_username}} here it is` have.
 *
 * @returns null for a text, also one whose first `@` is escaped by another
 * @see docs/command-line.md#texts
 */
export function getNamedFile(word: string): string | null {
  return /^@[^@\s{}][^\s{}]*$/.test(word) ? word.slice(1) : null;
}

/** Whether a value of the input may be a file or standard input in place of a text. */
export function mayNameFile(value: unknown): boolean {
  return value === '-' || (typeof value === 'string' && getNamedFile(value) !== null);
}

/** Whether a flag that reads no files takes a value as it is: a name of a person, but neither a file nor `-`. */
export function isPlainText(value: string): boolean {
  return value !== '-' && (getNamedFile(value) === null || !/[./\\]/.test(value));
}

/**
 * Reads a text argument: `@file` is the content of a file, `-` standard input, `@@` an escaped `@`.
 *
 * @throws CrierError of kind usage when the file cannot be read
 */
export async function readTextArgument(word: string, readFile: ReadFile): Promise<string> {
  const file = word === '-' ? '-' : getNamedFile(word);
  if (file === null) return word.startsWith('@@') ? word.slice(1) : word;
  try {
    return await readMessage(file, readFile);
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    const { advice = '@ is followed by a file name; for a text that begins with @, write @@', ...facts } =
      error.facts;
    throw new CrierError(error.kind, error.message, { ...facts, advice });
  }
}
