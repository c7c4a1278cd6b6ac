/**
 * A deterministic pseudorandom generator (linear congruential).
 *
 * @param seed any integer
 * @returns a function that returns an integer from 0 up to, and without, `below`
 */
export function createSeededNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The low bits of such a sequence have a short period, so that the high ones are used.
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Picks one entry of a table that is never empty. */
export function pick<T>(next: (below: number) => number, table: readonly [T, ...T[]]): T {
  return table[next(table.length)] ?? table[0];
}
