/** Writes how much was added to a counter. */
type WriteSum = (sum: number) => void;

export type GroupCounters = ReturnType<typeof createGroupCounters>;

/**
 * Counters to which many dispatches of one transaction add, such as the DMs of a day: each is written once, before the
 * commit. Until then its value is that of its row and `get`.
 *
 * @see docs/decisions/0055-dispatches-in-groups.md
 */
export function createGroupCounters() {
  const kept = new Map<string, { sum: number; write: WriteSum }>();
  let open: { key: string; by: number; write: WriteSum }[] = [];
  return {
    /** @param key the same for all that add to the counter */
    add(key: string, by: number, write: WriteSum): void {
      open.push({ key, by, write });
    },
    /** What was added to a counter, and is not written yet. */
    get(key: string): number {
      const added = open.filter((each) => each.key === key);
      return added.reduce((sum, { by }) => sum + by, kept.get(key)?.sum ?? 0);
    },
    /** Runs a step, and keeps what it added. An error undoes the step, and drops it. */
    duringStep<Result>(run: () => Result): Result {
      open = [];
      const result = run();
      for (const { key, by, write } of open) kept.set(key, { sum: (kept.get(key)?.sum ?? 0) + by, write });
      open = [];
      return result;
    },
    /** Writes what was kept. The caller holds the transaction. */
    write(): void {
      for (const { sum, write } of kept.values()) if (sum !== 0) write(sum);
      kept.clear();
    },
  };
}
