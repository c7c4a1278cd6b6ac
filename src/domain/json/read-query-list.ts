import { NestingError, parseBoundedJson } from './bounded-json.ts';

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
