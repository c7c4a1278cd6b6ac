import { describe, expect, test } from 'vitest';
import { describeTime } from '../../../../src/domain/time/local-time.ts';
import { TIME_WORDS } from '../../../../src/domain/time/parse-natural-time.ts';
import { parseScheduleTime } from '../../../../src/domain/time/parse-schedule-time.ts';
import { formatIsoSeconds } from '../../../../src/domain/time/read-timestamp.ts';
import { createZoneClock, type ZoneClock } from '../../../../src/domain/time/zone-clock.ts';

/** A Sunday, 11:30:15 in Oslo. */
const NOW = Date.parse('2026-11-22T10:30:15Z');

const zones = new Map<string, ZoneClock>();

function zoneOf(name: string): ZoneClock {
  const zone = zones.get(name) ?? createZoneClock(name);
  if (zone === null) throw new Error(`${name} is no zone`);
  zones.set(name, zone);
  return zone;
}

function read(text: string, { now = NOW, zone = 'Europe/Oslo' } = {}) {
  const found = parseScheduleTime(text, { now, zone: zoneOf(zone) });
  return 'ms' in found ? formatIsoSeconds(found.ms) : found.fault;
}

function notesOf(text: string, { now = NOW, zone = 'Europe/Oslo' } = {}): readonly string[] {
  const found = parseScheduleTime(text, { now, zone: zoneOf(zone) });
  return 'notes' in found ? found.notes : [];
}

test.each([
  ['2026-12-24T17:00:00Z', '2026-12-24T17:00:00Z'],
  ['2026-12-24t17:00:00.250z', '2026-12-24T17:00:00Z'],
  ['2026-12-24T17:00:00+05:30', '2026-12-24T11:30:00Z'],
  ['2026-12-24 17:00 UTC', '2026-12-24T17:00:00Z'],
  ['2026-12-24 17:00', '2026-12-24T16:00:00Z'],
  ['2026-12-24T17:00', '2026-12-24T16:00:00Z'],
  ['2026-12-24 17:00:30', '2026-12-24T16:00:30Z'],
  ['2026-12-24 17:00 America/New_York', '2026-12-24T22:00:00Z'],
  ['Thu 24 Dec 2026 17:00 Europe/Oslo', '2026-12-24T16:00:00Z'],
  ['2026-12-24 17:00+0530', '2026-12-24T11:30:00Z'],
  ['2026-12-24 17:00:00.250 utc', '2026-12-24T17:00:00Z'],
  ['18:30 utc', '2026-11-22T18:30:00Z'],
  ['tomorrow 9:00 GMT', '2026-11-23T09:00:00Z'],
  ['Fri 2026-11-27T09:00', '2026-11-27T08:00:00Z'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
])('exact: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['tomorrow 9:00', '2026-11-23T08:00:00Z'],
  ['9:00 tomorrow', '2026-11-23T08:00:00Z'],
  ['  Tomorrow   AT 9 am ', '2026-11-23T08:00:00Z'],
  ['tomorrow at 9', '2026-11-23T08:00:00Z'],
  ['next mon at 8', '2026-11-23T07:00:00Z'],
  ['24 dec at 17', '2026-12-24T16:00:00Z'],
  ['at 9 monday', '2026-11-23T08:00:00Z'],
  ['dec 24,2027 17:00', '2027-12-24T16:00:00Z'],
  ['at 24 dec 17:00', '2026-12-24T16:00:00Z'],
  ['tonight', '2026-11-22T19:00:00Z'],
  ['tonight 8pm', '2026-11-22T19:00:00Z'],
  ['tonight at 8', '2026-11-22T19:00:00Z'],
  ['this evening at 7:30', '2026-11-22T18:30:00Z'],
  ['tonight 17:00', '2026-11-22T16:00:00Z'],
  ['tonight 22:15', '2026-11-22T21:15:00Z'],
  ['mon 18:30', '2026-11-23T17:30:00Z'],
  ['in 2 hours', '2026-11-22T12:30:15Z'],
  ['tomorrow noon', '2026-11-23T11:00:00Z'],
  ['12am tomorrow', '2026-11-22T23:00:00Z'],
  ['12pm tomorrow', '2026-11-23T11:00:00Z'],
  ['8:30 p.m. tomorrow', '2026-11-23T19:30:00Z'],
  ['today 18:30', '2026-11-22T17:30:00Z'],
  ['friday 18:30', '2026-11-27T17:30:00Z'],
  ['fri 18:30', '2026-11-27T17:30:00Z'],
  ['thurs 18:30', '2026-11-26T17:30:00Z'],
  ['sunday 12:00', '2026-11-22T11:00:00Z'],
  ['sunday 11:00', '2026-11-29T10:00:00Z'],
  ['monday', '2026-11-23T08:00:00Z'],
  ['24 dec 17:00', '2026-12-24T16:00:00Z'],
  ['Dec 24th, at 5pm', '2026-12-24T16:00:00Z'],
  ['24. december 2027 17:00', '2027-12-24T16:00:00Z'],
  ['5 may', '2027-05-05T07:00:00Z'],
  ['29 feb 12:00', '2028-02-29T11:00:00Z'],
  ['18:30', '2026-11-22T17:30:00Z'],
  ['11:30:15', '2026-11-23T10:30:15Z'],
  ['sunday 11:30:15', '2026-11-29T10:30:15Z'],
  ['tomorrow 9:00, ', '2026-11-23T08:00:00Z'],
  ['tomorrow 23:59:59', '2026-11-23T22:59:59Z'],
  ['1am tomorrow', '2026-11-23T00:00:00Z'],
  ['on fri the 27 of nov 9:00', '2026-11-27T08:00:00Z'],
  ['this friday 18:30', '2026-11-27T17:30:00Z'],
  ['8am', '2026-11-23T07:00:00Z'],
])('a day and a time: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

/** A Wednesday. */
const WEDNESDAY = Date.parse('2026-11-25T08:00:00Z');

test.each([
  ['next tuesday 8am', '2026-12-01T07:00:00Z', []],
  ['next wednesday 8am', '2026-12-02T07:00:00Z', []],
  ['next friday 8am', '2026-12-04T07:00:00Z', [expect.stringContaining('the Friday of next week is used')]],
  ['next sunday 8am', '2026-12-06T07:00:00Z', [expect.stringContaining('the Sunday of next week is used')]],
])(
  'next is of the week after this one, which is reported where it could be this one: %s',
  (text, expected, notes) => {
    expect(read(text, { now: WEDNESDAY })).toBe(expected);
    expect(notesOf(text, { now: WEDNESDAY })).toEqual(notes);
  },
);

test.each([
  ['in 2h', '2026-11-22T12:30:15Z'],
  ['  in  2h ', '2026-11-22T12:30:15Z'],
  ['in 0 days 9:00', '2026-11-22T08:00:00Z'],
  ['in 90 minutes', '2026-11-22T12:00:15Z'],
  ['in 1h30m', '2026-11-22T12:00:15Z'],
  ['in 1 hour and 30 minutes', '2026-11-22T12:00:15Z'],
  ['in an hour', '2026-11-22T11:30:15Z'],
  ['in a week', '2026-11-29T10:30:15Z'],
  ['in 1.5 days', '2026-11-23T22:30:15Z'],
  ['in 2 days 9:00', '2026-11-24T08:00:00Z'],
  ['in 2 days at 9am', '2026-11-24T08:00:00Z'],
  ['in 1.25 h', '2026-11-22T11:45:15Z'],
  ['in 1d2h', '2026-11-23T12:30:15Z'],
])('so long from now on: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  [['s', 'sec', 'secs', 'second', 'seconds'], '2026-11-22T10:30:25Z'],
  [['m', 'min', 'mins', 'minute', 'minutes'], '2026-11-22T10:40:15Z'],
  [['h', 'hr', 'hrs', 'hour', 'hours'], '2026-11-22T20:30:15Z'],
  [['d', 'day', 'days'], '2026-12-02T10:30:15Z'],
  [['w', 'week', 'weeks'], '2027-01-31T10:30:15Z'],
])('units of time: %s', (units, expected) => {
  for (const unit of units) {
    expect([unit, read(`in 10 ${unit}`)]).toEqual([unit, expected]);
    expect([unit, read(`in 10 ${unit}x`)]).toEqual([unit, 'is not a time']);
    expect([unit, read(`in 10 x${unit}`)]).toEqual([unit, 'is not a time']);
  }
});

test('29 February comes after eight years where a century has none', () => {
  expect(read('29 feb 12:00', { now: Date.parse('2096-03-01T00:00:00Z') })).toBe('2104-02-29T11:00:00Z');
});

test.each([
  ['now', 'omit it'],
  ['friday midnight', 'write 00:00 with the day that starts then'],
  ['24/12 17:00', 'write the date as 24 dec, 24 dec 2026 or 2026-12-24'],
  ['today', 'write "today 18:30"'],
  ['fri 24 dec 2026 9:00', 'omit one of the two'],
  ['soon', expect.stringContaining('"2026-12-24 17:00"')],
])('the advice for "%s"', (text, advice) => {
  expect(parseScheduleTime(text, { now: NOW, zone: zoneOf('UTC') })).toMatchObject({ advice });
});

test('the word that is at fault is named, for suggestions', () => {
  expect(TIME_WORDS).toEqual(
    expect.arrayContaining(['tomorrow', 'tonight', 'friday', 'december', 'next', 'noon']),
  );
  const parse = (text: string) => parseScheduleTime(text, { now: NOW, zone: zoneOf('UTC') });
  expect(parse('tomorow 9:00')).toMatchObject({ word: 'tomorow' });
  expect(Object.keys(parse('tomorrow friday'))).toEqual(['fault', 'advice']);
});

test('a duration is never shorter than was given', () => {
  expect(read('in 1m', { now: NOW + 1 })).toBe('2026-11-22T10:31:16Z');
});

test('days are those of the calendar, hours are counted', () => {
  const before = Date.parse('2026-10-24T10:00:00Z'); // the clocks of Oslo are put back in the night
  expect(read('in 1 day', { now: before })).toBe('2026-10-25T11:00:00Z');
  expect(read('in 24h', { now: before })).toBe('2026-10-25T10:00:00Z');
});

test('tonight is of today, also when it is over', () => {
  expect(read('tonight', { now: Date.parse('2026-11-22T21:00:00Z') })).toBe('2026-11-22T19:00:00Z');
});

test.each([
  ['2026-12-24 17:00', true],
  ['tomorrow 9:00', true],
  ['2026-12-24T17:00Z', false],
  ['in 2h', false],
])('whether %s depends on the zone: %s', (text, expected) => {
  const found = parseScheduleTime(text, { now: NOW, zone: zoneOf('Europe/Oslo') });
  expect('ms' in found && found.isLocal === true).toBe(expected);
});

test('what is assumed is reported', () => {
  expect(notesOf('monday')).toEqual(['no time is given, so 09:00 is used']);
  expect(notesOf('monday 9:00')).toEqual([]);
});

test.each([
  ['', 'is not a time'],
  ['soon', 'is not a time'],
  ['9', 'is not a time'],
  ['24', 'is not a time'],
  ['tomorrow tomorrow', 'is not a time'],
  ['next week', 'is not a time'],
  ['tomorrow friday 9:00', 'is not a time'],
  ['2026-12-24 25:00', 'is not a time'],
  ['2026-12-24 9:60', 'is not a time'],
  ['13pm tomorrow', 'is not a time'],
  ['9m tomorrow', 'is not a time'],
  ['in 2h 9:00', 'is not a time'],
  ['in', 'is not a time'],
  ['in 2 fortnights', 'is not a time'],
  ['1766595600', 'is not a time'],
  ['today', 'has no time'],
  ['now', 'has no effect'],
  ['24/12 17:00', 'has a numeric date, which is ambiguous'],
  ['12.24.2026 17:00', 'has a numeric date, which is ambiguous'],
  ['24.12. 9:00', 'has a numeric date, which is ambiguous'],
  ['tomorrow 9.30', 'is not a time'],
  ['friday midnight', 'can mean the start or the end of the day'],
  ['30 feb', 'is not a date that exists'],
  ['2026-13-01', 'is not a date that exists'],
  ['2026-02-30T10:00:00Z', 'is not a time'],
  ['fri 24 dec 2026 9:00', 'is not a Friday: it is a Thu 24 Dec 2026'],
  ['in 999999w', 'is not in the years 1970 to 9999'],
  ['in 999999w 9:00', 'is not in the years 1970 to 9999'],
  [`in ${'999999w '.repeat(20)}9:00`, 'is not in the years 1970 to 9999'],
  ['24 dec 17:00 2026-12-24t00:00z', 'is not a time'],
  ['24 dec 2026-12-24', 'is not a time'],
  ['9:00 1.2.3', 'has a numeric date, which is ambiguous'],
  ['1969-12-31T23:59:59Z', 'is not in the years 1970 to 9999'],
  ['tomorrow 9:00 utc+2', 'is not a time'],
  ['tomorrow 9:00 europe/osslo', 'is not a time'],
  ['tonight 0:30', 'is not a time'],
  ['tonight 12:00', 'is not a time'],
  ['tonight at 4', 'is not a time'],
  ['tonight 8am', 'is not a time'],
  ['2026-12-24t17:00z tomorrow', 'is not a time'],
  ['tomorrow 9:00 cet', 'is not a time'],
  ['december 9:00', 'is not a time'],
  ['9th 9:00', 'is not a time'],
  ['2027 9:00', 'is not a time'],
  ['next thu 24 dec 9:00', 'is not a time'],
  ['next tomorrow', 'is not a time'],
  ['tonight soon', 'is not a time'],
  ['tomorrow 9:00:60', 'is not a time'],
  ['0am tomorrow', 'is not a time'],
  ['fr 18:30', 'is not a time'],
  ['24 d.ec 9:00', 'is not a time'],
  ['12026-12-24 9:00', 'is not a time'],
  ['2026-12-241 9:00', 'is not a time'],
  ['24 dec 12027 9:00', 'is not a time'],
  ['in 9:00', 'is not a time'],
  ['in 2 days friday', 'is not a time'],
])('is no moment: "%s"', (text, expected) => {
  expect(read(text)).toBe(expected);
});

describe('clocks that are put forward or back', () => {
  test.each([
    ['Europe/Oslo', '2027-03-28 02:30', '03:00', 'Sun 28 Mar 2027'],
    ['Europe/Oslo', '2027-03-28 02:00', '03:00', 'Sun 28 Mar 2027'],
    ['America/New_York', '14 mar 2027 2:30am', '03:00', 'Sun 14 Mar 2027'],
    ['Australia/Lord_Howe', '2027-10-03 02:15', '02:30', 'Sun 3 Oct 2027'],
  ])('in %s, %s does not exist; the next valid time is %s', (zone, text, next, day) => {
    const found = parseScheduleTime(text, { now: NOW, zone: zoneOf(zone) });
    expect(found).toMatchObject({
      fault: expect.stringContaining(`does not exist: on ${day} the clocks of ${zone} skip`),
      advice: `the next valid time is ${next}`,
    });
  });

  test.each([
    ['Europe/Oslo', '2027-03-28 01:59', '2027-03-28T00:59:00Z'],
    ['Europe/Oslo', '2027-03-28 03:00', '2027-03-28T01:00:00Z'],
    ['America/New_York', '2027-03-14 03:00', '2027-03-14T07:00:00Z'],
    ['Europe/Oslo', '2027-10-31 01:59', '2027-10-30T23:59:00Z'],
    ['Europe/Oslo', '2027-10-31 03:00', '2027-10-31T02:00:00Z'],
    ['Etc/GMT+5', '2027-03-28 02:00', '2027-03-28T07:00:00Z'],
  ])('in %s, %s comes once', (zone, text, expected) => {
    expect(read(text, { zone })).toBe(expected);
    expect(notesOf(text, { zone })).toEqual([]);
  });

  test.each([
    ['Europe/Oslo', '2027-10-31 02:30', '2027-10-31T00:30:00Z'],
    ['America/New_York', '2027-11-07 01:30', '2027-11-07T05:30:00Z'],
  ])('in %s, %s occurs twice: the first is used, with a note', (zone, text, expected) => {
    expect(read(text, { zone })).toBe(expected);
    expect(notesOf(text, { zone })).toEqual([expect.stringMatching(/occurs twice .*: the first is used$/)]);
  });

  test('of two, the first may be now', () => {
    const between = Date.parse('2027-10-31T00:30:00Z');
    expect(read('2027-10-31 02:30', { now: between })).toBe('2027-10-31T01:30:00Z');
    expect(notesOf('2027-10-31 02:30', { now: between })).toEqual([
      expect.stringMatching(/the second is used$/),
    ]);
  });

  test.each([
    ['a day of this year is over', '2026-03-29 02:30', '2026-03-29T01:00:00Z', NOW],
    ['and without the year, the next one is meant', '29 mar 02:30', '2027-03-29T00:30:00Z', NOW],
    [
      'the clocks skipped it just now',
      '2026-03-29 02:30',
      '2026-03-29T01:00:00Z',
      Date.parse('2026-03-29T01:00:00Z'),
    ],
    ['today it is over', '02:30', '2026-03-30T00:30:00Z', Date.parse('2026-03-29T10:00:00Z')],
  ])('a time that clocks skip is over like any other: %s', (_what, text, expected, now) => {
    expect(read(text, { now })).toBe(expected);
  });

  test('a day that a zone skipped', () => {
    const before = Date.parse('2011-12-01T00:00:00Z');
    expect(read('2011-12-30 12:00', { zone: 'Pacific/Apia', now: before })).toContain('does not exist');
  });
});

test.each([
  ['Europe/Oslo', NOW + 2 * 86_400_000, 'Tue 24 Nov 2026 11:30:15 Europe/Oslo, 10:30:15 UTC, in 2 days'],
  [
    'Europe/Oslo',
    Date.parse('2026-11-22T23:00:00Z'),
    'Mon 23 Nov 2026 00:00 Europe/Oslo, Sun 22 Nov 2026 23:00 UTC, in 12 hours 30 minutes',
  ],
  ['UTC', NOW + 60_000, 'Sun 22 Nov 2026 10:31:15 UTC, in 1 minute'],
  ['UTC', NOW + 1_000, 'Sun 22 Nov 2026 10:30:16 UTC, in 1 minute'],
  ['UTC', NOW + 90 * 60_000, 'Sun 22 Nov 2026 12:00:15 UTC, in 1 hour 30 minutes'],
  ['UTC', NOW + 120 * 60_000 - 1_000, 'Sun 22 Nov 2026 12:30:14 UTC, in 2 hours'],
  ['UTC', NOW + 86_400_000 - 1_000, 'Mon 23 Nov 2026 10:30:14 UTC, in 1 day'],
  ['UTC', Date.parse('2026-11-24T08:00:00Z'), 'Tue 24 Nov 2026 08:00 UTC, in 1 day 21 hours'],
  ['UTC', NOW, 'Sun 22 Nov 2026 10:30:15 UTC'],
])('a moment as people check it, in %s', (zone, ms, shown) => {
  expect(describeTime(ms, { zone: zoneOf(zone), now: NOW })).toBe(shown);
});
