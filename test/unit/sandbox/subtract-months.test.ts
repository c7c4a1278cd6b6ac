import { expect, test } from 'vitest';
import { subtractMonths } from '../../../src/sandbox/clock.ts';

test.each([
  ['2026-09-21T14:13:20Z', 6, '2026-03-21T14:13:20Z'],
  ['2026-03-05T00:00:00Z', 6, '2025-09-05T00:00:00Z'],
  ['2026-08-31T23:59:59Z', 6, '2026-02-28T23:59:59Z'],
  ['2028-08-31T00:00:00Z', 6, '2028-02-29T00:00:00Z'],
  ['2026-12-31T12:00:00Z', 6, '2026-06-30T12:00:00Z'],
  ['2026-12-31T12:00:00Z', 0, '2026-12-31T12:00:00Z'],
])('%s, %i months before', (moment, months, expected) => {
  expect(subtractMonths(Date.parse(moment), months)).toBe(Date.parse(expected));
});
