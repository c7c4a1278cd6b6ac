import { isUtf8 } from 'node:buffer';
import { ASSUMED } from '../service/assumed.ts';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  createJsonList,
  findStringEnd,
  findValueEnd,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
} from './json-list.ts';
import { LONG_DIGITS } from './json-scanner.ts';
import { UnreadableError } from './read-body.ts';

/** Parses a JSON text completely. @throws {UnreadableError} */
type ParseJsonPart = (part: Uint8Array) => unknown;

/** Parses one member of the top-level object from its JSON text; undefined omits it. */
export type ReadMember = (name: string, value: Uint8Array, parse: ParseJsonPart) => unknown;

/**
 * Parses a body as JSON without losing digits: an integer beyond the safe range of a JavaScript number, such as a
 * 17-digit id, becomes a string of its digits. A leading byte order mark is skipped.
 *
 * @param readMember parses the members of the top level; null parses everything at once
 * @throws {UnreadableError} empty, not UTF-8, not JSON, or nested deeper than `ASSUMED.jsonNesting`
 * @see docs/service/comments.md#COM-25
 * @see docs/service/general.md#HTTP-10
 */
export function parseJson(bytes: Uint8Array, readMember: ReadMember | null = null): unknown {
  const parse = createParser(bytes);
  return (readMember === null ? null : readMembers(bytes, parse, readMember)) ?? parse(bytes);
}

/**
 * Parses the top-level object of a body member by member; null for anything else. @throws {UnreadableError} as
 * `parseJson`
 */
function parseMembers(bytes: Uint8Array, readMember: ReadMember): object | null {
  return readMembers(bytes, createParser(bytes), readMember);
}

function createParser(bytes: Uint8Array): ParseJsonPart {
  if (bytes.length === 0) throw new UnreadableError('is empty', bytes);
  const { deepest, longNumber } =
    (bytes.length < SHORT_BYTES ? scanShort(bytes) : null) ?? scanOutline(bytes);
  if (deepest > ASSUMED.jsonNesting) {
    throw new UnreadableError(`is nested more than ${ASSUMED.jsonNesting} deep`, bytes);
  }
  return (part) => parseText(part, longNumber, bytes);
}

/**
 * Parses a part of a body without losing digits.
 *
 * @param longNumber whether a number of `LONG_DIGITS` digits and more may occur outside strings
 * @param bytes the body, or its beginning, for the error
 * @throws {UnreadableError} not UTF-8, or not JSON
 */
export function parseText(part: Uint8Array, longNumber: boolean, bytes: Uint8Array): unknown {
  const text = decodeUtf8(part, bytes);
  try {
    return longNumber ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch (cause) {
    throw new UnreadableError('is not JSON', bytes, cause);
  }
}

/** An object, member by member; null for anything that is not an object with members. */
function readMembers(bytes: Uint8Array, parse: ParseJsonPart, readMember: ReadMember): object | null {
  const members: [string, unknown][] = [];
  let at = skipSpace(bytes, hasByteOrderMark(bytes) ? MARK_BYTES : 0);
  if (bytes[at] !== OPEN_OBJECT) return null;
  for (at = skipSpace(bytes, at + 1); bytes[at] === QUOTE; at = skipSpace(bytes, at + 1)) {
    const nameEnd = findStringEnd(bytes, at + 1) + 1;
    const colon = skipSpace(bytes, nameEnd);
    if (bytes[colon] !== COLON) return null;
    const start = skipSpace(bytes, colon + 1);
    const end = findValueEnd(bytes, start);
    const name = String(parse(bytes.subarray(at, nameEnd)));
    const value = readMember(name, bytes.subarray(start, end), parse);
    if (value !== undefined) members.push([name, value]);
    at = skipSpace(bytes, end);
    if (bytes[at] === COMMA) continue;
    const isWhole = bytes[at] === CLOSE_OBJECT && skipSpace(bytes, at + 1) === bytes.length;
    return isWhole ? Object.fromEntries(members) : null;
  }
  return null;
}

export const MARK_BYTES = 3;

export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Node loads these at startup; a TextDecoder would add to it. */
function decodeUtf8(part: Uint8Array, bytes: Uint8Array): string {
  const text = Buffer.from(part.buffer, part.byteOffset, part.length);
  if (!isUtf8(text)) throw new UnreadableError('is not valid UTF-8', bytes);
  // only the whole text can begin with a byte order mark
  return text.toString('utf8', part === bytes && hasByteOrderMark(bytes) ? MARK_BYTES : 0);
}

/** Passed by JSON.parse since ES2026; the library's types do not include it yet. */
interface ReviverContext {
  source?: string;
}

function keepDigits(_key: string, value: unknown, context?: ReviverContext): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d+$/.test(source) ? source : value;
}

/** Such a number; ids are texts, and begin with a quote. */
const LONG_NUMBER = new RegExp(String.raw`(?<!["\d])\d{${LONG_DIGITS}}`);
const [ZERO, NINE] = [0x30, 0x39] as const;

/** What is known of a text before it is parsed. */
interface JsonOutline {
  /** At least the nesting depth. */
  deepest: number;
  /** Whether a long number may occur outside strings. */
  longNumber: boolean;
}

/** Up to this size, the loop of `scanOutline` costs more to compile than to run. */
const SHORT_BYTES = 64 * 1024;

/** Looks a short body over by regular expressions; null when only a careful pass can tell how deep it is. */
function scanShort(bytes: Uint8Array): JsonOutline | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const openings = text.match(/[[{]/g)?.length ?? 0;
  if (openings > ASSUMED.jsonNesting) return null;
  return { deepest: openings, longNumber: LONG_NUMBER.test(text) };
}

/**
 * One cheap pass before parsing: the nesting depth, and whether a long number occurs outside strings. The reviver
 * that keeps digits makes parsing four times slower, so that it is only used then.
 */
function scanOutline(bytes: Uint8Array): JsonOutline {
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
    if (byte === QUOTE) at = findStringEnd(bytes, at + 1);
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) deepest = Math.max(deepest, ++depth);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
  }
  return { deepest, longNumber };
}

/** From this size, only the members that describe the error are parsed. */
export const LONG_ERROR_BYTES = 1024 * 1024;
/** Longer members are of no use in an error message. */
const MAX_MEMBER_BYTES = 64 * 1024;

/** @see docs/service/posts.md#record */
const ERROR_MEMBERS = ['code', 'message', 'details', 'errors', 'retryAvailable', 'relink', 'history'];

/**
 * Parses the members of a long response that describe an error: a list or object that is too long is replaced by its
 * size, a text is omitted, so that the work is bounded.
 *
 * @throws {UnreadableError} also for a list
 */
export function parseLongError(bytes: Uint8Array): object {
  const error = parseMembers(bytes, readErrorMember);
  if (error === null) throw new UnreadableError('is long, and not a JSON object', bytes);
  return error;
}

const readErrorMember: ReadMember = (name, value, parse) => {
  if (!ERROR_MEMBERS.includes(name)) return undefined;
  if (value.length <= MAX_MEMBER_BYTES) return parse(value);
  return value[0] === QUOTE ? undefined : `${value.length} bytes, omitted here`;
};

/** Lists of this size and more are parsed element by element on demand. */
export const LONG_LIST_BYTES = 1024 * 1024;

/** Far above the number of networks; no regular response reports more failures. */
export const MAX_EAGER_ELEMENTS = 1_000;

/** Reads the members of a response, its long lists on demand. */
export function createLongListReader({
  fromBytes,
  eager,
  lateFault,
}: {
  /** Minimum size, in bytes, from which a list at the top level becomes a `JsonList`. */
  fromBytes: number;
  /** Names of lists that are parsed at once all the same, up to `MAX_EAGER_ELEMENTS` elements. */
  eager: readonly string[];
  /** Creates the error thrown when an element turns out to be unreadable after the response was accepted. */
  lateFault(fault: UnreadableError): Error;
}): ReadMember {
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
