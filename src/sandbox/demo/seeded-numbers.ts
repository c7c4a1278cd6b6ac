/**
 * Numbers that look random and are the same on every machine.
 *
 * @param seed any whole number
 * @returns a function that gives a whole number from 0 up to, and without, `below`
 */
export function createSeededNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The low bits of such a sequence repeat soon, so the number is taken from the high ones.
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Takes one entry of a table that is never empty. */
export function pick<T>(next: (below: number) => number, table: readonly [T, ...T[]]): T {
  return table[next(table.length)] ?? table[0];
}
