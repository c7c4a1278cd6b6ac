import endings from 'tlds' with { type: 'json' };

/** The list has the endings that IANA delegated. `example` is reserved for documentation, where it is a real name. */
const DOCUMENTATION = 'example';

let known: ReadonlySet<string> | undefined;
let foreign: ReadonlyMap<string, readonly string[]> | undefined;

/** What may not follow an ending, as twitter-text has it: `kestrel.com@…` and `kestrel.com-…` are no names. */
const CONTINUES = /[0-9A-Za-z@+-]/;
const ASCII_ENDING = /[a-z]+/iy;
const PUNYCODE = /xn--[-0-9a-z]+/iy;

/**
 * Returns where the known ending of a host name ends that begins at a place of a text; -1 without one. In one word with
 * other scripts it ends before them: `com` in `comで`.
 *
 * @see https://data.iana.org/TLD/tlds-alpha-by-domain.txt
 */
export function findKnownEnding(text: string, from: number): number {
  ASCII_ENDING.lastIndex = from;
  const word = ASCII_ENDING.exec(text)?.[0];
  if (word === undefined) return findForeignEnding(text, from);
  known ??= new Set(endings);
  const end = from + word.length;
  const isKnown = !CONTINUES.test(text.charAt(end)) && known.has(word.toLowerCase());
  if (isKnown) return end;
  PUNYCODE.lastIndex = from;
  return PUNYCODE.test(text) ? PUNYCODE.lastIndex : findForeignEnding(text, from);
}

/** Whether a name ends as those of documentation do. */
export function findDocumentationEnding(text: string, from: number): number {
  const end = from + DOCUMENTATION.length;
  const isIt = text.slice(from, end).toLowerCase() === DOCUMENTATION && !CONTINUES.test(text.charAt(end));
  return isIt ? end : -1;
}

/** Finds an ending that is not only of ASCII letters: the longest that the text has there, such as `中国` or `рф`. */
function findForeignEnding(text: string, from: number): number {
  foreign ??= groupByFirstCharacter(endings.filter((each) => !/^[a-z]+$/.test(each)));
  const candidates = foreign.get(text.charAt(from).toLowerCase()) ?? [];
  const found = candidates.find((ending) => {
    const end = from + ending.length;
    return text.slice(from, end).toLowerCase() === ending && !CONTINUES.test(text.charAt(end));
  });
  return found === undefined ? -1 : from + found.length;
}

function groupByFirstCharacter(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  return Map.groupBy(longestFirst, (name) => name.charAt(0));
}
