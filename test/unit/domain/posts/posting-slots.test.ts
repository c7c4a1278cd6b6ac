import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findFreeSlots,
  generateSlots,
  type PostingSchedule,
} from '../../../../src/domain/posts/posting-slots.ts';
import { formatIsoSeconds } from '../../../../src/domain/time/read-timestamp.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/service/durations.ts';

/** A Wednesday. */
const NOON = Date.UTC(2026, 10, 25, 12);

function list(schedule: PostingSchedule, after: number, count: number): readonly string[] {
  return findFreeSlots(schedule, { after, taken: new Set(), count }).map(formatIsoSeconds);
}

test.each<[string, PostingSchedule, readonly string[]]>([
  [
    'the times of today that are to come, then those of tomorrow',
    { schedule: ['20:00Z', '08:30Z'] },
    ['2026-11-25T20:00:00Z', '2026-11-26T08:30:00Z', '2026-11-26T20:00:00Z'],
  ],
  [
    'a time that is now is over',
    { schedule: ['12:00Z', '12:01Z'] },
    ['2026-11-25T12:01:00Z', '2026-11-26T12:00:00Z', '2026-11-26T12:01:00Z'],
  ],
  [
    'a time twice is one slot',
    { schedule: ['13:05Z', '13:05Z'] },
    ['2026-11-25T13:05:00Z', '2026-11-26T13:05:00Z', '2026-11-27T13:05:00Z'],
  ],
  [
    'days of the week: 0 is Sunday, 6 is Saturday',
    { schedule: ['13:05Z'], daysOfWeek: [0, 6] },
    ['2026-11-28T13:05:00Z', '2026-11-29T13:05:00Z', '2026-12-05T13:05:00Z'],
  ],
  [
    'excluded dates',
    { schedule: ['13:05Z'], excludeDates: ['2026-11-25', '2026-11-27'] },
    ['2026-11-26T13:05:00Z', '2026-11-28T13:05:00Z', '2026-11-29T13:05:00Z'],
  ],
  [
    'from the start on, which may be a slot',
    { schedule: ['13:05Z', '09:00Z'], setStartDate: '2026-12-31T13:05:00Z' },
    ['2026-12-31T13:05:00Z', '2027-01-01T09:00:00Z', '2027-01-01T13:05:00Z'],
  ],
  [
    'a start that is over changes nothing',
    { schedule: ['13:05Z'], setStartDate: '2020-01-01T00:00:00Z' },
    ['2026-11-25T13:05:00Z', '2026-11-26T13:05:00Z', '2026-11-27T13:05:00Z'],
  ],
])('%s', (_what, schedule, expected) => {
  expect(list(schedule, NOON, 3)).toEqual(expected);
});

test('UTC: a day of summer time has the same slots as any other', () => {
  const changes = Date.UTC(2026, 2, 29);
  expect(list({ schedule: ['01:30Z', '02:30Z'] }, changes, 2)).toEqual([
    '2026-03-29T01:30:00Z',
    '2026-03-29T02:30:00Z',
  ]);
});

test('slots that are taken are skipped', () => {
  const schedule = { schedule: ['13:05Z'] };
  const [first = 0, second = 0] = generateSlots(schedule, NOON);
  const free = findFreeSlots(schedule, { after: NOON, taken: new Set([first, second]), count: 1 });
  expect(free).toEqual([second + DAY_MS]);
});

test('there are none after the last year of a clock, or where every date left is excluded', () => {
  const end = Date.UTC(9999, 11, 30, 12);
  const schedule = { schedule: ['10:00Z'] };
  expect(list(schedule, end, 3)).toEqual(['9999-12-31T10:00:00Z']);
  expect(list({ ...schedule, excludeDates: ['9999-12-31'] }, end, 3)).toEqual([]);
});

test('slots ascend, are later than asked, and each is a time of the schedule on one of its days', () => {
  const time = fc
    .integer({ min: 0, max: 1_439 })
    .map((minute) => `${formatIsoSeconds(minute * MINUTE_MS).slice(11, 16)}Z`);
  const schedules = fc.record({
    schedule: fc.array(time, { minLength: 1, maxLength: 5 }),
    daysOfWeek: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  });
  fc.assert(
    fc.property(schedules, fc.integer({ min: 0, max: 4e12 }), (schedule, after) => {
      const slots = findFreeSlots(schedule, { after, taken: new Set(), count: 12 });
      expect(slots).toHaveLength(12);
      let previous = after;
      for (const slot of slots) {
        expect(slot).toBeGreaterThan(previous);
        expect(schedule.schedule).toContain(`${formatIsoSeconds(slot).slice(11, 16)}Z`);
        expect(schedule.daysOfWeek).toContain(new Date(slot).getUTCDay());
        previous = slot;
      }
    }),
  );
});
