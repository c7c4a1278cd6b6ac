import {
  DEEPEST,
  type FileKind,
  formatDuplicate,
  type LocatedMember,
  type LocatedValue,
  type MessageAt,
  type ParsedText,
} from './parsed-text.ts';

/** A syntax error, at which parsing stops. */
class JsonSyntaxError extends Error {
  readonly offset: number;

  constructor(offset: number, words: string) {
    super(words);
    this.offset = offset;
  }
}

/**
 * Parses one JSON value strictly; a duplicate name is a fault. `JSON.parse` often reports no position, and
 * the YAML parser accepts comments, single quotes and trailing commas, so neither gives precise errors.
 */
export function readJson(text: string, kind: Pick<FileKind, 'several'>): ParsedText {
  const reader = createJsonReader(text, kind);
  try {
    const root = reader.whole();
    return { roots: [root], faults: reader.faults, warnings: [] };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return {
      roots: [],
      faults: [...reader.faults, { offset: error.offset, words: error.message }],
      warnings: [],
    };
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-f]{4})/iy;
const WORD = /[\w$-]+/y;
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
const CLOSING = { '[': ']', '{': '}' } as const;

function createJsonReader(text: string, { several }: Pick<FileKind, 'several'>) {
  const faults: MessageAt[] = [];
  let at = 0;

  function skipSpace(): void {
    while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
    if (/^(\/[/*]|#)/.test(text.slice(at, at + 2)))
      throw new JsonSyntaxError(at, 'JSON does not allow comments; use YAML');
  }

  /** Matches a pattern at the current position and moves past it. */
  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  }

  function readDocument(): LocatedValue {
    const value = readValue(0);
    skipSpace();
    if (at < text.length)
      throw new JsonSyntaxError(at, `unexpected text after the value; put several ${several} in one list`);
    return value;
  }

  function readValue(depth: number): LocatedValue {
    skipSpace();
    const offset = at;
    const sign = text.charAt(at);
    if (depth >= DEEPEST && /[[{]/.test(sign))
      throw new JsonSyntaxError(at, `is nested more than ${DEEPEST} deep`);
    if (sign === '{') return { kind: 'map', offset, members: readMap(depth) };
    if (sign === '[') return { kind: 'list', offset, items: readList(depth) };
    return { kind: 'scalar', offset, value: sign === '"' ? readText() : readWord() };
  }

  function readWord(): number | boolean | null {
    const offset = at;
    const number = take(NUMBER);
    const word = take(WORD) ?? '';
    if (number !== null && word === '') return Number(number);
    if (number === null && Object.hasOwn(WORDS, word)) return WORDS[word] ?? null;
    if (number !== null) throw new JsonSyntaxError(offset, 'is not a valid JSON number');
    if (word !== '' || text.charAt(at) === "'")
      throw new JsonSyntaxError(offset, 'a string must be in double quotes');
    throw new JsonSyntaxError(
      offset,
      at >= text.length ? 'unexpected end of the file' : 'a value is expected here',
    );
  }

  function readText(): string {
    const offset = at;
    at += 1;
    while (text.charAt(at) !== '"') {
      const sign = text.charAt(at);
      if (sign === '') throw new JsonSyntaxError(offset, 'the string that starts here has no closing "');
      if (sign < ' ')
        throw new JsonSyntaxError(
          at,
          `a string cannot contain ${sign === '\n' || sign === '\r' ? 'a line break; write \\n' : 'control characters; escape them'}`,
        );
      if (sign !== '\\') at += 1;
      else if (take(ESCAPE) === null)
        throw new JsonSyntaxError(
          at,
          'a backslash starts an escape such as \\n or \\u00e9; write \\\\ for a backslash',
        );
    }
    at += 1;
    return String(JSON.parse(text.slice(offset, at)));
  }

  /** Parses the comma-separated items between two brackets. */
  function readEach(readOne: () => void): void {
    const offset = at;
    const closing = CLOSING[text.charAt(at) as keyof typeof CLOSING]; // the caller has checked it
    at += 1;
    skipSpace();
    if (text.charAt(at) !== closing) {
      for (;;) {
        readOne();
        skipSpace();
        if (text.charAt(at) !== ',') break;
        const comma = at;
        at += 1;
        skipSpace();
        if (text.charAt(at) === closing)
          throw new JsonSyntaxError(comma, `remove the comma before ${closing}`);
      }
    }
    if (at >= text.length) throw new JsonSyntaxError(offset, `has no closing ${closing}`);
    if (text.charAt(at) !== closing) throw new JsonSyntaxError(at, `a comma or ${closing} is expected here`);
    at += 1;
  }

  function readList(depth: number): readonly LocatedValue[] {
    const items: LocatedValue[] = [];
    readEach(() => void items.push(readValue(depth + 1)));
    return items;
  }

  function readMap(depth: number): ReadonlyMap<string, LocatedMember> {
    const members = new Map<string, LocatedMember>();
    readEach(() => {
      const offset = at;
      if (text.charAt(at) !== '"') throw new JsonSyntaxError(at, 'a name in double quotes is expected here');
      const name = readText();
      skipSpace();
      if (text.charAt(at) !== ':')
        throw new JsonSyntaxError(at, 'a colon is expected between name and value');
      at += 1;
      if (members.has(name)) faults.push({ offset, words: formatDuplicate(name) });
      members.set(name, { offset, value: readValue(depth + 1) });
    });
    return members;
  }

  return { whole: readDocument, faults };
}
