import { NestingError, parseBoundedJson } from './bounded-json.ts';

/** `platforms[]` and `platforms[0]`, as clients write the entries of a list. */
const BRACKETS = /\[\d*\]$/;

/** A parameter's name without the brackets of a list: `platforms[0]` is `platforms`. */
export function stripListBrackets(parameter: string): string {
  return parameter.replace(BRACKETS, '');
}

/**
 * Reads a list from a query, in every spelling that clients use: `name=a,b`, the name once for each value, `name[]=a`,
 * `name[0]=a`, and JSON text such as `name=["a","b"]`.
 *
 * @returns the values in their order, undefined where there are none; of JSON text, entries of any type
 */
export function readQueryList(query: URLSearchParams, name: string): readonly unknown[] | undefined {
  const values = [...query].flatMap(([each, text]) =>
    stripListBrackets(each) === name ? parseListValue(text) : [],
  );
  return values.length === 0 ? undefined : values;
}

/**
 * Text that begins as a JSON array and is none is taken as it is: no value looks like it. Of text that is nested too deep
 * only the nesting is kept, so that schemas refuse it as any list in a list.
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
