import { isOneEditApart } from './is-one-edit-apart.ts';

/** Shorter names are near to too many others. */
const MIN_LETTERS = 5;

/**
 * Finds the name that was meant by another one: the same but for capitals, dashes and the like, or one slip away.
 *
 * @returns what tells it, or null when none is near, or when it is one of them
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
