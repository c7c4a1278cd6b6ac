import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import {
  createFailedRead,
  DEEPEST,
  formatDuplicate,
  isExact,
  type LocatedMember,
  type LocatedValue,
  type MessageAt,
  NOT_EXACT,
  type ParsedText,
} from './parsed-text.ts';

/**
 * Parses one JSON value strictly; a duplicate name is a fault. Only the first syntax error is reported, since the
 * others usually follow from it.
 */
export function readJson(text: string, kind: { several: string }): ParsedText {
  const tooDeep = findOpenBrackets(text)[DEEPEST];
  if (tooDeep !== undefined)
    return createFailedRead({ offset: tooDeep, words: `is nested more than ${DEEPEST} deep` });
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [first, second] = errors;
  if (first !== undefined) return createFailedRead(describeFault(text, first, { second, ...kind }));
  const faults: MessageAt[] = [];
  return { roots: root === undefined ? [] : [locateNode(root, text, faults)], faults, warnings: [] };
}

/** Whether a text is a JSON record per line: the first line is a whole one, and others follow. */
export function isNdjson(text: string): boolean {
  const [first = '', ...others] = text.trim().split('\n');
  return /^\{.*\}\s*$/.test(first) && others.some((line) => /^\s*\{/.test(line)) && isWhole(first);
}

/** Whether a line is JSON without syntax errors. */
function isWhole(line: string): boolean {
  if (findOpenBrackets(line).length > 0) return false;
  const errors: ParseError[] = [];
  parseTree(line, errors, { disallowComments: true });
  return errors.length === 0;
}

/** Parses a JSON value per line; each line has its own first syntax error. */
export function readNdjson(text: string, kind: { several: string }): ParsedText {
  const lines = text.matchAll(/[^\n]+/g).filter(([line]) => line.trim() !== '');
  const parts = [...lines].map(({ 0: line, index }) => ({ index, ...readJson(line, kind) }));
  return {
    roots: parts.flatMap(({ roots, index }) => roots.map((root) => moveValue(root, index))),
    faults: parts.flatMap(({ faults, index }) => faults.map((fault) => moveBy(fault, index))),
    warnings: [],
  };
}

function moveBy<Placed extends { offset: number }>(placed: Placed, by: number): Placed {
  return { ...placed, offset: placed.offset + by };
}

function moveValue(value: LocatedValue, by: number): LocatedValue {
  if (value.kind === 'list')
    return { ...moveBy(value, by), items: value.items.map((item) => moveValue(item, by)) };
  if (value.kind === 'scalar') return moveBy(value, by);
  const members = value.members
    .entries()
    .map(
      ([name, { offset, value: member }]) =>
        [name, { offset: offset + by, value: moveValue(member, by) }] as const,
    );
  return { ...moveBy(value, by), members: new Map(members) };
}

function locateNode(node: Node, text: string, faults: MessageAt[]): LocatedValue {
  const { type, offset, length, value, children = [] } = node;
  if (type === 'array')
    return { kind: 'list', offset, items: children.map((item) => locateNode(item, text, faults)) };
  if (type !== 'object') {
    const source = type === 'number' ? text.slice(offset, offset + length) : '';
    if (!isExact(source)) faults.push({ offset, words: `${source} ${NOT_EXACT}` });
    return { kind: 'scalar', offset, value };
  }
  const members = new Map<string, LocatedMember>();
  for (const { offset, children: [key, member] = [] } of children) {
    if (key === undefined || member === undefined) continue; // a property without syntax errors has both
    if (members.has(key.value)) faults.push({ offset, words: formatDuplicate(key.value) });
    members.set(key.value, { offset, value: locateNode(member, text, faults) });
  }
  return { kind: 'map', offset, members };
}

/**
 * Finds the brackets that are open at an offset, outermost first. The library's parser recurses for each level, so
 * the scan ends at the first that is too deep.
 */
function findOpenBrackets(text: string, end = text.length): readonly number[] {
  const scanner = createScanner(text, true);
  const open: number[] = [];
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= end || open.length > DEEPEST) return open;
    if ('[{'.includes(text.charAt(offset))) open.push(offset);
    if (']}'.includes(text.charAt(offset))) open.pop();
  }
}

const NO_VALUE = 'a value is expected here';
const NO_NAME = 'a name in double quotes is expected here';
const NO_COMMENTS = 'JSON does not allow comments; use YAML';
const NO_NUMBER = 'is not a valid JSON number';
const NO_ESCAPE = 'a backslash starts an escape such as \\n or \\u00e9; write \\\\ for a backslash';
const ESCAPES = /\\(["\\/bfnrt]|u[\da-f]{4})?/gi;
const CONTROL = /[^ -\uFFFF]/;

/** Describes a syntax error, of which `second` is the next, where it was made; the library reports the token at which it noticed. */
function describeFault(
  text: string,
  { error, offset, length }: ParseError,
  { second, several }: { second: ParseError | undefined; several: string },
): MessageAt {
  const [before, token] = [text.slice(0, offset), text.slice(offset, offset + length)];
  const open = findOpenBrackets(text, offset).at(-1) ?? 0;
  const closing = text.charAt(open) === '{' ? '}' : ']';
  const noComma = { offset, words: `a comma or ${closing} is expected here` };
  const name = printParseErrorCode(error);
  switch (name) {
    case 'InvalidSymbol': {
      if (token.startsWith('#')) return { offset, words: NO_COMMENTS };
      const expected = second === undefined ? null : printParseErrorCode(second.error);
      if (expected === 'PropertyNameExpected') return { offset, words: NO_NAME };
      if (expected !== 'ValueExpected') return noComma;
      return { offset, words: /^[\w$']/.test(token) ? 'a string must be in double quotes' : NO_VALUE };
    }
    case 'PropertyNameExpected':
    case 'ValueExpected': {
      const comma = /,\s*$/.exec(before);
      if (comma && token === closing)
        return { offset: comma.index, words: `remove the comma before ${closing}` };
      if (token === '') return { offset, words: 'unexpected end of the file' };
      return { offset, words: name === 'ValueExpected' ? NO_VALUE : NO_NAME };
    }
    case 'ColonExpected':
      return { offset, words: 'a colon is expected between name and value' };
    case 'CommaExpected': {
      const number = /^\d/.test(token) ? /-?0$/.exec(before) : null;
      return number ? { offset: number.index, words: NO_NUMBER } : noComma;
    }
    case 'CloseBraceExpected':
    case 'CloseBracketExpected':
      return { offset: open, words: `has no closing ${closing}` };
    case 'EndOfFileExpected':
      return { offset, words: `unexpected text after the value; put several ${several} in one list` };
    case 'UnexpectedEndOfString':
      if (offset + length >= text.length)
        return { offset, words: 'the string that starts here has no closing "' };
      return { offset: offset + length, words: 'a string cannot contain a line break; write \\n' };
    case 'InvalidUnicode':
    case 'InvalidEscapeCharacter':
      return { offset: offset + findWrongEscape(token), words: NO_ESCAPE };
    case 'InvalidCharacter':
      return {
        offset: offset + token.search(CONTROL),
        words: 'a string cannot contain control characters; escape them',
      };
    case 'InvalidCommentToken':
      return { offset, words: NO_COMMENTS };
    default:
      return { offset, words: NO_NUMBER };
  }
}

function findWrongEscape(token: string): number {
  return token.matchAll(ESCAPES).find(([, valid]) => valid === undefined)?.index ?? 0;
}
