/** The values of a text, and its syntax errors and warnings. */
export interface ParsedText {
  /** The top-level values, without those that could not be parsed. */
  readonly roots: readonly LocatedValue[];
  readonly faults: readonly MessageAt[];
  readonly warnings: readonly MessageAt[];
}

export function createFailedRead(fault: MessageAt): ParsedText {
  return { roots: [], faults: [fault], warnings: [] };
}

/** The kind of records in a file, for messages. */
export interface FileKind {
  /** `an automation` */
  one: string;
  /** `automations` */
  several: string;
  /** The fields that one has at least, for the message about a file of something else. */
  expected: string;
  /** The key of the records in a document that crier printed, such as `posts`. */
  listIn?: string;
  /**
   * What a field takes, by its name: of unquoted YAML, `true` is a text in a field of text, and a number is one except
   * in a field of numbers. Ids are never numbers.
   */
  getFieldType(field: string): 'text' | 'number' | 'other';
}

/** Maximum nesting of lists and maps. */
export const DEEPEST = 32;

export function formatDuplicate(name: string): string {
  return `${name} is given twice`;
}

/** Half of a surrogate pair, for bytes that were not UTF-8: no valid file decodes to it, unlike U+FFFD. */
export const LOST = '\uD800';

/** The offset of the first {@link LOST}, which is no part of a pair; -1 for none. */
export function findLost(text: string): number {
  return text.search(/\uD800/u);
}

/** Characters that neither messages nor YAML can contain: controls, and lone surrogates. */
export const NO_TEXT = /[^\t\n\r -~\x85\xA0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Formats the code point of a character that cannot be shown: `U+0007`. */
export function formatCodePoint(text: string, offset: number): string {
  return `U+${text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A parsed value with the offset of each part in the text. */
export type LocatedValue =
  | { readonly kind: 'scalar'; readonly offset: number; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly offset: number; readonly items: readonly LocatedValue[] }
  | { readonly kind: 'map'; readonly offset: number; readonly members: ReadonlyMap<string, LocatedMember> };

/** One member of a map; `offset` is the start of its name. */
export interface LocatedMember {
  readonly offset: number;
  readonly value: LocatedValue;
}

/** A path into a value, such as `['triggers', 0, 'postId']`. */
export type ValuePath = readonly (string | number)[];

export function toPlainValue(located: LocatedValue): unknown {
  switch (located.kind) {
    case 'scalar':
      return located.value;
    case 'list':
      return located.items.map(toPlainValue);
    case 'map':
      return Object.fromEntries(
        located.members.entries().map(([name, { value }]) => [name, toPlainValue(value)]),
      );
  }
}

/**
 * Finds the offset of the value at a path; if it does not exist, of its nearest existing ancestor.
 *
 * @param part `key` for the name of a member, `value` for its value
 */
export function findOffset(located: LocatedValue, path: ValuePath, part: 'key' | 'value'): number {
  const [step, ...rest] = path;
  if (step === undefined) return located.offset;
  if (located.kind === 'list') {
    const item = typeof step === 'number' ? located.items[step] : undefined;
    return item === undefined ? located.offset : findOffset(item, rest, part);
  }
  const member = located.kind === 'map' ? located.members.get(String(step)) : undefined;
  if (member === undefined) return located.offset;
  return rest.length === 0 && part === 'key' ? member.offset : findOffset(member.value, rest, part);
}

/** A position in a file: line and column from 1, the column in UTF-16 code units, as in editors. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

export interface PositionedMessage extends FilePosition {
  readonly words: string;
}

/** A message about an offset, in UTF-16 code units from the start of the text. */
export interface MessageAt {
  readonly offset: number;
  readonly words: string;
}

/** The error for such a number, after its digits. */
export const NOT_EXACT = 'is a number with more digits than JSON keeps; put it in quotes';

/** Whether a number keeps its value when it is parsed: whole ones do up to 2^53, and some beyond. */
export function isExact(source: string): boolean {
  if (!/^-?\d{16,400}$/.test(source)) return true;
  const value = Number(source);
  return Number.isFinite(value) && BigInt(value) === BigInt(source);
}
