import { createUsageError } from '../../errors.ts';
import { NestingError, parseBoundedJson } from '../../rules/bounded-json.ts';
import { maskLikelySecret } from '../mask-likely-secret.ts';
import { joinWithOr } from '../suggest-nearest.ts';
import { listEntryFields } from './entry-fields.ts';
import { findClosingQuote, unescapeText } from './quoted-text.ts';

/** One text of an entry. In quotes it is a text whatever it looks like: no file, no number, no end of a list. */
export interface EntryWord {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A trigger or action as it stands on a command line, read but not yet understood. */
export type EntryWords =
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'words';
      readonly type: string;
      /** By name, in their order. */
      readonly fields: ReadonlyMap<string, readonly EntryWord[]>;
    };

/** Where the words were given, and what types there are for them. */
export interface EntrySource {
  /** `--trigger` or `--action`. */
  readonly flag: string;
  readonly types: readonly string[];
}

/**
 * Reads a trigger or action that was written in words: `comment_keyword,postId=all,keywords=INFO|LINK`. A value that
 * holds a comma stands in quotes, in which `\"`, `\\` and `\n` are those of JSON. An entry can be JSON as a whole.
 *
 * @throws CrierError of kind usage
 */
export function readEntryWords(text: string, place: EntrySource): EntryWords {
  if (text.trimStart().startsWith('{')) return { kind: 'json', value: parseJsonEntry(text, place) };
  const begin = findNext(',', text, 0);
  const type = text.slice(0, begin).trim();
  if (type === '' || type.includes('=')) {
    throw createUsageError(`${place.flag} begins with its type`, `the types are ${joinWithOr(place.types)}`);
  }
  const kinds = listEntryFields(type);
  const fields = new Map<string, readonly EntryWord[]>();
  for (let comma = begin; comma < text.length; ) {
    const { name, end } = readFieldName(text, comma + 1, place);
    const isList = kinds.get(name) === 'list';
    if (name === 'type' || fields.has(name)) {
      const many = isList ? 'its values are separated by |' : 'give it once';
      throw createUsageError(`${place.flag} has "${maskLikelySecret(name)}" twice`, many);
    }
    const read = readWords(text, end, { name, stops: isList ? ',|' : ',', place });
    fields.set(name, read.words);
    comma = read.end;
  }
  return { kind: 'words', type, fields };
}

function parseJsonEntry(text: string, { flag }: EntrySource): unknown {
  try {
    return parseBoundedJson(text);
  } catch (error) {
    if (error instanceof NestingError)
      throw createUsageError(`${flag} ${error.message}`, 'check its brackets');
    throw createUsageError(`${flag} begins like JSON and is none`, 'check its quotes, commas and brackets');
  }
}

/** The place of the next of some signs; the text's length when there is none. */
function findNext(signs: string, text: string, from: number): number {
  let at = from;
  while (at < text.length && !signs.includes(text.charAt(at))) at += 1;
  return at;
}

const COMMA = 'a value that holds a comma stands in quotes: message="Hi, here it is"';

/** A field's name, and where its value begins. */
function readFieldName(text: string, from: number, { flag }: EntrySource): { name: string; end: number } {
  const end = findNext('=,', text, from);
  const name = text.slice(from, end).trim();
  if (name === '') throw createUsageError(`${flag} has a comma with nothing behind it`, COMMA);
  if (text[end] === '=') return { name, end: end + 1 };
  throw createUsageError(
    `${flag} has "${maskLikelySecret(name)}" without a value`,
    `it is written name=value; ${COMMA}`,
  );
}

interface EntryField {
  readonly name: string;
  /** The signs that end a text of it. */
  readonly stops: string;
  readonly place: EntrySource;
}

/** The words of one value, and the place of the comma behind it, or the text's length. */
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
  if (last === -1) throw createUsageError(`${place.flag}: the quotes of ${field} do not end`, COMMA);
  const end = findNext(stops, text, last);
  if (text.slice(last + 1, end).trim() !== '') {
    throw createUsageError(`${place.flag}: ${field} goes on behind its quotes`, 'put all of it into them');
  }
  const inner = unescapeText(text.slice(quote + 1, last));
  if (inner === null) {
    throw createUsageError(
      `${place.flag}: a backslash in ${field} stands for nothing`,
      'a backslash itself is \\\\',
    );
  }
  return { word: { text: inner, isQuoted: true }, end };
}
