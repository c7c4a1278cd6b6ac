import type { PostChange } from '../../service/endpoints/post-changes.ts';
import { createInputFailure } from '../http/service-failure.ts';
import type { Post } from '../store/posts.ts';
import { isWaiting } from './require-post.ts';

/**
 * Changes when and whether a post is published. Its status becomes null when it is published immediately: it was
 * approved, and its date has passed.
 *
 * @throws ServiceFailure 101 for a published post, and for a change that its status does not allow
 * @see docs/service/posts.md#update
 */
export function changeSchedule(post: Post, change: PostChange, now: number): Post {
  const moved = setDate(post, change);
  const held = setPause(moved, change);
  const judged = setApproval(held, change, now);
  const { status, scheduleDate } = judged.about;
  const isMoved = judged.about.status !== post.about.status || change.scheduleDate !== undefined;
  if (!isMoved) return judged;
  return { ...judged, dueAt: status === 'pending' ? scheduleDate : null };
}

function setDate(post: Post, { scheduleDate }: PostChange): Post {
  if (scheduleDate === undefined) return post;
  requireWaiting(post, 'scheduleDate');
  return { ...post, about: { ...post.about, type: 'scheduled', scheduleDate: Date.parse(scheduleDate) } };
}

function setPause(post: Post, { scheduledPause }: PostChange): Post {
  if (scheduledPause === undefined) return post;
  requireWaiting(post, 'scheduledPause');
  const { status, scheduleDate } = post.about;
  if (status === 'awaiting approval' || scheduleDate === null) {
    throw createInputFailure('scheduledPause: is only for a scheduled post');
  }
  return { ...post, about: { ...post.about, status: scheduledPause ? 'paused' : 'pending' } };
}

function setApproval(post: Post, { approved }: PostChange, now: number): Post {
  if (approved === undefined) return post;
  requireWaiting(post, 'approved');
  const { about } = post;
  if (!approved) return { ...post, about: { ...about, status: 'awaiting approval' } };
  if (about.status !== 'awaiting approval') return post;
  const isLater = about.scheduleDate !== null && about.scheduleDate > now;
  return { ...post, about: { ...about, status: isLater ? 'pending' : null } };
}

function requireWaiting(post: Post, name: keyof PostChange): void {
  const hasGoneOut = !isWaiting(post) || (post.about.retried && post.dueAt !== null);
  if (hasGoneOut) throw createInputFailure(`${name}: the post is no longer waiting`);
}
