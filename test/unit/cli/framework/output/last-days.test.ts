import { expect, test } from 'vitest';
import { createDayCounter, SPARKLINE_DAYS } from '../../../../../src/cli/framework/output/last-days.ts';
import { createLocalClock, UTC_CLOCK } from '../../../../../src/domain/time/local-time.ts';
import { DAY_MS, HOUR_MS } from '../../../../../src/service/durations.ts';

const NOW = Date.parse('2026-09-21T14:13:20Z');

/** The days that have a count, by their distance to today: 0 is today. */
function count(times: readonly (number | null)[], zone = UTC_CLOCK, now = NOW) {
  const counter = createDayCounter(now, zone);
  for (const time of times) counter.add(time);
  expect(counter.counts).toHaveLength(SPARKLINE_DAYS);
  return Object.fromEntries(
    counter.counts.flatMap((each, at) => (each === 0 ? [] : [[SPARKLINE_DAYS - 1 - at, each]])),
  );
}

test('the last day is today, the first one is 13 days ago', () => {
  expect(count([NOW, NOW - 15 * HOUR_MS, NOW - 13 * DAY_MS])).toEqual({ 0: 1, 1: 1, 13: 1 });
});

test('what is older, later, or no time is not counted', () => {
  const start = createDayCounter(NOW, UTC_CLOCK).start;
  expect(new Date(start).toISOString()).toBe('2026-09-08T00:00:00.000Z');
  expect(count([start])).toEqual({ 13: 1 });
  expect(count([start - 1, NOW + DAY_MS, null, Number.NaN, Number.POSITIVE_INFINITY])).toEqual({});
});

test('days are those of the zone, also where the clocks were changed between', () => {
  const oslo = createLocalClock('Europe/Oslo');
  const after = Date.parse('2026-10-26T12:00:00Z');
  // midnight in Oslo is at 22:00 UTC before the change, and at 23:00 after it
  const times = [
    '2026-10-24T21:59:59Z',
    '2026-10-24T22:00:00Z',
    '2026-10-25T22:59:59Z',
    '2026-10-25T23:00:00Z',
  ];
  expect(count(times.map(Date.parse), oslo, after)).toEqual({ 2: 1, 1: 2, 0: 1 });
  expect(new Date(createDayCounter(after, oslo).start).toISOString()).toBe('2026-10-12T22:00:00.000Z');
});
