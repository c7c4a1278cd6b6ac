import { expect, test } from 'vitest';
import {
  formatIsoMilliseconds,
  formatIsoSeconds,
  isPlainTimestamp,
  readTimestamp,
} from '../../../../src/domain/time/read-timestamp.ts';

test.each([
  ['the one shape of the service', '2026-03-02T08:15:00Z', '2026-03-02T08:15:00Z'],
  ['milliseconds', '2026-03-02T08:15:00.123Z', '2026-03-02T08:15:00Z'],
  ['milliseconds that are none', '2026-03-02T08:15:00.000Z', '2026-03-02T08:15:00Z'],
  ['an offset of none', '2026-03-02T08:15:00+0000', '2026-03-02T08:15:00Z'],
  ['an offset with a colon', '2026-03-02T08:15:00+02:00', '2026-03-02T06:15:00Z'],
  ['a negative offset, into the next year', '2026-12-31T23:30:00-0100', '2027-01-01T00:30:00Z'],
  ['a space and no zone is UTC', '2026-03-02 08:15:00', '2026-03-02T08:15:00Z'],
  ['no zone at all is UTC', '2026-03-02T08:15:00', '2026-03-02T08:15:00Z'],
  ['a leap day', '2028-02-29T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['an object with seconds', { _seconds: 1_772_439_300, _nanoseconds: 0 }, '2026-03-02T08:15:00Z'],
  [
    'an object with its text',
    { _seconds: 1, _nanoseconds: 0, utc: '2026-03-02T08:15:00Z' },
    '2026-03-02T08:15:00Z',
  ],
] as const)('%s', { tags: ['TIME-01', 'TIME-02'] }, (_why, value, iso) => {
  expect(readTimestamp(value).iso).toBe(iso);
  expect(readTimestamp(value).ms).toBeTypeOf('number');
});

test.each([
  ['words', 'yesterday', 'yesterday'],
  ['nothing but blanks', '  ', '  '],
  ['an empty text', '', ''],
  ['only a date', '2026-03-02', '2026-03-02'],
  ['a day that does not exist', '2026-02-30T00:00:00Z', '2026-02-30T00:00:00Z'],
  ['a leap day in a year without', '2027-02-29T00:00:00Z', '2027-02-29T00:00:00Z'],
  ['a thirteenth month', '2026-13-01T00:00:00Z', '2026-13-01T00:00:00Z'],
  ['the hour after the last', '2026-03-02T24:00:00Z', '2026-03-02T24:00:00Z'],
  ['an offset out of range', '2026-03-02T08:15:00+2500', '2026-03-02T08:15:00+2500'],
  ['a year of five digits', '12026-03-02T08:15:00Z', '12026-03-02T08:15:00Z'],
  ['an offset out of the years', '9999-12-31T23:59:59-0100', '9999-12-31T23:59:59-0100'],
  ['a bare number', 1_772_439_300, '1772439300'],
  ['an object of another kind', { seconds: 1 }, '{"seconds":1}'],
  ['an object whose seconds are no number', { _seconds: 'x' }, '{"_seconds":"x"}'],
  ['an object whose seconds are a text', { _seconds: '10' }, '{"_seconds":"10"}'],
  ['more seconds than time has', { _seconds: 1e300 }, '{"_seconds":1e+300}'],
  ['a list', ['2026'], '["2026"]'],
] as const)('%s is shown as it came', { tags: ['TIME-03'] }, (_why, value, iso) => {
  expect(readTimestamp(value)).toEqual({ iso, ms: null });
});

test.each([[null], [undefined]])('%s is no moment', (value) => {
  expect(readTimestamp(value)).toEqual({ iso: null, ms: null });
});

test('milliseconds count, though they are not shown', { tags: ['TIME-02'] }, () => {
  expect(readTimestamp('1970-01-01T00:00:01.250Z').ms).toBe(1_250);
  expect(readTimestamp('1970-01-01 01:00:00').ms).toBe(3_600_000);
  expect(readTimestamp('1970-01-01T01:00:00+0130').ms).toBe(-1_800_000);
});

test.each([
  ['seconds with a fraction', { _seconds: 10.25 }, 10_250],
  ['nanoseconds', { _seconds: 10, _nanoseconds: 250_500_000 }, 10_250.5],
  ['nanoseconds beside a text', { _nanoseconds: 250_000_000, utc: '1970-01-01T00:00:10Z' }, 10_250],
  ['a text that has them already', { _nanoseconds: 250_000_000, utc: '1970-01-01T00:00:10.250Z' }, 10_250],
  ['nanoseconds that are none', { _seconds: 10, _nanoseconds: 'x' }, 10_000],
  ['nanoseconds as a text', { _seconds: 10, _nanoseconds: '250000000' }, 10_000],
  ['more nanoseconds than a second has', { _seconds: 10, _nanoseconds: 1e12 }, 10_000],
  ['as many as a second has', { _seconds: 10, _nanoseconds: 1e9 }, 10_000],
  ['less than none', { _seconds: 10, _nanoseconds: -1 }, 10_000],
])('what is finer than a second counts: %s', { tags: ['TIME-02'] }, (_what, value, ms) => {
  expect(readTimestamp(value)).toEqual({ iso: '1970-01-01T00:00:10Z', ms });
});

test('a time past the year 9999 keeps its four digits', { tags: ['TIME-01'] }, () => {
  const late = Date.UTC(10_000, 0, 1, 0, 9);
  expect([formatIsoSeconds(late), formatIsoMilliseconds(late)]).toEqual([
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59.000Z',
  ]);
});

test.each([
  ['2026-03-02T08:15:00Z', true],
  ['2026-10-19T19:59:59Z', true],
  ['2026-12-28T23:00:09Z', true],
  ['2026-03-02T08:15:00.000Z', false],
  ['2026-03-02T08:15:00Z, later', false],
  ['at 2026-03-02T08:15:00Z', false],
  ['2026-02-30T08:15:00Z', false],
  [['2026-03-02T08:15:00Z'], false],
])('%j is as the service writes times: %s', { tags: ['TIME-01'] }, (value, expected) => {
  expect(isPlainTimestamp(value)).toBe(expected);
});
