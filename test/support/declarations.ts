import type { SourceFile } from './read-source.ts';

const TYPE = /^\s*(?:export )?(?:declare )?(?:interface|type) (\w+)\b(?=[\s<={])/gm;
const FUNCTION = /\bfunction\*? +(\w+)/g;
const CONSTANT = /^(?:export )?const (\w+)/gm;

/** Names of the interfaces and type aliases that a file declares. */
export function listTypeNames({ code }: Pick<SourceFile, 'code'>): readonly string[] {
  return [...code.matchAll(TYPE)].map(([, name = '']) => name);
}

/** Names of the functions that a file declares, and of its top-level constants that are functions. */
export function listFunctionNames({ code }: Pick<SourceFile, 'code'>): readonly string[] {
  const constants = [...code.matchAll(CONSTANT)].filter(({ 0: head, index }) =>
    isFunction(findValue(code.slice(index + head.length))),
  );
  return [...code.matchAll(FUNCTION), ...constants].map(([, name = '']) => name);
}

const TITLE_BEHIND = /\b(?:test|describe)(?:\.\w+)*\(\s*$|\)\(\s*$/;
const ROW_BEHIND = /(?:\[|\{ (?:name|title): )\s*$/;

/** Titles of the tests of a file, and of their rows: the first text of each row that is written where it is used. */
export function listTestTitles({
  pieces,
}: Pick<SourceFile, 'pieces'>): readonly Pick<SourceFile['pieces'][number], 'text' | 'line'>[] {
  let code = '';
  let isInRows = false;
  return pieces.filter(({ kind, text }) => {
    if (kind === 'code') {
      code = `${code}${text}`.slice(-200);
      if (/\.(?:each|for)\(/.test(text)) isInRows = true;
      if (TITLE_BEHIND.test(code)) isInRows = false;
    }
    if (kind !== 'text') return false;
    const isTitle = TITLE_BEHIND.test(code) || (isInRows && ROW_BEHIND.test(code) && /\s/.test(text));
    code = '';
    return isTitle;
  });
}

const OPEN = '([{';
const CLOSE = ')]}';

/** What follows the equals sign of a declaration, behind its type. */
function findValue(rest: string): string {
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    const character = rest[at] ?? '';
    if (OPEN.includes(character)) depth += 1;
    else if (CLOSE.includes(character)) depth -= 1;
    else if (character === '=' && rest[at + 1] === '>') at += 1;
    else if (character === '=' && depth === 0) return rest.slice(at + 1).trimStart();
    else if (character === ';' && depth === 0) return '';
  }
  return '';
}

function isFunction(value: string): boolean {
  const start = value.replace(/^async\b\s*/, '');
  if (/^(?:function\b|\w+\s*=>)/.test(start)) return true;
  const parameters = start.replace(/^<[^>]*>/, '');
  if (!parameters.startsWith('(')) return false;
  let depth = 0;
  for (let at = 0; at < parameters.length; at += 1) {
    const character = parameters[at] ?? '';
    if (OPEN.includes(character)) depth += 1;
    else if (CLOSE.includes(character)) depth -= 1;
    if (depth === 0) return /^\)\s*(?:=>|:[^=;]*=>)/.test(parameters.slice(at));
  }
  return false;
}
