import type { Database } from '../../../storage/open-database.ts';
import { ServiceFailure } from '../../http/service-failure.ts';
import { claimSlot, findNextSlot, getScheduleTitle } from '../../publish/claim-slot.ts';
import { getPostBody } from '../../publish/publish-target.ts';
import { listPostSeries, type Post } from '../../store/posts.ts';
import { isWaiting } from './get-history.ts';

/**
 * Lists the posts that will repeat this one; none for a repetition itself.
 *
 * @see docs/service/posts.md#auto-repost
 */
export function listWaitingRepetitions({ id, profile, about }: Post, store: Database): readonly Post[] {
  const { autoRepostId } = about;
  if (autoRepostId === null) return [];
  const [first, ...repetitions] = listPostSeries(store, profile, autoRepostId);
  // a retried one was published before
  return first?.id === id ? repetitions.filter((each) => isWaiting(each) && !each.about.retried) : [];
}

/**
 * Moves a waiting post to a later time, or to the first free slot from then on if it follows a posting schedule. The
 * caller holds the transaction and stores the post.
 *
 * @param at in milliseconds since 1970
 * @returns the post as it was when its schedule is not set any more, or has no slot left
 */
export function moveTo(post: Post, at: number, store: Database): Post {
  const title = getScheduleTitle(getPostBody(post));
  const slot = title === null ? at : findSlotOrNull(post, { title, at }, store);
  if (slot === null) return post;
  const moved: Post = { ...post, about: { ...post.about, scheduleDate: slot } };
  claimSlot(store, moved);
  return moved;
}

function findSlotOrNull(
  { profile }: Post,
  { title, at }: { title: string; at: number },
  store: Database,
): number | null {
  try {
    return findNextSlot(store, { profile, title, after: at - 1 });
  } catch (error) {
    if (error instanceof ServiceFailure) return null;
    throw error;
  }
}

/**
 * Moves a post that missed its slot while it waited for approval to the next free one. The caller holds the
 * transaction.
 *
 * @param now milliseconds since 1970
 */
export function replaceMissedSlot(post: Post, now: number, store: Database): Post {
  const { scheduleDate } = post.about;
  const isMissed = scheduleDate !== null && scheduleDate <= now;
  return isMissed && getScheduleTitle(getPostBody(post)) !== null ? moveTo(post, now + 1, store) : post;
}
