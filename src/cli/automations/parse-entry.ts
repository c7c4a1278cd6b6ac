import { CrierError } from '../../errors.ts';
import type { ReadFile } from '../context/secrets.ts';
import { readMessage } from '../files/read-message.ts';
import { type FieldKind, listEntryFields } from './entry-fields.ts';
import { type EntrySource, type EntryWord, readEntryWords } from './read-entry-words.ts';

/**
 * Parses a trigger or action from the command line, and reads the files that it names. Fields are not validated.
 *
 * @throws CrierError of kind usage when it or one of its files cannot be read
 */
export async function parseEntry(text: string, place: EntrySource, readFile: ReadFile): Promise<unknown> {
  const read = readEntryWords(text, place);
  if (read.kind === 'json') return read.value;
  const kinds = listEntryFields(read.type);
  const fields: [string, unknown][] = [];
  for (const [name, words] of read.fields) {
    fields.push([name, await readFieldValue(words, kinds.get(name) ?? 'text', readFile)]);
  }
  return Object.fromEntries([['type', read.type], ...fields]);
}

async function readFieldValue(
  words: readonly EntryWord[],
  kind: FieldKind,
  readFile: ReadFile,
): Promise<unknown> {
  const texts: string[] = [];
  for (const { text, isQuoted } of words)
    texts.push(isQuoted ? text : await readTextArgument(text, readFile));
  if (kind === 'list') return texts;
  const [text = ''] = texts;
  return words[0]?.isQuoted === true ? text : coerceText(text, kind);
}

/** Text that is not a number stays text, so that validation says what it should be. */
function coerceText(text: string, kind: FieldKind): unknown {
  if (kind === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(text)) return Number(text);
  if (kind === 'switch' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/**
 * Reads a text argument: `@file` is the content of a file, `@@` an escaped `@`.
 *
 * @throws CrierError of kind usage when the file cannot be read
 */
export async function readTextArgument(word: string, readFile: ReadFile): Promise<string> {
  if (word.startsWith('@@')) return word.slice(1);
  if (!word.startsWith('@') || word === '@') return word;
  try {
    return await readMessage(word.slice(1), readFile);
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    const { advice = '@ is followed by a file name; for a text that begins with @, write @@', ...facts } =
      error.facts;
    throw new CrierError(error.kind, error.message, { ...facts, advice });
  }
}
