import { isRecord } from '../../rules/loose-record.ts';
import { entryFields, type FieldKind } from './entry-fields.ts';

/**
 * A trigger or action in the words that `--trigger` and `--action` take; as JSON where no words would be read as it.
 * Its line breaks are escaped: it stands on one line.
 */
export function writeEntry(entry: unknown): string {
  const { type, ...fields } = isRecord(entry) ? entry : {};
  if (typeof type !== 'string') return json(entry);
  const kinds = entryFields(type);
  const parts = Object.entries(fields).map(([name, value]) => written(name, value, kinds.get(name)));
  return kinds.size === 0 || parts.includes(null) ? json(entry) : [type, ...parts].join(',');
}

/** Null for what cannot be said in words. */
function written(name: string, value: unknown, kind: FieldKind | undefined): string | null {
  const text = kind === undefined ? null : valueText(value, kind);
  return text === null ? null : `${name}=${text}`;
}

function valueText(value: unknown, kind: FieldKind): string | null {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? word(value) : null;
    case 'list':
      return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
        ? value.map(word).join('|')
        : null;
    case 'number':
      return Number.isSafeInteger(value) ? String(value) : null;
    case 'switch':
      return typeof value === 'boolean' ? String(value) : null;
  }
}

/** Needs no quotes: nothing in it ends a value, names a file, or is lost at an edge. */
const PLAIN = /^[^\s",|@\p{C}\p{Z}](?:[^,|\p{C}\p{Z}]|(?<=\S) (?=\S))*$/u;

function word(text: string): string {
  return PLAIN.test(text) ? text : json(text);
}

function json(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNSEEN, escaped);
}

/** What people do not see, or not as what it is. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;

function escaped(char: string): string {
  return Array.from(
    { length: char.length },
    (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
