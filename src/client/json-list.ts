import { CLOSE_LIST, COMMA, findValueEnd, skipSpace } from './json-scan.ts';

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
