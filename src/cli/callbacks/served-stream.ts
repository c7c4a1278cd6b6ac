import type { Listener } from '../listener.ts';
import type { ServedCallback } from './served-callback.ts';

/** Records as they come, for whoever prints them; it ends when the listener has. */
export interface ServedStream {
  add(record: ServedCallback): void;
  /** All that have come since the last batch, as soon as there is one. */
  batches(listener: Pick<Listener, 'closed'>): AsyncGenerator<readonly ServedCallback[]>;
}

export function servedStream(): ServedStream {
  let waiting: readonly ServedCallback[] = [];
  let { promise: news, resolve: tell } = Promise.withResolvers<void>();
  return {
    add(record) {
      waiting = [...waiting, record];
      tell();
    },
    async *batches({ closed }) {
      let isOver = false;
      void closed.then(() => {
        isOver = true;
        tell();
      });
      for (;;) {
        await news;
        ({ promise: news, resolve: tell } = Promise.withResolvers<void>());
        const batch = waiting;
        waiting = [];
        const isLast = isOver;
        if (batch.length > 0) yield batch;
        if (isLast) return;
        if (isOver) tell(); // it closed while the batch was printed
      }
    },
  };
}
