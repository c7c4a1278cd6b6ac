/** Numbers that only depend on their seed (mulberry32). */
export interface FuzzRandom {
  /** From 0 to below `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[] | string): Item | string;
  /** True with a chance of one in `times`. */
  once(times: number): boolean;
}

export function createFuzzRandom(seed: number): FuzzRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: <Item>(items: readonly Item[] | string) => items[below(items.length)] ?? '',
    once: (times) => below(times) === 0,
  };
}
