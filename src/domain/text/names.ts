/** Shorter names are similar to too many others. */
const MIN_LETTERS = 5;

/**
 * Creates a suggester for misspelled names: one that differs only in case and separators, or by one edit.
 *
 * @returns a function that returns the suggestion, or null if no name is similar or the name is correct
 */
export function createNameSuggester(names: readonly string[]): (typed: string) => string | null {
  const plain = names.map((name) => ({ name, letters: normalizeName(name) }));
  return (typed) => {
    if (names.includes(typed)) return null;
    const letters = normalizeName(typed);
    const same = plain.find((each) => each.letters === letters);
    return (same ?? plain.find((each) => isNear(each.letters, letters)))?.name ?? null;
  };
}

function isNear(one: string, other: string): boolean {
  const isComparable = one.length >= MIN_LETTERS && Math.abs(one.length - other.length) <= 1;
  return isComparable && isOneEditApart(one, other);
}

function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[_\s-]/g, '');
}

/** Whether two words differ by one substituted, missing or extra letter, or by one transposition. */
export function isOneEditApart(one: string, other: string): boolean {
  const [rest, otherRest] = trimCommonEnds([...one], [...other]);
  if (rest.length <= 1 && otherRest.length <= 1) return rest.length + otherRest.length > 0;
  return rest.length === 2 && rest.toReversed().join() === otherRest.join();
}

function trimCommonEnds(
  one: readonly string[],
  other: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

const MAX_LENGTH = 40;
/** For a title without a valid character. */
const DEFAULT_ALIAS = 'profile';
/** Names the Primary Profile on the command line. */
const RESERVED = 'none';

/**
 * Creates an alias of a User Profile for the command line: `Shop North` becomes `shop-north`.
 *
 * @param taken existing aliases; a number is appended to avoid these
 */
export function createProfileAlias(title: string, taken: readonly string[]): string {
  const name = slugifyTitle(title);
  const used = new Set([RESERVED, ...taken]);
  if (!used.has(name)) return name;
  let number = 2;
  while (used.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

function slugifyTitle(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = (words ?? []).join('-').slice(0, MAX_LENGTH).replace(/-$/, '');
  return name === '' ? DEFAULT_ALIAS : name;
}
