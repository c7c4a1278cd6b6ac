import type { MessageAt } from './file-position.ts';
import type { LocatedValue } from './located-value.ts';

/** What a text holds, and what is to be said of how it is written. */
export interface ParsedText {
  /** The values that stand beside each other; none of what could not be read. */
  readonly roots: readonly LocatedValue[];
  readonly faults: readonly MessageAt[];
  readonly warnings: readonly MessageAt[];
}

/** What stands in a file: a person wrote it, and reads what is wrong with it. */
export interface FileKind {
  /** `an automation` */
  readonly one: string;
  /** `automations` */
  readonly several: string;
  /** Whether a field takes a number, which YAML writes without quotes; ids are never numbers. */
  takesNumber(field: string): boolean;
}

/** Levels of lists and maps in each other: far more than anything has that people write. */
export const DEEPEST = 32;

/** What is said of a name that stands twice in one map. */
export function formatDuplicate(name: string): string {
  return `${name} is given twice`;
}

/** Stands in a text that was read for bytes that were not UTF-8. */
export const LOST = '\uFFFD';

/** What no text for people holds, and no YAML: controls, and halves of characters. */
export const NO_TEXT = /[^\t\n\r -~\x85\xA0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** A character by its number, where it cannot be shown: `U+0007`. */
export function formatCodePoint(text: string, offset: number): string {
  return `U+${text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0')}`;
}
