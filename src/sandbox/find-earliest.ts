/** Returns the earliest time; null entries are ignored. @returns null if there is none */
export function findEarliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}
