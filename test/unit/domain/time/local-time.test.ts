import { describe, expect, test } from 'vitest';
import {
  createLocalClock,
  describeTime,
  findLocalTime,
  findStartOfDay,
  formatInZones,
} from '../../../../src/domain/time/local-time.ts';

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();

test.each([
  ['Europe/Oslo', '2026-12-24T17:00:00Z', 'Thu 24 Dec 2026 18:00 Europe/Oslo, 17:00 UTC'],
  ['UTC', '2026-12-24T17:00:00Z', 'Thu 24 Dec 2026 17:00 UTC'],
  [
    'America/Los_Angeles',
    '2026-07-01T03:04:05Z',
    'Tue 30 Jun 2026 20:04:05 America/Los_Angeles, Wed 1 Jul 2026 03:04:05 UTC',
  ],
  [
    'Asia/Kathmandu',
    '2026-09-20T18:20:00.900Z',
    'Mon 21 Sep 2026 00:05 Asia/Kathmandu, Sun 20 Sep 2026 18:20 UTC',
  ],
  ['Pacific/Apia', '1999-12-31T23:59:59Z', 'Fri 31 Dec 1999 12:59:59 Pacific/Apia, 23:59:59 UTC'],
] as const)('a time in %s: %s', (zone, time, shown) => {
  expect(formatInZones(at(time), createLocalClock(zone))).toBe(shown);
});

test('only a future time says how far away it is', () => {
  const zone = createLocalClock('UTC');
  const ms = at('2026-12-24T17:00:00Z');
  expect(describeTime(ms, { zone, now: ms - 90 * 60_000 })).toBe(
    'Thu 24 Dec 2026 17:00 UTC, in 1 hour 30 minutes',
  );
  expect(describeTime(ms, { zone, now: ms })).toBe('Thu 24 Dec 2026 17:00 UTC');
});

describe('a local time', () => {
  test.each([
    ['in summer', 'Europe/Oslo', '2026-07-01T09:00:00Z', '2026-07-01T07:00:00.000Z'],
    ['in winter', 'Europe/Oslo', '2026-01-01T09:00:00Z', '2026-01-01T08:00:00.000Z'],
    [
      'that a clock change skips is the time after the gap',
      'Europe/Oslo',
      '2026-03-29T02:30:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    ['that occurs twice is the first', 'Europe/Oslo', '2026-10-25T02:30:00Z', '2026-10-25T00:30:00.000Z'],
    ['at a midnight that is skipped', 'Africa/Cairo', '2026-04-24T00:00:00Z', '2026-04-23T22:00:00.000Z'],
    ['far east', 'Pacific/Kiritimati', '2026-01-01T00:00:00Z', '2025-12-31T10:00:00.000Z'],
  ] as const)('%s', (_which, zone, shown, expected) => {
    expect(iso(findLocalTime(createLocalClock(zone), at(shown)))).toBe(expected);
  });
});

test.each([
  ['Europe/Oslo', '2026-09-21T23:30:00Z', 0, '2026-09-21T22:00:00.000Z'],
  ['Europe/Oslo', '2026-09-21T21:30:00Z', 1, '2026-09-19T22:00:00.000Z'],
  ['America/New_York', '2026-09-21T02:00:00Z', 1, '2026-09-19T04:00:00.000Z'],
  ['UTC', '2026-03-01T00:00:00Z', 1, '2026-02-28T00:00:00.000Z'],
] as const)('the day in %s at %s, %s days ago, starts', (zone, now, daysAgo, start) => {
  expect(iso(findStartOfDay(createLocalClock(zone), at(now), daysAgo))).toBe(start);
});
