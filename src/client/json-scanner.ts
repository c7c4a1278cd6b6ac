import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  findStringEnd,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from './json-list.ts';

/** Number of digits from which an integer may exceed the safe range. */
export const LONG_DIGITS = 16;
const [ZERO, NINE] = [0x30, 0x39] as const;

/** What was found in a chunk: positions in it, or -1. */
interface ScannedChunk {
  /** The last comma between two elements of the list. */
  comma: number;
  /** The bracket that closes the list. */
  end: number;
  /** The last long number outside strings. */
  longNumber: number;
}

/**
 * Finds the elements of a list in a JSON text that arrives in chunks, and how deep they are nested. Each byte is looked
 * at once, without decoding it; nothing is validated.
 *
 * @example
 * const scanner = createListScanner();
 * scanner.scan(Buffer.from('{"a":1},{"b":2')); // { comma: 7, end: -1, longNumber: -1 }
 * scanner.scan(Buffer.from('}]')); // { comma: -1, end: 1, longNumber: -1 }
 */
export function createListScanner() {
  let depth = 0;
  let deepest = 0;
  let digits = 0;
  let isString = false;
  /** The first byte of the next chunk belongs to an escape. */
  let isEscaped = false;
  return {
    /** Levels below the list. */
    deepest: () => deepest,
    scan(bytes: Uint8Array): ScannedChunk {
      const found: ScannedChunk = { comma: -1, end: -1, longNumber: -1 };
      const { length } = bytes;
      let at = isEscaped ? 1 : 0;
      isEscaped = false;
      for (; at < length; at += 1) {
        const byte = bytes[at] ?? 0;
        if (isString || byte === QUOTE) {
          digits = 0;
          at = findStringEnd(bytes, isString ? at : at + 1);
          isString = at >= length;
          if (!isString) continue;
          isEscaped = at > length;
          return found;
        }
        if (byte >= ZERO && byte <= NINE) {
          digits += 1;
          if (digits === LONG_DIGITS) found.longNumber = at;
          continue;
        }
        digits = 0;
        if (byte === COMMA) {
          if (depth === 0) found.comma = at;
        } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
          depth += 1;
          if (depth > deepest) deepest = depth;
        } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
          if (depth === 0) {
            found.end = at;
            return found;
          }
          depth -= 1;
        }
      }
      return found;
    },
  };
}
