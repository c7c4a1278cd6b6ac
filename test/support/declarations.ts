import type { SourceFile } from './read-source.ts';

const TYPE = /^\s*(?:export )?(?:declare )?(?:interface|type) (\w+)\b(?=[\s<={])/gm;

/** Names of the interfaces and type aliases that a file declares. */
export function listTypeNames({ code }: Pick<SourceFile, 'code'>): readonly string[] {
  return [...code.matchAll(TYPE)].map(([, name = '']) => name);
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
