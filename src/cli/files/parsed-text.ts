import type { MessageAt } from './file-position.ts';
import type { LocatedValue } from './located-value.ts';

/** The values of a text, and its syntax errors and warnings. */
export interface ParsedText {
  /** The top-level values, without those that could not be parsed. */
  readonly roots: readonly LocatedValue[];
  readonly faults: readonly MessageAt[];
  readonly warnings: readonly MessageAt[];
}

/** The kind of records in a file, for messages. */
export interface FileKind {
  /** `an automation` */
  readonly one: string;
  /** `automations` */
  readonly several: string;
  /** Whether a field takes a number, which is unquoted in YAML; ids are never numbers. */
  takesNumber(field: string): boolean;
}

/** Maximum nesting of lists and maps. */
export const DEEPEST = 32;

/** The message for a duplicate name in one map. */
export function formatDuplicate(name: string): string {
  return `${name} is given twice`;
}

/** The replacement character, for bytes that were not UTF-8. */
export const LOST = '\uFFFD';

/** Characters that neither messages nor YAML can contain: controls, and lone surrogates. */
export const NO_TEXT = /[^\t\n\r -~\x85\xA0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Formats the code point of a character that cannot be shown: `U+0007`. */
export function formatCodePoint(text: string, offset: number): string {
  return `U+${text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0')}`;
}
