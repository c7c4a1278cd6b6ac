/** At least as many more than are shown are kept before they are sorted: sorting at each would take longer than all else. */
const LEAST_SPARE = 100;

/**
 * Keeps the first items of an order, so that a list that is cut need not be in memory, and counts all of them.
 *
 * @param most how many are shown; null for all
 * @param sort stable
 */
export function createFirstItems<Item>(
  most: number | null,
  sort: (items: readonly Item[]) => readonly Item[],
) {
  let kept: Item[] = [];
  let count = 0;
  const largest = most === null ? Number.POSITIVE_INFINITY : most + Math.max(most, LEAST_SPARE);
  const keep = (item: Item) => {
    kept.push(item);
    if (most !== null && kept.length >= largest) kept = sort(kept).slice(0, most);
  };
  return {
    /** Those that were added, also those that are no longer kept. */
    count: () => count,
    add(item: Item): void {
      count += 1;
      keep(item);
    },
    /** Adds what was added to another one. */
    addAll(other: { count(): number; list(): readonly Item[] }): void {
      count += other.count();
      for (const item of other.list()) keep(item);
    },
    /** At least those that are shown, not yet sorted. */
    list: (): readonly Item[] => kept,
  };
}
