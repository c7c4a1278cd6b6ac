import { isUtf8 } from 'node:buffer';
import { LIMITS } from '../facts/limits.ts';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  findStringEnd,
  findValueEnd,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
} from './json-scan.ts';
import { UnreadableError } from './unreadable-error.ts';

/** Reads a JSON text, all of it. @throws {UnreadableError} */
export type ParseJsonPart = (part: Uint8Array) => unknown;

/** Reads one member of the object at the top from its JSON text, with what reads such texts; undefined leaves it out. */
export type ReadMember = (name: string, value: Uint8Array, parse: ParseJsonPart) => unknown;

/**
 * Reads a body as JSON without losing a digit: an integer that a JavaScript number cannot hold, such
 * as a 17-digit id, becomes a string of its digits. A byte order mark in front is passed over.
 *
 * @param readMember reads what stands directly under the top; null when all is read at once
 * @throws {UnreadableError} empty, not UTF-8, not JSON, or nested deeper than `LIMITS.jsonNesting`
 * @see docs/service/comments.md#COM-25
 * @see docs/service/general.md#HTTP-10
 */
export function parseJson(bytes: Uint8Array, readMember: ReadMember | null = null): unknown {
  const parse = createParser(bytes);
  return (readMember === null ? null : readMembers(bytes, parse, readMember)) ?? parse(bytes);
}

/** Reads the object that a body is member by member; null for anything else. @throws {UnreadableError} as `parseJson` */
export function parseMembers(bytes: Uint8Array, readMember: ReadMember): object | null {
  return readMembers(bytes, createParser(bytes), readMember);
}

function createParser(bytes: Uint8Array): ParseJsonPart {
  if (bytes.length === 0) throw new UnreadableError('is empty', bytes);
  const { deepest, longNumber } = scanOutline(bytes);
  if (deepest > LIMITS.jsonNesting) {
    throw new UnreadableError(`is nested more than ${LIMITS.jsonNesting} deep`, bytes);
  }
  return (part) => parseText(part, longNumber, bytes);
}

function parseText(part: Uint8Array, longNumber: boolean, bytes: Uint8Array): unknown {
  const text = decodeUtf8(part, bytes);
  try {
    return longNumber ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch (cause) {
    throw new UnreadableError('is not JSON', bytes, cause);
  }
}

/** An object, member by member; null for anything that is not plainly an object with members. */
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

const MARK_BYTES = 3;

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Node has these at hand from its start; a TextDecoder costs it a part of one. */
function decodeUtf8(part: Uint8Array, bytes: Uint8Array): string {
  const text = Buffer.from(part.buffer, part.byteOffset, part.length);
  if (!isUtf8(text)) throw new UnreadableError('is not valid UTF-8', bytes);
  // a byte order mark stands in front of the whole, and nowhere else
  return text.toString('utf8', part === bytes && hasByteOrderMark(bytes) ? MARK_BYTES : 0);
}

/** JSON.parse hands this over since ES2026; the library's types do not know it yet. */
interface ReviverContext {
  readonly source?: string;
}

function keepDigits(_key: string, value: unknown, context?: ReviverContext): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d+$/.test(source) ? source : value;
}

/** Digits from which on an integer may be too long for a number. */
const LONG_DIGITS = 16;
const [ZERO, NINE] = [0x30, 0x39] as const;

/**
 * One cheap pass before parsing: how deep it nests, and whether a long number stands outside of
 * strings. The reviver that keeps digits makes parsing four times slower, so it runs only then.
 */
function scanOutline(bytes: Uint8Array): { readonly deepest: number; readonly longNumber: boolean } {
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
