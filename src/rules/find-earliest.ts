/** The earliest of some moments, of which some never come. @returns null when none does */
export function findEarliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}
