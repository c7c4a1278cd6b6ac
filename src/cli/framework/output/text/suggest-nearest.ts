import leven from 'leven';

/**
 * Suggests a name for a typo: `did you mean "comments"? `, or empty when no name is similar.
 *
 * @param names the valid names
 */
export function suggestNearest(typed: string, names: readonly string[]): string {
  const name = findNearestName(typed, names);
  return name === null ? '' : `did you mean "${name}"? `;
}

/** Finds the most similar name; null when none is similar. */
export function findNearestName(typed: string, names: readonly string[]): string | null {
  return findNearestNames(typed, names)[0] ?? null;
}

/** Finds the names that are about as similar as the best one, which is first. */
export function findNearestNames(typed: string, names: readonly string[]): readonly string[] {
  const similar = names
    .map((name) => ({ name, distance: measureDistance(typed, name) }))
    .filter(
      ({ name, distance }) =>
        distance <= 1 || (distance <= findMostEdits(typed, name) && isSameStart(typed, name)),
    )
    .toSorted((one, other) => one.distance - other.distance);
  const best = similar[0]?.distance ?? 0;
  return similar.filter(({ distance }) => distance <= best + 1).map(({ name }) => name);
}

/** A third of the letters. */
function findMostEdits(typed: string, name: string): number {
  return Math.floor(Math.max(...[typed, name].map((each) => trimDashes(each).length)) / 3);
}

/** Two edits make another word of a short one, unless it begins alike: `report` is no typing error of `export`. */
function isSameStart(typed: string, name: string): boolean {
  const [one, other] = [typed, name].map((each) => trimDashes(each).charAt(0).toLowerCase());
  return one === other;
}

function trimDashes(name: string): string {
  return name.replace(/^-+/, '');
}

function measureDistance(typed: string, name: string): number {
  const [one, other] = [typed.toLowerCase(), name.toLowerCase()];
  const begins = one.length >= 3 && other.startsWith(one);
  if (begins) return 0.5;
  return isSwapped(one, other) ? 1 : leven(one, other);
}

/** Two adjacent letters swapped count as one edit, since that is the most common typo. */
function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  if (at === -1 || one.length !== other.length) return false;
  return `${one.slice(0, at)}${one[at + 1]}${one[at]}${one.slice(at + 2)}` === other;
}
