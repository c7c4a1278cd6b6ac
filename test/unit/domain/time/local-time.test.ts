import { describe, expect, test } from 'vitest';
import { describeClockChange, findClockChange } from '../../../../src/domain/time/clock-changes.ts';
import {
  createCountingClock,
  createLocalClock,
  describeTime,
  findLocalTime,
  findStartOfDay,
  formatCountingZone,
  formatInZones,
  formatShortDate,
  normalizeZone,
} from '../../../../src/domain/time/local-time.ts';
import { formatSentenceTimes } from '../../../../src/domain/time/sentence-times.ts';

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
    [
      'a few hours after clocks are set forward',
      'Europe/Oslo',
      '2026-03-29T12:00:00Z',
      '2026-03-29T10:00:00.000Z',
    ],
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

test.each([
  ['Europe/Oslo', '2026-03-29T12:00:00Z', '2026-10-25T01:00:00.000Z', 'Sun 25 Oct 2026 on, an hour earlier'],
  [
    'Europe/Oslo',
    '2026-09-21T12:00:00.500Z',
    '2026-10-25T01:00:00.000Z',
    'Sun 25 Oct 2026 on, an hour earlier',
  ],
  ['Europe/Oslo', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z', 'Sun 29 Mar 2026 on, an hour later'],
  [
    'Antarctica/Troll',
    '2026-03-01T00:00:00Z',
    '2026-03-29T01:00:00.000Z',
    'Sun 29 Mar 2026 on, 2 hours later',
  ],
  [
    'Australia/Lord_Howe',
    '2026-09-21T00:00:00Z',
    '2026-10-03T15:30:00.000Z',
    'Sun 4 Oct 2026 on, 30 minutes later',
  ],
])('the clocks of %s change after %s at %s', (zone, from, expected, text) => {
  const clock = createLocalClock(zone);
  const change = findClockChange(clock, at(from));
  expect(change && iso(change.ms)).toBe(expected);
  expect(change && describeClockChange(change, clock)).toBe(`from ${text} in ${zone}`);
});

test('a zone without summer time has no change', () => {
  expect(findClockChange(createLocalClock('Asia/Tokyo'), at('2026-09-21T12:00:00Z'))).toBeNull();
});

test.each([
  ['soon', '2027-01-08T08:00:59Z', '2026-09-21T12:00:00Z', 'Fri 8 Jan 09:00'],
  ['300 days ahead', '2026-10-28T00:00:00Z', '2026-01-01T00:00:00Z', 'Wed 28 Oct 01:00'],
  ['farther', '2026-10-28T00:00:01Z', '2026-01-01T00:00:00Z', 'Wed 28 Oct 2026 01:00'],
  ['long ago', '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'Wed 1 Jan 2025 01:00'],
])('a time in a list has its year only if it is far away: %s', (_when, time, now, shown) => {
  const zone = createLocalClock('Europe/Oslo');
  expect(formatShortDate(at(time), { zone, now: at(now) })).toBe(shown);
});

test('records are counted by the days of UTC, or of a zone that is named', () => {
  expect([null, 'Europe/Oslo'].map((zone) => formatCountingZone(createCountingClock(zone)))).toEqual([
    '',
    '; times in Europe/Oslo',
  ]);
});

test('a machine without a time zone has that of UTC', () => {
  expect(['Etc/Unknown', 'Europe/Oslo'].map(normalizeZone)).toEqual(['UTC', 'Europe/Oslo']);
});

test('times in a sentence are written for people', () => {
  const text = 'due 2026-12-24T17:00:00Z, and 2026-12-24T17:00:30.250Z; never 2026-13-24T17:00:00Z.';
  expect(formatSentenceTimes(text, createLocalClock('Europe/Oslo'))).toBe(
    'due Thu 24 Dec 2026 18:00 Europe/Oslo, 17:00 UTC, and Thu 24 Dec 2026 18:00:30 Europe/Oslo, 17:00:30 UTC; never 2026-13-24T17:00:00Z.',
  );
});
