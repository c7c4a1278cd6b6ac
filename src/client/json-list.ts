import { CLOSE_LIST, COMMA, endOfValue, skipSpace } from './json-scan.ts';

/**
 * A list that is too long to hold: each element is read when it is reached, again each time. An element that is not
 * JSON throws then, with those before it already read.
 */
export interface JsonList extends Iterable<unknown> {
  readonly bytes: Uint8Array;
}

/**
 * @param bytes the JSON text of a list
 * @param parse reads the text of one element
 */
export function jsonList(bytes: Uint8Array, parse: (part: Uint8Array) => unknown): JsonList {
  return {
    bytes,
    *[Symbol.iterator]() {
      let at = skipSpace(bytes, 1);
      if (bytes[at] === CLOSE_LIST) return;
      for (;;) {
        const end = endOfValue(bytes, at);
        yield parse(bytes.subarray(at, end));
        if (bytes[end] !== COMMA) {
          // what follows the list's own end is read too, and refused
          if (skipSpace(bytes, end + 1) < bytes.length) parse(bytes.subarray(end));
          return;
        }
        at = skipSpace(bytes, end + 1);
      }
    },
  };
}
