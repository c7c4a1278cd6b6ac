/** Records that wait for a reader that is behind. */
const MOST_WAITING = 10_000;

/**
 * Creates a stream of records, which ends when their source has closed.
 *
 * @param most later records are dropped
 * @param onLost called with how many records a reader that is too far behind does not get, when it reads again
 */
export function createRecordStream<Rec>(most: number, onLost: (count: number) => void = () => {}) {
  const { promise: full, resolve: fill } = Promise.withResolvers<void>();
  let left = most;
  let waiting: Rec[] = [];
  let lost = 0;
  let { promise: next, resolve: wake } = Promise.withResolvers<void>();
  return {
    /** Resolves at the maximum number of records. */
    full,
    add(record: Rec): void {
      if (left === 0) return;
      left -= 1;
      if (waiting.length < MOST_WAITING) waiting.push(record);
      else lost += 1;
      wake();
      if (left === 0) fill();
    },
    /** All records since the last batch, as soon as there is one. */
    async *batches({ closed }: { closed: Promise<void> }): AsyncGenerator<readonly Rec[]> {
      let isOver = false;
      void closed.then(() => {
        isOver = true;
        wake();
      });
      for (;;) {
        await next;
        ({ promise: next, resolve: wake } = Promise.withResolvers<void>());
        const batch = waiting;
        waiting = [];
        if (lost > 0) onLost(lost);
        lost = 0;
        const isLast = isOver;
        if (batch.length > 0) yield batch;
        if (isLast) return;
        if (isOver) wake(); // closed while the batch was printed
      }
    },
  };
}
