import type { PostBody } from '../facts/post-body.ts';
import type { PostFault } from './post-fault.ts';

/** What says when a post goes out, twice. @see undescribed.md 6.1 */
export function scheduleFaults({ autoSchedule, scheduleDate }: PostBody): readonly PostFault[] {
  if (autoSchedule === undefined || scheduleDate === undefined) return [];
  const message = 'must not come with scheduleDate: one of the two says when';
  return [{ code: 101, platform: null, path: 'autoSchedule', message, effect: 'request' }];
}

/** @param now in milliseconds since 1970 */
export function scheduleWarnings(
  { autoRepost, scheduleDate }: PostBody,
  { now }: { readonly now: number },
): readonly PostFault[] {
  if (scheduleDate === undefined) return [];
  const about = { code: 101, platform: null, effect: 'warning' } as const;
  const repost = 'is ignored with scheduleDate: the post is not repeated';
  const past = 'is in the past: the post is published at once';
  return [
    ...(autoRepost === undefined
      ? []
      : [{ ...about, path: 'autoRepost', message: repost, feature: 'autoRepost' }]),
    ...(Date.parse(scheduleDate) < now
      ? [{ ...about, path: 'scheduleDate', message: past, feature: 'scheduleDate' }]
      : []),
  ];
}
