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
import { createListScanner } from './json-scanner.ts';
import { hasByteOrderMark, MARK_BYTES, parseJson, parseText } from './parse-json.ts';
import { UnreadableError } from './read-body.ts';

/** A member of the top-level object, or some elements of a long list in it. */
export interface AnswerPart {
  /** Null for elements of an answer that is a list. */
  readonly name: string | null;
  readonly value: unknown;
  /** Its JSON text; of elements with brackets around them. */
  readonly bytes: Uint8Array;
  /** Position of the first element in its list; null for a whole member. */
  readonly from: number | null;
}

/** The beginning of an answer, up to the first element of a long list. */
export interface AnswerOpening {
  /** The members before the list. */
  readonly members: readonly AnswerPart[];
  /** Null for an answer that is a list. */
  readonly name: string | null;
  /** What was read from the first element on. */
  readonly bytes: Uint8Array;
}

/**
 * Looks for a list of which the bytes do not have the end.
 *
 * @param bytes the beginning of an answer
 * @param isSplit whether the elements of a list may come in parts
 * @returns null if the answer must be read whole: also if its beginning is not JSON
 * @throws {UnreadableError} a member before the list that is not JSON
 */
export function findLongList(
  bytes: Uint8Array,
  isSplit: (name: string | null) => boolean,
): AnswerOpening | null {
  const members: AnswerPart[] = [];
  let at = skipSpace(bytes, hasByteOrderMark(bytes) ? MARK_BYTES : 0);
  if (bytes[at] === OPEN_LIST)
    return isSplit(null) ? { members, name: null, bytes: bytes.subarray(at + 1) } : null;
  if (bytes[at] !== OPEN_OBJECT) return null;
  for (at += 1; ; at += 1) {
    const found = readMember(bytes, at);
    if (found === null) return null;
    const { name, value, end } = found;
    if (end < bytes.length) {
      if (bytes[end] !== COMMA || (isContainer(value) && members.some((each) => each.name === name)))
        return null;
      members.push({ name, value: parseJson(value), bytes: value, from: null });
      at = end;
      continue;
    }
    if (value[0] !== OPEN_LIST || !isSplit(name)) return null;
    return { members, name, bytes: value.subarray(1) };
  }
}

/** A member that begins after a position, and the position after it; null if it is incomplete or not JSON. */
function readMember(bytes: Uint8Array, from: number) {
  const at = skipSpace(bytes, from);
  const nameEnd = findStringEnd(bytes, at + 1) + 1;
  const colon = skipSpace(bytes, nameEnd);
  if (bytes[at] !== QUOTE || bytes[colon] !== COLON) return null;
  const start = skipSpace(bytes, colon + 1);
  if (start >= bytes.length) return null;
  const name = String(parseText(bytes.subarray(at, nameEnd), false, bytes));
  const end = findValueEnd(bytes, start);
  if (end === start) return null;
  return { name, value: bytes.subarray(start, end), end: skipSpace(bytes, end) };
}

/**
 * Splits an answer that arrives in chunks into its members, and its long lists into parsed parts, so that it is never
 * held in memory. Elements before one that is not JSON are still returned.
 *
 * @param rest the chunks behind those of the opening
 * @param beginning of the answer, for errors
 * @throws {UnreadableError} not JSON, not UTF-8, nested too deep, a list under a name that was returned before
 * @see docs/decisions/0051-answers-in-parts.md
 */
export async function* splitAnswer(
  { members, name, bytes }: AnswerOpening,
  rest: AsyncIterator<Uint8Array>,
  isSplit: (name: string | null) => boolean,
  beginning: Uint8Array,
): AsyncGenerator<AnswerPart> {
  yield* members;
  const feed = createFeed(bytes, rest);
  const names = new Set(members.map((member) => member.name));
  for (let list: string | null = name; ; ) {
    if (names.has(list)) throw new UnreadableError('has two lists of one name', beginning);
    names.add(list);
    yield* splitList(feed, list, beginning);
    if (list === null) break;
    const next = yield* readMembers(feed, { names, isSplit, beginning });
    if (next === null) break;
    list = next;
  }
  if (!(await feed.isOver())) throw createFault(beginning);
}

/** Whether a JSON text is a list or an object. */
function isContainer(text: Uint8Array): boolean {
  return text[0] === OPEN_LIST || text[0] === OPEN_OBJECT;
}

function createFault(beginning: Uint8Array): UnreadableError {
  return new UnreadableError('is not JSON', beginning);
}

type ByteFeed = ReturnType<typeof createFeed>;

/** The bytes that were not used yet, and those that come. */
function createFeed(first: Uint8Array, rest: AsyncIterator<Uint8Array>) {
  const read = async () => {
    const next = await rest.next();
    return next.done === true ? null : next.value;
  };
  const feed = {
    bytes: first,
    read,
    /** Reads as much as there is now, so that looking at all of it again costs no more than that. */
    async grow(): Promise<boolean> {
      const chunks = [feed.bytes];
      for (let size = 0; size <= feed.bytes.length; ) {
        const chunk = await read();
        if (chunk === null) break;
        chunks.push(chunk);
        size += chunk.length;
      }
      feed.bytes = Buffer.concat(chunks);
      return chunks.length > 1;
    },
    /** Whether nothing but whitespace follows. */
    async isOver(): Promise<boolean> {
      for (let chunk: Uint8Array | null = feed.bytes; chunk !== null; chunk = await read())
        if (skipSpace(chunk, 0) < chunk.length) return false;
      return true;
    },
  };
  return feed;
}

const [OPENING, CLOSING] = [Buffer.from('['), Buffer.from(']')] as const;

async function* splitList(
  feed: ByteFeed,
  name: string | null,
  beginning: Uint8Array,
): AsyncGenerator<AnswerPart> {
  const scanner = createListScanner();
  const mostDeep = ASSUMED.jsonNesting - (name === null ? 1 : 2);
  let held: Uint8Array[] = [OPENING];
  let longNumber = false;
  let from = 0;
  for (let chunk: Uint8Array | null = feed.bytes; chunk !== null; chunk = await feed.read()) {
    const found = scanner.scan(chunk);
    if (scanner.deepest() > mostDeep)
      throw new UnreadableError(`is nested more than ${ASSUMED.jsonNesting} deep`, beginning);
    longNumber ||= found.longNumber !== -1;
    const isLast = found.end !== -1;
    const stop = isLast ? found.end : found.comma;
    if (stop === -1) {
      held.push(chunk);
      continue;
    }
    const bytes = Buffer.concat([...held, chunk.subarray(0, stop), CLOSING]);
    const { elements, fault } = parseElements(bytes, longNumber, beginning);
    const isEmpty = isLast && from === 0 && fault === null;
    // an empty list has a part as well, since it is a member of the answer
    if (elements.length > 0 || isEmpty) yield { name, value: elements, bytes, from };
    if (fault !== null) throw fault;
    // a list may be empty, but no comma in it without elements around it
    if (elements.length === 0 && !isEmpty) throw createFault(beginning);
    from += elements.length;
    longNumber = found.longNumber > stop;
    feed.bytes = chunk.subarray(stop + 1);
    if (isLast) {
      if (chunk[stop] !== CLOSE_LIST) throw createFault(beginning);
      return;
    }
    held = [OPENING, feed.bytes];
  }
  throw createFault(beginning); // cut short
}

/** Parses a list; if that fails, its elements one by one up to the one that cannot be read. */
function parseElements(
  list: Uint8Array,
  longNumber: boolean,
  beginning: Uint8Array,
): { elements: readonly unknown[]; fault: unknown } {
  try {
    return { elements: parseText(list, longNumber, beginning) as readonly unknown[], fault: null }; // it has brackets
  } catch (fault) {
    const elements: unknown[] = [];
    try {
      for (const element of createJsonList(list, (part) => parseText(part, longNumber, beginning)))
        elements.push(element);
      return { elements, fault };
    } catch (ofElement) {
      return { elements, fault: ofElement };
    }
  }
}

/** Reads members up to the next long list. @returns its name; null at the end of the object */
async function* readMembers(
  feed: ByteFeed,
  {
    names,
    isSplit,
    beginning,
  }: { names: Set<string | null>; isSplit: (name: string) => boolean; beginning: Uint8Array },
): AsyncGenerator<AnswerPart, string | null> {
  for (;;) {
    const start = skipSpace(feed.bytes, 0);
    const first = feed.bytes[start];
    if (first === CLOSE_OBJECT) {
      feed.bytes = feed.bytes.subarray(start + 1);
      return null;
    }
    if (first !== undefined && first !== COMMA) throw createFault(beginning);
    const found = first === undefined ? null : readMember(feed.bytes, start + 1);
    if (found === null || found.end >= feed.bytes.length) {
      if (found !== null && found.value[0] === OPEN_LIST && isSplit(found.name)) {
        feed.bytes = found.value.subarray(1);
        return found.name;
      }
      if (!(await feed.grow())) throw createFault(beginning);
      continue;
    }
    const { name, value, end } = found;
    if (names.has(name) && isContainer(value))
      throw new UnreadableError('has two lists of one name', beginning);
    names.add(name);
    yield { name, value: parseJson(value), bytes: value, from: null };
    feed.bytes = feed.bytes.subarray(end);
  }
}
