import { expect, test } from 'vitest';
import { subtractMonths } from '../../../src/sandbox/clock.ts';
import { computeHistoryWindow } from '../../../src/sandbox/handlers/posts/get-history.ts';

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

const NOW = Date.UTC(2026, 2, 31, 12, 0, 0);
const at = (text: string) => Date.parse(text);

test.each([
  ['30 days by default', {}, '2026-03-01T12:00:00Z', null],
  ['a number of days', { lastDays: 1 }, '2026-03-30T12:00:00Z', null],
  ['0 is all', { lastDays: 0 }, '1970-01-01T00:00:00Z', null],
  ['a start beats the days', { lastDays: 1, startDate: '2026-01-01' }, '2026-01-01T00:00:00Z', null],
  [
    'an end beats the days too',
    { lastDays: 1, endDate: '2026-01-01' },
    '1970-01-01T00:00:00Z',
    '2026-01-01T23:59:59.999Z',
  ],
  [
    'moments, the last second included',
    { startDate: '2026-01-01T10:00:00Z', endDate: '2026-01-01T12:00:00+02:00' },
    '2026-01-01T10:00:00Z',
    '2026-01-01T10:00:00.999Z',
  ],
])('%s', (_why, asked, from, to) => {
  expect(computeHistoryWindow(asked, NOW)).toEqual({
    from: at(from),
    to: to === null ? Number.POSITIVE_INFINITY : at(to),
  });
});
