import { createJsonList } from './json-list.ts';
import { OPEN_LIST } from './json-scan.ts';
import type { ParseJsonPart, ReadMember } from './parse-json.ts';
import { UnreadableError } from './unreadable-error.ts';

/** Lists of this size and more are left to be read one element after the other. */
export const LONG_LIST_BYTES = 1024 * 1024;

/** How long lists are read. */
export interface LongListOptions {
  /** A list directly under the top is a `JsonList` from so many bytes on. */
  readonly fromBytes: number;
  /** Names of lists that are held all the same, as far as `MOST_AT_ONCE`. */
  readonly eager: readonly string[];
  /** What is thrown when an element turns out to be unreadable, long after the body was taken for good. */
  lateFault(fault: UnreadableError): Error;
}

/** More failures than this are told by nobody who means well; far above the number of networks. */
export const MAX_EAGER_ELEMENTS = 1_000;

/** Reads the members of an answer, its long lists when they are reached. */
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

/** What is left out of a list is said in its last place. */
function readFirstElements(list: Uint8Array, parse: ParseJsonPart): readonly unknown[] {
  const first: unknown[] = [];
  for (const element of createJsonList(list, parse)) {
    if (first.length === MAX_EAGER_ELEMENTS)
      return [...first, `the rest of ${list.length} bytes is left out here`];
    first.push(element);
  }
  return first;
}
