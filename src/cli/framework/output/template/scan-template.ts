/** A place in a template: lines and columns start at 1. */
export interface TemplatePlace {
  readonly line: number;
  readonly column: number;
}

/** A fault of a template, with its place. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';

  constructor({ line, column }: TemplatePlace, message: string) {
    super(`line ${line}, column ${column}: ${message}`);
  }
}

/** A word of an action, such as a name, a string or a bracket. */
export interface TemplateToken {
  readonly kind: 'field' | 'name' | 'variable' | 'text' | 'number' | 'sign' | 'end';
  /** As written; of a text, its value. */
  readonly text: string;
  /** Whether a space comes before it: `.a.b` is one field, `.a .b` are two. */
  readonly isApart: boolean;
  readonly place: TemplatePlace;
}

/** Text between actions, or the tokens of an action, closed by one of kind `end`. */
export type TemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly tokens: readonly TemplateToken[]; readonly place: TemplatePlace };

const SPACE = String.raw`[ \t\r\n]`;
const OPENING = new RegExp(String.raw`\{\{(?:-(?=${SPACE}))?`, 'g');
const COMMENT = new RegExp(String.raw`^\{\{(?:-${SPACE}+)?/\*[\s\S]*?\*/(?:${SPACE}+-)?\}\}`);

/** The tokens of an action; the first alternative that matches wins. */
const TOKEN = new RegExp(
  [
    `(?<space>${SPACE}+)`,
    String.raw`(?<end>-?\}\})`,
    String.raw`(?<text>"(?:[^"\\\n]|\\.)*"|\x60[^\x60]*\x60)`,
    String.raw`(?<field>\.\w*)`,
    String.raw`(?<variable>\$\w*)`,
    String.raw`(?<number>-?\d+(?:\.\d+)?)`,
    String.raw`(?<name>[A-Za-z_]\w*)`,
    '(?<sign>:=|[|(),=])',
  ].join('|'),
  'y',
);

/**
 * Splits a template into text and actions. Comments are dropped, and `{{-` and `-}}` trim the text beside them.
 *
 * @throws TemplateFault for an action that does not end, and for characters that no action has
 */
export function scanTemplate(template: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let at = 0;
  let isTrimmed = false;
  const addText = (text: string) => {
    if (text !== '') pieces.push({ kind: 'text', text });
  };
  for (;;) {
    OPENING.lastIndex = at;
    const opening = OPENING.exec(template);
    const before = template.slice(at, opening?.index);
    const kept = isTrimmed ? before.replace(/^[ \t\r\n]+/, '') : before;
    if (opening === null) {
      addText(kept);
      return pieces;
    }
    addText(opening[0].endsWith('-') ? kept.replace(/[ \t\r\n]+$/, '') : kept);
    const [comment] = COMMENT.exec(template.slice(opening.index)) ?? [];
    if (comment === undefined) {
      const { tokens, end } = scanAction(template, opening.index, OPENING.lastIndex);
      pieces.push({ kind: 'action', tokens, place: findPlace(template, opening.index) });
      at = end;
    } else at = opening.index + comment.length;
    isTrimmed = template.slice(at - 3, at) === '-}}';
  }
}

function scanAction(
  template: string,
  start: number,
  from: number,
): { readonly tokens: readonly TemplateToken[]; readonly end: number } {
  const tokens: TemplateToken[] = [];
  let isApart = true;
  TOKEN.lastIndex = from;
  for (let at = from; ; at = TOKEN.lastIndex) {
    const { space, ...groups } = TOKEN.exec(template)?.groups ?? {};
    const [kind, text] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
    if (space !== undefined) isApart = true;
    else if (kind === undefined || text === undefined) throw createTokenFault(template, start, at);
    else {
      const place = findPlace(template, at);
      const value = kind === 'text' ? readText(text, place) : text;
      tokens.push({ kind: kind as TemplateToken['kind'], text: value, isApart, place }); // the groups have these names
      if (kind === 'end') return { tokens, end: TOKEN.lastIndex };
      isApart = false;
    }
  }
}

function createTokenFault(template: string, start: number, at: number): TemplateFault {
  const char = [...template.slice(at, at + 2)][0];
  if (char === undefined) return new TemplateFault(findPlace(template, start), 'this {{ has no }}');
  const isQuote = char === '"' || char === '`';
  return new TemplateFault(
    findPlace(template, at),
    isQuote ? `the text that starts with ${char} has no end` : `${JSON.stringify(char)} is not expected here`,
  );
}

/** The value of a quoted text: between backquotes as written, else with the escapes of JSON and Go. */
function readText(quoted: string, place: TemplatePlace): string {
  const inner = quoted.slice(1, -1);
  if (quoted.startsWith('`')) return inner;
  return inner.replaceAll(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|(.))/g, (_, hex, unicode, letter) => {
    const code = hex ?? unicode;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    const value = ESCAPES.get(letter);
    if (value === undefined) throw new TemplateFault(place, `\\${letter} is not an escape of a text`);
    return value;
  });
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
]);

function findPlace(template: string, at: number): TemplatePlace {
  const lines = template.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
