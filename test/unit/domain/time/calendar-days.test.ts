import { describe, expect, test } from 'vitest';
import {
  findCalendarSpan,
  formatCalendarSpan,
  formatIsoDay,
  getCalendarDay,
  listMondays,
  nameCalendarDay,
  parseCalendarDay,
} from '../../../../src/domain/time/calendar-days.ts';
import { createLocalClock, UTC_CLOCK } from '../../../../src/domain/time/local-time.ts';

const dayOf = (text: string) => getCalendarDay(UTC_CLOCK, Date.parse(text));
/** A Monday. */
const TODAY = dayOf('2026-09-21');

describe('a day that a user types', () => {
  test.each([
    ['2026-10-05', 'week', '2026-10-05'],
    ['24 dec', 'week', '2026-12-24'],
    ['2 Feb', 'week', '2027-02-02'],
    ['1 may', 'week', '2026-05-01'],
    ['24 dec 2027', 'week', '2027-12-24'],
    ['tomorrow', 'week', '2026-09-22'],
    ['friday', 'week', '2026-09-25'],
    ['next sunday', 'week', '2026-10-04'],
    [' next ', 'month', '2026-10-01'],
    ['1 jan 1970', 'week', '1970-01-01'],
    ['31 dec 1969', 'week', null],
    ['27', 'week', '2026-09-27'],
    ['next', 'week', '2026-09-28'],
    ['next', 'month', '2026-10-01'],
    ['previous', 'week', '2026-09-14'],
    ['last  Month', 'month', '2026-08-01'],
    ['january', 'month', '2027-01-01'],
    ['2026-02', 'month', '2026-02-01'],
    ['29 feb 2026', 'week', null],
    ['2026-13', 'month', null],
    ['31 1900', 'week', undefined],
  ] as const)('%s in a %s is %s', (text, unit, expected) => {
    const day = parseCalendarDay(text)?.find(TODAY, unit);
    expect(typeof day === 'number' ? formatIsoDay(day) : day).toBe(expected);
  });

  test.each([
    '',
    'soon',
    'tomorrow 9:00',
    'in 2h',
    'today friday',
    '5/10',
    'next year',
    'the next',
    '2026-100',
    'x2026-10',
  ])('"%s" is none', (text) => {
    expect(parseCalendarDay(text)).toBe(null);
  });

  test.each([
    ['next month', 'month'],
    ['october', 'month'],
    ['2026-10', 'month'],
    ['24 dec', null],
    ['this week', 'week'],
    ['next', null],
  ])('"%s" names the unit %s', (text, unit) => {
    expect(parseCalendarDay(text)?.unit).toBe(unit);
  });
});

test.each([
  ['2026-09-21', 'week', '2026-09-21 2026-09-27', 1, '21 to 27 September 2026'],
  ['2026-09-27', 'week', '2026-09-21 2026-09-27', 1, '21 to 27 September 2026'],
  ['2027-01-01', 'week', '2026-12-28 2027-01-03', 1, '28 December 2026 to 3 January 2027'],
  ['2026-10-01', 'week', '2026-09-28 2026-10-04', 1, '28 September to 4 October 2026'],
  ['2026-02-14', 'month', '2026-02-01 2026-02-28', 5, 'February 2026'],
  ['2028-02-29', 'month', '2028-02-01 2028-02-29', 5, 'February 2028'],
  ['2027-02-01', 'month', '2027-02-01 2027-02-28', 4, 'February 2027'],
] as const)('the span of %s as a %s is %s', (day, unit, days, weeks, shown) => {
  const span = findCalendarSpan(dayOf(day), unit);
  expect([span.first, span.last].map(formatIsoDay).join(' ')).toBe(days);
  const mondays = listMondays(span);
  expect(mondays.map((each) => nameCalendarDay(each).weekday)).toEqual(Array<string>(weeks).fill('Mon'));
  expect(mondays).toEqual(mondays.map((_, at) => (mondays[0] ?? 0) + 7 * at));
  expect(mondays.filter((each) => each > span.last || each + 6 < span.first)).toEqual([]);
  expect(formatCalendarSpan(span)).toBe(shown);
});

test('a date without its year is the nearest one, also of last year', () => {
  expect(parseCalendarDay('24 dec')?.find(dayOf('2027-01-05'), 'week')).toBe(dayOf('2026-12-24'));
});

test('a day without its month is of this month and year, also where these have none', () => {
  expect(parseCalendarDay('29')?.find(dayOf('2027-02-10'), 'week')).toBe(null);
});

test.each([
  ['Asia/Tokyo', '2026-09-21T15:00:00Z', '2026-09-22'],
  ['America/Los_Angeles', '2026-09-21T06:59:59Z', '2026-09-20'],
  ['Europe/Oslo', '2026-10-25T22:59:59Z', '2026-10-25'],
])('in %s, %s is on %s', (zone, time, day) => {
  expect(formatIsoDay(getCalendarDay(createLocalClock(zone), Date.parse(time)))).toBe(day);
});
