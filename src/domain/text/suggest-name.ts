import { isOneEditApart } from './is-one-edit-apart.ts';

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
