/**
 * A list that is too long to hold in memory: elements are parsed on each iteration. An element that is not JSON
 * throws when it is reached.
 */
export class JsonList implements Iterable<unknown> {
  readonly #read: () => Iterator<unknown>;

  /** @param read starts a new iteration */
  constructor(read: () => Iterator<unknown>) {
    this.#read = read;
  }

  [Symbol.iterator](): Iterator<unknown> {
    return this.#read();
  }

  /** A list whose elements are mapped when they are read. */
  map(change: (element: unknown) => unknown): JsonList {
    return new JsonList(() => Iterator.from(this).map((element) => change(element)));
  }
}

/**
 * @param bytes the JSON text of a list
 * @param parse reads the text of one element
 */
export function createJsonList(bytes: Uint8Array, parse: (part: Uint8Array) => unknown): JsonList {
  return new JsonList(() => readElements(bytes, parse));
}

function* readElements(bytes: Uint8Array, parse: (part: Uint8Array) => unknown): Generator<unknown> {
  const isOver = (at: number) => bytes[at] === CLOSE_LIST && skipSpace(bytes, at + 1) === bytes.length;
  let at = skipSpace(bytes, 1);
  if (isOver(at)) return;
  for (;;) {
    const end = findValueEnd(bytes, at);
    yield parse(bytes.subarray(at, end));
    if (isOver(end)) return;
    // anything else between or after the elements is not JSON
    if (bytes[end] !== COMMA) parse(bytes.subarray(end));
    at = skipSpace(bytes, end + 1);
  }
}

/** Bytes that structure a JSON text. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const BACKSLASH = 0x5c;

/** Position after the whitespace that JSON allows between tokens. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}

/** Position of a string's closing quote. @param from the first byte after its opening quote */
export function findStringEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Position after the value that begins at `from`; the value is not validated here. */
export function findValueEnd(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = findStringEnd(bytes, at + 1);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (byte === COMMA && depth === 0) return at;
  }
  return Math.min(at, bytes.length);
}
