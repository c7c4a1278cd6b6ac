import { firstDifference } from './first-difference.ts';
import { Difference } from './scenario.ts';

/** @param what of which both are, for the words @throws Difference */
export function same(what: string, expected: unknown, actual: unknown): void {
  const found = firstDifference(expected, actual);
  if (found !== null) throw new Difference(`${what}: ${found}`);
}
