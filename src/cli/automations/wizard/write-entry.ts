import { isRecord } from '../../../domain/json/loose-record.ts';
import { type FieldKind, listEntryFields } from '../entry-fields.ts';

/**
 * Writes a trigger or action as `--trigger` and `--action` read it; as JSON if it could not be read back otherwise.
 * Line breaks are escaped: the result is one line.
 */
export function writeEntry(entry: unknown): string {
  const { type, ...fields } = isRecord(entry) ? entry : {};
  if (typeof type !== 'string') return writeJson(entry);
  const kinds = listEntryFields(type);
  const parts = Object.entries(fields).map(([name, value]) => writeField(name, value, kinds.get(name)));
  return kinds.size === 0 || parts.includes(null) ? writeJson(entry) : [type, ...parts].join(',');
}

/** Null if it cannot be written this way. */
function writeField(name: string, value: unknown, kind: FieldKind | undefined): string | null {
  const text = kind === undefined ? null : writeValue(value, kind);
  return text === null ? null : `${name}=${text}`;
}

function writeValue(value: unknown, kind: FieldKind): string | null {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? quoteText(value) : null;
    case 'list':
      return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
        ? value.map(quoteText).join('|')
        : null;
    case 'number':
      return Number.isSafeInteger(value) ? String(value) : null;
    case 'switch':
      return typeof value === 'boolean' ? String(value) : null;
  }
}

/** Needs no quotes: contains nothing that ends a value or names a file, and no leading or trailing space. */
const PLAIN = /^[^\s",|@\p{C}\p{Z}](?:[^,|\p{C}\p{Z}]|(?<=\S) (?=\S))*$/u;

function quoteText(text: string): string {
  return PLAIN.test(text) ? text : writeJson(text);
}

function writeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNSEEN, escapeCharacter);
}

/** Invisible or ambiguous characters. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;

function escapeCharacter(char: string): string {
  return Array.from(
    { length: char.length },
    (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
