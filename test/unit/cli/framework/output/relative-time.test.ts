import { expect, test } from 'vitest';
import { formatRelativeTime } from '../../../../../src/cli/framework/output/cell.ts';
import { createLocalClock, formatShortDate } from '../../../../../src/domain/time/local-time.ts';

const NOW = Date.parse('2026-03-14T12:00:00Z');

test.each([
  ['2026-03-14T12:00:00Z', 'just now'],
  ['2026-03-14T11:59:01Z', 'just now'],
  ['2026-03-14T11:59:00Z', '1m ago'],
  ['2026-03-14T11:00:01Z', '59m ago'],
  ['2026-03-14T11:00:00Z', '1h ago'],
  ['2026-03-13T12:00:01Z', '23h ago'],
  ['2026-03-13T12:00:00Z', '1d ago'],
  ['2026-02-13T12:00:00Z', '29d ago'],
  ['2026-02-11T12:00:00Z', '1mo ago'],
  ['2025-03-15T12:00:00Z', '11mo ago'],
  ['2025-03-14T12:00:00Z', '1y ago'],
  ['2016-03-14T12:00:00Z', '10y ago'],
  ['2026-03-14T12:00:05Z', 'just now'],
  ['2026-03-14T12:00:06Z', 'in 6s'],
  ['2026-03-14T12:00:59Z', 'in 59s'],
  ['2026-03-14T12:05:00Z', 'in 5m'],
  ['2026-03-16T12:00:00Z', 'in 2d'],
])('%s is %s', (moment, expected) => {
  expect(formatRelativeTime(Date.parse(moment), NOW)).toBe(expected);
});

test.each([
  ['2026-03-15T13:00:00Z', 'UTC', 'Sun 15 Mar 13:00'],
  ['2026-03-15T22:30:59Z', 'Asia/Tokyo', 'Mon 16 Mar 07:30'],
  ['2026-12-18T09:00:00Z', 'UTC', 'Fri 18 Dec 09:00'],
  ['2027-03-14T09:00:00Z', 'UTC', 'Sun 14 Mar 2027 09:00'],
])('%s in a list is, in %s, %s', (moment, zone, expected) => {
  const shown = formatShortDate(Date.parse(moment), { now: NOW, zone: createLocalClock(zone) });
  expect(shown).toBe(expected);
});
