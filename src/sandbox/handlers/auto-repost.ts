import { DAY_MS } from '../../service/durations.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { Post } from '../store/posts.ts';
import { buildPost, type Draft } from './build-post.ts';
import type { HandlerContext } from './handler.ts';

/** How a post is to be repeated, if it is; a post with a date is not. @see docs/service/posts.md#body */
export function getRepost({ autoRepost, scheduleDate }: PostBody): PostBody['autoRepost'] {
  return scheduleDate === undefined ? autoRepost : undefined;
}

/** When a post is first published; null for immediately. */
export function getFirstTime(body: PostBody): number | null {
  const date = body.scheduleDate ?? getRepost(body)?.startDate;
  return date === undefined ? null : Date.parse(date);
}

/** Stores the posts that repeat this one, at intervals of the given number of days. */
export function storeReposts(draft: Draft, first: Post, context: HandlerContext): void {
  const { repeat, days } = getRepost(draft.body) ?? { repeat: 0, days: 0 };
  const { autoRepostId, scheduleDate } = first.about;
  for (let time = 1; time <= repeat; time += 1) {
    const at = (scheduleDate ?? first.created) + time * days * DAY_MS;
    context.store.posts.add(buildPost(draft, { at, autoRepostId }, context));
  }
}
