import { getField } from '../../../domain/json/loose-record.ts';
import { getOffsetMs } from '../../../domain/time/clock-changes.ts';
import { createLocalClock, formatClock, formatDay } from '../../../domain/time/local-time.ts';
import { DAY_MS } from '../../../service/durations.ts';
import type { ScheduleReader } from './read-schedule.ts';

/** At most ten repetitions are accepted. */
const ORDINALS = [
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
];

/**
 * Says which repetition of a post is the first at another local time: the service repeats in days of 24 hours, also when
 * the clocks change.
 *
 * @param body of a post
 * @returns null if all are at the same time, or if nothing depends on the zone
 * @see docs/service/posts.md#auto-repost
 */
export function describeRepetition(body: unknown, { timeZone, isRelevant }: ScheduleReader): string | null {
  const plan = getField(body, 'autoRepost');
  const [repeat, days, startDate] = ['repeat', 'days', 'startDate'].map((name) => getField(plan, name));
  const start = typeof startDate === 'string' ? Date.parse(startDate) : Number.NaN;
  if (typeof repeat !== 'number' || typeof days !== 'number' || Number.isNaN(start) || !isRelevant())
    return null;
  const clock = createLocalClock(timeZone);
  const offset = getOffsetMs(clock, start);
  for (const [at, ordinal] of ORDINALS.slice(0, repeat).entries()) {
    const ms = start + (at + 1) * days * DAY_MS;
    if (getOffsetMs(clock, ms) === offset) continue;
    const [first, then] = [clock.wallAt(start), clock.wallAt(ms)];
    return `the ${ordinal} post, on ${formatDay(then)}, is at ${formatClock(then)} in ${timeZone}, and not at ${formatClock(first)}: repetitions are whole days of 24 hours apart, and the clocks change before it`;
  }
  return null;
}
