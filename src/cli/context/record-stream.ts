/** A stream of records, which ends when their source has closed. */
export interface RecordStream<Rec> {
  add(record: Rec): void;
  /** Resolves at the maximum number of records. */
  readonly full: Promise<void>;
  /** All records since the last batch, as soon as there is one. */
  batches(source: { readonly closed: Promise<void> }): AsyncGenerator<readonly Rec[]>;
}

/** @param most later records are dropped */
export function createRecordStream<Rec>(most: number): RecordStream<Rec> {
  const { promise: full, resolve: fill } = Promise.withResolvers<void>();
  let left = most;
  let waiting: Rec[] = [];
  let { promise: next, resolve: wake } = Promise.withResolvers<void>();
  return {
    full,
    add(record) {
      if (left === 0) return;
      left -= 1;
      waiting.push(record);
      wake();
      if (left === 0) fill();
    },
    async *batches({ closed }) {
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
        const isLast = isOver;
        if (batch.length > 0) yield batch;
        if (isLast) return;
        if (isOver) wake(); // closed while the batch was printed
      }
    },
  };
}
