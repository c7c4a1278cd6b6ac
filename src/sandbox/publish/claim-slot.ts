import { findFreeSlots } from '../../domain/posts/posting-slots.ts';
import { LIMITS } from '../../service/limits.ts';
import type { PostBody } from '../../service/post-body.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import type { Post } from '../store/posts.ts';
import type { Store } from '../store/store.ts';
import { getPostBody } from './publish-target.ts';

/** Title of the schedule that a post follows; null if it follows none. */
export function getScheduleTitle({ autoSchedule }: PostBody): string | null {
  return autoSchedule === undefined ? null : (autoSchedule.title ?? LIMITS.scheduleTitle);
}

interface SlotSearch {
  /** Id of the profile. */
  profile: number;
  title: string;
  /** In milliseconds since 1970; the slot is later. */
  after: number;
}

/**
 * Finds the first slot of a schedule that no post took. The caller holds the transaction in which it claims the slot,
 * so that no other process finds the same one.
 *
 * @throws ServiceFailure 192 when there is no such schedule, or no slot is left
 * @see docs/service/endpoints.md#auto-schedule
 */
export function findNextSlot({ postingSchedules }: Store, { profile, title, after }: SlotSearch): number {
  const schedule = postingSchedules.find(profile, title);
  if (schedule === undefined) throw createMissingSchedule(title, postingSchedules.list(profile));
  const taken = postingSchedules.listTaken(profile, title, after);
  const [slot] = findFreeSlots(schedule, { after, taken, count: 1 });
  if (slot !== undefined) return slot;
  throw new ServiceFailure(192, { message: `The posting schedule "${title}" has no slot left.` });
}

/** The failure of a request that needs a schedule. @param others the schedules that are set */
export function createMissingSchedule(title: string, others: readonly { title: string }[]): ServiceFailure {
  if (others.length === 0) return new ServiceFailure(192, { message: 'No posting schedule has been set.' });
  return new ServiceFailure(192, {
    message: `No posting schedule has the title "${title}".`,
    details: `titles that are set: ${others.map((each) => each.title).join(', ')}`,
  });
}

/** Takes the slot that a stored post is scheduled for, if it follows a schedule. The caller holds the transaction. */
export function claimSlot({ postingSchedules }: Store, post: Post): void {
  const title = getScheduleTitle(getPostBody(post));
  const at = post.about.scheduleDate;
  if (title === null || at === null) return;
  postingSchedules.claim({ profile: post.profile, title, at, postId: post.id });
}
