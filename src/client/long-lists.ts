import { createJsonList } from './json-list.ts';
import { OPEN_LIST } from './json-scan.ts';
import type { ParseJsonPart, ReadMember } from './parse-json.ts';
import { UnreadableError } from './unreadable-error.ts';

/** Lists of this size and more are parsed element by element on demand. */
export const LONG_LIST_BYTES = 1024 * 1024;

/** How long lists are parsed. */
export interface LongListOptions {
  /** Minimum size, in bytes, from which a list at the top level becomes a `JsonList`. */
  readonly fromBytes: number;
  /** Names of lists that are parsed at once all the same, up to `MAX_EAGER_ELEMENTS` elements. */
  readonly eager: readonly string[];
  /** Creates the error thrown when an element turns out to be unreadable after the response was accepted. */
  lateFault(fault: UnreadableError): Error;
}

/** Far above the number of networks; no regular response reports more failures. */
export const MAX_EAGER_ELEMENTS = 1_000;

/** Reads the members of a response, its long lists on demand. */
export function createLongListReader({ fromBytes, eager, lateFault }: LongListOptions): ReadMember {
  return (name, value, parse) => {
    if (value[0] !== OPEN_LIST || value.length < fromBytes) return parse(value);
    if (eager.includes(name)) return readFirstElements(value, parse);
    return createJsonList(value, (part) => {
      try {
        return parse(part);
      } catch (error) {
        throw error instanceof UnreadableError ? lateFault(error) : error;
      }
    });
  };
}

/** The last element says what was omitted. */
function readFirstElements(list: Uint8Array, parse: ParseJsonPart): readonly unknown[] {
  const first: unknown[] = [];
  for (const element of createJsonList(list, parse)) {
    if (first.length === MAX_EAGER_ELEMENTS)
      return [...first, `the rest of ${list.length} bytes is omitted here`];
    first.push(element);
  }
  return first;
}
