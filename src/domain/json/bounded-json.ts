import { ASSUMED } from '../../service/assumed.ts';

/** Thrown for JSON that is nested too deeply. */
export class NestingError extends SyntaxError {
  override readonly name = 'NestingError';

  constructor() {
    super(`is nested more than ${ASSUMED.jsonNesting} deep`);
  }
}

/**
 * Parses untrusted JSON. `JSON.parse` accepts any depth, but code that walks the value later (a schema,
 * `JSON.stringify`) would overflow the stack, so the depth is checked first, in one pass.
 *
 * @throws SyntaxError if it is not JSON
 * @throws NestingError if it is nested more than 256 deep
 */
export function parseBoundedJson(text: string): unknown {
  if (isNestedTooDeep(text)) throw new NestingError();
  return JSON.parse(text);
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c] as const;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/** Whether JSON, or several ones after another, is nested deeper than a limit, judged by its brackets only. */
export function isNestedTooDeep(text: string, levels: number = ASSUMED.jsonNesting): boolean {
  // each level has two brackets
  if (text.length <= 2 * levels) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at + 1);
    else if (unit === OPEN_ARRAY || unit === OPEN_OBJECT) {
      depth += 1;
      if (depth > levels) return true;
    } else if (unit === CLOSE_ARRAY || unit === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

/** Parses in the same way; undefined for a text that is not JSON, or is nested too deeply. */
export function tryParseBoundedJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

/** Returns the index of the closing quote. */
function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** Clients write list entries as `platforms[]` or `platforms[0]`. */
const BRACKETS = /\[\d*\]$/;

/** Removes list brackets from a parameter's name: `platforms[0]` becomes `platforms`. */
export function stripListBrackets(parameter: string): string {
  return parameter.replace(BRACKETS, '');
}

/**
 * Reads a list from a query in every format that clients use: `name=a,b`, a repeated name, `name[]=a`, `name[0]=a`,
 * and JSON such as `name=["a","b"]`.
 *
 * @returns the values in order, undefined if there are none; JSON entries can be of any type
 */
export function readQueryList(query: URLSearchParams, name: string): readonly unknown[] | undefined {
  const values = [...query].flatMap(([each, text]) =>
    stripListBrackets(each) === name ? parseListValue(text) : [],
  );
  return values.length === 0 ? undefined : values;
}

/**
 * Text that begins like a JSON array but is not one is taken literally: no valid value looks like it. For JSON nested
 * too deeply, a nested list is returned, so that schemas reject it.
 */
function parseListValue(text: string): readonly unknown[] {
  if (!text.trimStart().startsWith('[')) return text.split(',').map((each) => each.trim());
  try {
    const parsed = parseBoundedJson(text);
    return Array.isArray(parsed) ? parsed : [text];
  } catch (error) {
    return error instanceof NestingError ? [[text]] : [text];
  }
}
