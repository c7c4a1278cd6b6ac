import { firstDifference } from './first-difference.ts';
import { Difference } from './scenario.ts';

/** @param what of which both are, for the words @throws Difference */
export function same(what: string, expected: unknown, actual: unknown): void {
  const found = firstDifference(expected, actual);
  if (found !== null) throw new Difference(`${what}: ${found}`);
}

/** A row as it was sent: its cursor is that of a page. */
export function withoutCursor<Row extends { readonly cursor: string }>({ cursor: _cursor, ...row }: Row) {
  return row;
}
