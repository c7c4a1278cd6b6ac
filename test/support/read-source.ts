import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** A piece of a source file, with the line it starts on. */
export interface SourcePiece {
  readonly kind: 'code' | 'comment' | 'text';
  readonly text: string;
  readonly line: number;
}

/** A source file split into its code, comments and texts (string literals and the fixed parts of templates). */
export interface SourceFile {
  readonly path: string;
  readonly pieces: readonly SourcePiece[];
  /** The code without comments, with every text empty. */
  readonly code: string;
}

/** Paths of the TypeScript files below a folder, relative to the repository. */
export function listSourceFiles(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.split(/[\\/]/).includes('node_modules'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .sort();
}

export function readSourceFile(path: string): SourceFile {
  return toSourceFile(path, readFileSync(join(ROOT, path), 'utf8'));
}

export function toSourceFile(path: string, text: string): SourceFile {
  const pieces = splitSource(text);
  return {
    path,
    pieces,
    code: pieces.map((piece) => (piece.kind === 'code' ? piece.text : '')).join(''),
  };
}

/** After one of these, or one of the words below, a slash begins a regular expression and not a division. */
const BEFORE_EXPRESSION = /[([{,;=:!&|?+\-*%~^<>]$/;
const WORD_BEFORE_EXPRESSION = /\b(?:return|typeof|case|in|of|delete|void|throw|new|await|yield)$/;

/** Code in which nothing else begins or ends. */
const PLAIN_CODE = /[^'"`/{}]+/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/\w*/y;

function matchAt(expression: RegExp, source: string, at: number): string | undefined {
  expression.lastIndex = at;
  return expression.exec(source)?.[0];
}

/** Splits TypeScript into code, comments and texts. It does not parse: JSX and exotic syntax are not supported. */
function splitSource(source: string): readonly SourcePiece[] {
  const pieces: SourcePiece[] = [];
  /** Open braces inside each template expression that is being read. */
  const depths: number[] = [];
  let code = '';
  let codeAt = 0;
  let at = 0;
  let line = 1;
  let lineAt = 0;
  /** Pieces come in order, so each line break is counted once. */
  const lineOf = (index: number) => {
    for (
      let next = source.indexOf('\n', lineAt);
      next >= 0 && next < index;
      next = source.indexOf('\n', lineAt)
    ) {
      line += 1;
      lineAt = next + 1;
    }
    return line;
  };
  const flush = () => {
    if (code !== '') pieces.push({ kind: 'code', text: code, line: lineOf(codeAt) });
    code = '';
  };
  const take = (kind: SourcePiece['kind'], from: number, to: number) => {
    flush();
    pieces.push({ kind, text: source.slice(from, to), line: lineOf(from) });
  };
  /** Reads a template from `at` up to its end or its next expression. */
  const readTemplate = () => {
    const from = at;
    while (at < source.length && source[at] !== '`' && !source.startsWith('${', at)) {
      at += source[at] === '\\' ? 2 : 1;
    }
    take('text', from, at);
    if (source[at] === '`') at += 1;
    else {
      at += 2;
      depths.push(0);
    }
    codeAt = at;
  };
  while (at < source.length) {
    const character = source[at] ?? '';
    const comment = character === '/' ? matchAt(COMMENT, source, at) : undefined;
    if (comment !== undefined) {
      take('comment', at, at + comment.length);
      at += comment.length;
      codeAt = at;
    } else if (character === "'" || character === '"') {
      let end = at + 1;
      while (end < source.length && source[end] !== character) end += source[end] === '\\' ? 2 : 1;
      take('text', at + 1, end);
      at = end + 1;
      codeAt = at;
    } else if (character === '`') {
      at += 1;
      readTemplate();
    } else if (character === '/' && isExpressionStart(code, pieces)) {
      const expression = matchAt(EXPRESSION, source, at) ?? '/';
      code += expression;
      at += expression.length;
    } else if (character === '}' && depths.at(-1) === 0) {
      depths.pop();
      at += 1;
      readTemplate();
    } else {
      const depth = depths.at(-1);
      if (depth !== undefined && character === '{') depths[depths.length - 1] = depth + 1;
      if (depth !== undefined && character === '}') depths[depths.length - 1] = depth - 1;
      const plain = matchAt(PLAIN_CODE, source, at) ?? character;
      code += plain;
      at += plain.length;
    }
  }
  flush();
  return pieces;
}

function isExpressionStart(code: string, pieces: readonly SourcePiece[]): boolean {
  // the longest word has 6 letters
  const before = code.trimEnd().slice(-10);
  if (before === '') return pieces.findLast(({ kind }) => kind !== 'comment')?.kind !== 'text';
  return BEFORE_EXPRESSION.test(before) || WORD_BEFORE_EXPRESSION.test(before);
}

/** A template literal of a source: what precedes it, and its text, with `\0` for each part. */
export interface TemplateLiteral {
  /** The end of the expression before it: the name of a tag, where it has one. */
  readonly tag: string;
  readonly text: string;
  /** What its parts are. */
  readonly parts: readonly string[];
}

/** Finds the template literals of a TypeScript source, nested ones too. */
export function templateLiterals(source: string): readonly TemplateLiteral[] {
  const found: TemplateLiteral[] = [];
  scan(source, 0, found);
  return found;
}

const STEP = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[`{}]/g;

/** @returns where the code ends: at its closing brace, or the end */
function scan(source: string, from: number, found: TemplateLiteral[]): number {
  let depth = 0;
  for (let at = from; ; ) {
    STEP.lastIndex = at;
    const step = STEP.exec(source);
    if (step === null) return source.length;
    at = STEP.lastIndex;
    if (step[0] === '`') at = template(source, { start: step.index, found });
    else if (step[0] === '{') depth += 1;
    else if (step[0] === '}') {
      if (depth === 0) return step.index;
      depth -= 1;
    }
  }
}

function template(
  source: string,
  { start, found }: { readonly start: number; readonly found: TemplateLiteral[] },
): number {
  const [tag = ''] = /[\w.)]*$/.exec(source.slice(Math.max(0, start - 60), start)) ?? [];
  const parts: string[] = [];
  let text = '';
  let at = start + 1;
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') {
      text += source.slice(at, at + 2);
      at += 2;
    } else if (source.startsWith('${', at)) {
      const end = scan(source, at + 2, found);
      parts.push(source.slice(at + 2, end));
      text += '\0';
      at = end + 1;
    } else {
      text += source[at];
      at += 1;
    }
  }
  found.push({ tag, text, parts });
  return at + 1;
}
