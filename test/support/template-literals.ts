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
