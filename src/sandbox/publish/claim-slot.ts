import { findFreeSlots } from '../../domain/posts/posting-slots.ts';
import { LIMITS } from '../../service/limits.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { Database } from '../../storage/open-database.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import {
  claimPostingSlot,
  findPostingSchedule,
  listPostingSchedules,
  listTakenSlots,
} from '../store/posting-schedules.ts';
import type { Post } from '../store/posts.ts';
import { getPostBody } from './publish-target.ts';

/** Title of the schedule that a post follows; null if it follows none. */
export function getScheduleTitle({ autoSchedule }: PostBody): string | null {
  return autoSchedule === undefined ? null : (autoSchedule.title ?? LIMITS.scheduleTitle);
}

/**
 * Finds the first slot of a schedule that no post took. The caller holds the transaction in which it claims the slot,
 * so that no other process finds the same one.
 *
 * @throws ServiceFailure 192 when there is no such schedule, or no slot is left
 * @see docs/service/endpoints.md#auto-schedule
 */
export function findNextSlot(
  store: Database,
  {
    profile,
    title,
    after,
  }: {
    /** Id of the profile. */
    profile: number;
    title: string;
    /** In milliseconds since 1970; the slot is later. */
    after: number;
  },
): number {
  const schedule = findPostingSchedule(store, profile, title);
  if (schedule === undefined) throw createMissingSchedule(title, listPostingSchedules(store, profile));
  const taken = listTakenSlots(store, profile, title, after);
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
export function claimSlot(store: Database, post: Post): void {
  const title = getScheduleTitle(getPostBody(post));
  const at = post.about.scheduleDate;
  if (title === null || at === null) return;
  claimPostingSlot(store, { profile: post.profile, title, at, postId: post.id });
}
