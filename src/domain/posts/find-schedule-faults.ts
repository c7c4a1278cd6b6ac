import { DAY_MS } from '../../service/durations.ts';
import type { PostBody } from '../../service/post-body.ts';
import { CLOCK_RANGE } from '../../service/times.ts';
import type { PostFault } from './post-fault.ts';

interface ScheduleContext {
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** Finds contradictory schedules, and those beyond the year 9999. @see docs/service/posts.md#body */
export function findScheduleFaults(body: PostBody, { now }: ScheduleContext): readonly PostFault[] {
  const about = { code: 101, platform: null, effect: 'request' } as const;
  const twice = 'cannot be combined with scheduleDate';
  const late = 'must end before the year 10000';
  return [
    ...(body.autoSchedule !== undefined && body.scheduleDate !== undefined
      ? [{ ...about, path: 'autoSchedule', message: twice }]
      : []),
    ...(computeLastRepost(body, now) > CLOCK_RANGE.max
      ? [{ ...about, path: 'autoRepost', message: late }]
      : []),
  ];
}

/** Returns the time of the last repeat; a post with a date is not repeated. */
function computeLastRepost({ autoRepost, scheduleDate }: PostBody, now: number): number {
  if (autoRepost === undefined || scheduleDate !== undefined) return -Infinity;
  const { repeat, days, startDate } = autoRepost;
  const first = startDate === undefined ? now : Math.max(now, Date.parse(startDate));
  return first + repeat * days * DAY_MS;
}

export function findScheduleWarnings(
  { autoRepost, scheduleDate }: PostBody,
  { now }: ScheduleContext,
): readonly PostFault[] {
  if (scheduleDate === undefined) return [];
  const about = { code: 101, platform: null, effect: 'warning' } as const;
  const repost = 'is ignored with scheduleDate: the post is not repeated';
  const past = 'is in the past: the post is published immediately';
  return [
    ...(autoRepost === undefined
      ? []
      : [{ ...about, path: 'autoRepost', message: repost, feature: 'autoRepost' }]),
    ...(Date.parse(scheduleDate) < now
      ? [{ ...about, path: 'scheduleDate', message: past, feature: 'scheduleDate' }]
      : []),
  ];
}
