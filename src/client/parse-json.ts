import { UnreadableError } from './unreadable.ts';

/** Far above what the service nests, far below what overruns the stack of whatever walks the value later. */
export const DEEPEST_NESTING = 256;

/**
 * Reads a body as JSON without losing a digit: an integer that a JavaScript number cannot hold, such
 * as a 17-digit id, becomes a string of its digits. A byte order mark in front is passed over.
 *
 * @throws {UnreadableError} empty, not UTF-8, not JSON, or nested deeper than `DEEPEST_NESTING`
 * @see rules COM-25, HTTP-10
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new UnreadableError('is empty', bytes);
  const { deepest, longNumber } = outline(bytes);
  if (deepest > DEEPEST_NESTING) {
    throw new UnreadableError(`is nested more than ${DEEPEST_NESTING} deep`, bytes);
  }
  const text = decodeUtf8(bytes);
  try {
    return longNumber ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch (cause) {
    throw new UnreadableError('is not JSON', bytes, cause);
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableError('is not valid UTF-8', bytes, cause);
  }
}

/** JSON.parse hands this over since ES2026; the library's types do not know it yet. */
interface Source {
  readonly source?: string;
}

function keepDigits(_key: string, value: unknown, context?: Source): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d+$/.test(source) ? source : value;
}

/** Digits from which on an integer may be too long for a number. */
const LONG_DIGITS = 16;
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, ZERO, NINE] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x30, 0x39,
] as const;

/**
 * One cheap pass before parsing: how deep it nests, and whether a long number stands outside of
 * strings. The reviver that keeps digits makes parsing four times slower, so it runs only then.
 */
function outline(bytes: Uint8Array): { readonly deepest: number; readonly longNumber: boolean } {
  let depth = 0;
  let deepest = 0;
  let digits = 0;
  let longNumber = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= ZERO && byte <= NINE) {
      digits += 1;
      if (digits === LONG_DIGITS) longNumber = true;
      continue;
    }
    digits = 0;
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) deepest = Math.max(deepest, ++depth);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
  }
  return { deepest, longNumber };
}

function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
