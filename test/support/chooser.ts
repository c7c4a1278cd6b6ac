import { createHash } from 'node:crypto';

/** Returns a whole number from 0 to one less than the given one. */
export type Choose = (below: number) => number;

/** Choices that look like any, and are the same each time for the same seed. */
export function chooser(seed: number | string): Choose {
  let made = 0;
  return (below) => {
    made += 1;
    return createHash('sha256').update(`${seed} ${made}`).digest().readUInt32BE() % below;
  };
}

/** One of some; what is to occur more often is listed more often. */
export const oneOf = <T>(choose: Choose, values: readonly [T, ...T[]]): T =>
  values[choose(values.length)] ?? values[0];
