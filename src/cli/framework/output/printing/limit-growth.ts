import type { AnswerFold } from '../../../../client/answer-stream.ts';

/**
 * Keeps the young generation of the heap at its current size, and compiles by one optimizing compiler. By default the young
 * generation grows with allocation, up to 32 MiB, which a stream of short-lived batches does not need, and the two compilers
 * keep the memory of each of their threads. 100,000 rows of activity take 97 MiB with this and 117 with both compilers, in the
 * same time. Only what is long calls it: code that is loaded afterwards is compiled again, and `bin/code-cache.cjs` undoes it
 * before it keeps any.
 *
 * @see docs/performance.md#P14
 */
export async function limitHeapGrowth(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-maglev');
}

/** The same, from the second part on: each lives shortly, as in a stream. */
export function limitGrowthOf<Body, Value>(fold: AnswerFold<Body, Value>): AnswerFold<Body, Value> {
  let parts = 0;
  return {
    ...fold,
    async add(part) {
      parts += 1;
      if (parts === 2) await limitHeapGrowth();
      await fold.add(part);
    },
  };
}
