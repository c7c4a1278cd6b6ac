import { type FieldKind, listEntryFields } from '../../../domain/automations/entry-fields.ts';
import { NestingError, parseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { hasLostQuotes, QUOTES_ADVICE } from '../../framework/input/explain-pasted-words.ts';
import type { ReadFile } from '../../framework/input/files/file-reader.ts';
import { readTextArgument } from '../../framework/input/files/text-argument.ts';
import { maskLikelySecret } from '../../framework/output/text/known-secrets.ts';

/**
 * Parses a trigger or action from the command line, also one that is JSON, and reads the files that it names. Fields are not validated.
 *
 * @throws CrierError of kind usage when it or one of its files cannot be read
 */
export async function parseEntry(text: string, place: EntrySource, readFile: ReadFile): Promise<unknown> {
  if (text.trimStart().startsWith('{')) return parseJsonEntry(text, place);
  const { type, fields: given } = readEntryWords(text, place);
  const kinds = listEntryFields(type);
  const fields: [string, unknown][] = [];
  for (const [name, words] of given) {
    fields.push([name, await readFieldValue(words, kinds.get(name) ?? 'text', readFile)]);
  }
  return Object.fromEntries([['type', type], ...fields]);
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

/** One value of an entry. In quotes it is always text: not a file, a number or the end of a list. */
interface EntryWord {
  text: string;
  isQuoted: boolean;
}

/** The flag, and the types that it accepts. */
interface EntrySource {
  /** `--trigger` or `--action`. */
  flag: string;
  types: readonly string[];
}

/**
 * Parses a trigger or action such as `comment_keyword,postId=all,keywords=INFO|LINK`. A value that contains a comma is
 * quoted, with the JSON escapes `\"`, `\\` and `\n`.
 *
 * @throws CrierError of kind usage
 */
function readEntryWords(text: string, place: EntrySource) {
  const begin = findNext(',', text, 0);
  const type = text.slice(0, begin).trim();
  if (type === '' || type.includes('=')) {
    throw createUsageError(
      `${place.flag} must begin with a type`,
      `the types are ${joinWithOr(place.types)}`,
    );
  }
  const kinds = listEntryFields(type);
  const fields = new Map<string, readonly EntryWord[]>();
  for (let comma = begin; comma < text.length; ) {
    const { name, end } = readFieldName(text, comma + 1, place);
    const isList = kinds.get(name) === 'list';
    if (name === 'type' || fields.has(name)) {
      const many = isList ? 'separate its values with |' : 'give it only once';
      throw createUsageError(`${place.flag} has "${maskLikelySecret(name)}" twice`, many);
    }
    const read = readWords(text, end, { name, stops: isList ? ',|' : ',', place });
    fields.set(name, read.words);
    comma = read.end;
  }
  return { type, fields };
}

function parseJsonEntry(text: string, { flag }: EntrySource): unknown {
  try {
    return parseBoundedJson(text);
  } catch (error) {
    if (error instanceof NestingError)
      throw createUsageError(`${flag} ${error.message}`, 'check its brackets');
    throw createUsageError(
      `${flag} looks like JSON but cannot be parsed`,
      hasLostQuotes(text) ? QUOTES_ADVICE : 'check its quotes, commas and brackets',
    );
  }
}

/** Index of the next of some characters, or the length of the text. */
function findNext(signs: string, text: string, from: number): number {
  let at = from;
  while (at < text.length && !signs.includes(text.charAt(at))) at += 1;
  return at;
}

const COMMA = 'quote a value that contains a comma: message="Hi, here it is"';

/** Reads a field's name and returns the index of its value. */
function readFieldName(text: string, from: number, { flag }: EntrySource): { name: string; end: number } {
  const end = findNext('=,', text, from);
  const name = text.slice(from, end).trim();
  if (name === '') throw createUsageError(`${flag} has a comma with nothing after it`, COMMA);
  if (text[end] === '=') return { name, end: end + 1 };
  throw createUsageError(
    `${flag} has "${maskLikelySecret(name)}" without a value`,
    `write name=value; ${COMMA}`,
  );
}

interface EntryField {
  name: string;
  /** The characters that end a value. */
  stops: string;
  place: EntrySource;
}

/** Reads the values of one field and returns the index of the next comma, or the length of the text. */
function readWords(
  text: string,
  from: number,
  field: EntryField,
): { words: readonly EntryWord[]; end: number } {
  const words: EntryWord[] = [];
  let end = from - 1;
  do {
    const read = readWord(text, end + 1, field);
    words.push(read.word);
    end = read.end;
  } while (text[end] === '|');
  return { words, end };
}

function readWord(
  text: string,
  from: number,
  { name, stops, place }: EntryField,
): { word: EntryWord; end: number } {
  const quote = text.length - text.slice(from).trimStart().length;
  if (text[quote] !== '"') {
    const end = findNext(stops, text, from);
    return { word: { text: text.slice(from, end).trim(), isQuoted: false }, end };
  }
  const field = `"${maskLikelySecret(name)}"`;
  const last = findClosingQuote(text, quote + 1);
  if (last === -1) throw createUsageError(`${place.flag}: the closing quote of ${field} is missing`, COMMA);
  const end = findNext(stops, text, last);
  if (text.slice(last + 1, end).trim() !== '') {
    throw createUsageError(`${place.flag}: ${field} continues after its quotes`, 'put all of it in quotes');
  }
  const inner = unescapeText(text.slice(quote + 1, last));
  if (inner === null) {
    throw createUsageError(`${place.flag}: invalid escape in ${field}`, 'write a backslash as \\\\');
  }
  return { word: { text: inner, isQuoted: true }, end };
}

/**
 * Finds the end of a quoted text, in which a backslash escapes the next character.
 *
 * @param from index after the opening quote
 * @returns index of the closing quote; -1 if there is none
 */
function findClosingQuote(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at < text.length ? at : -1;
}

/** Resolves the escapes of JSON, but allows line breaks; null for an invalid escape. */
function unescapeText(inner: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON takes none of them as they are
  const escaped = inner.replaceAll(/[\u0000-\u001F]/g, (char) => JSON.stringify(char).slice(1, -1));
  try {
    return String(JSON.parse(`"${escaped}"`));
  } catch {
    return null;
  }
}
