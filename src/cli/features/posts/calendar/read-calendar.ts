import type { Client } from '../../../../client/client.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { decodeHistoryPlace } from '../files/history-cursor.ts';
import { getPublishedTime } from '../published-posts.ts';
import { type PostEntry, readHistoryPage, WAITING } from '../read-posts.ts';

/** Requests for the posts of one profile, each with as many as the history lists at once. */
const MOST_PAGES = 10;

/** What was read for one profile. */
interface CalendarRead {
  readonly posts: readonly PostEntry[];
  /** Older ones were not read. */
  readonly hasMore: boolean;
  readonly asOf: number | undefined;
}

/**
 * Reads all posts: the history filters by when they were created, and what is due in a week may have been created long
 * before it.
 */
export async function readCalendarPosts(client: Client, now: () => number): Promise<CalendarRead> {
  const posts: PostEntry[] = [];
  let next: string | null = null;
  let asOf: number | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const from = next === null ? null : decodeHistoryPlace(next);
    const range = { lastDays: 0 };
    const read = await readHistoryPage(client, {
      statuses: [],
      range,
      most: LIMITS.historyLimit.max,
      from,
      now,
    });
    posts.push(...read.posts);
    asOf = read.asOf ?? asOf;
    if (!read.hasMore) return { posts, hasMore: false, asOf };
    if (read.next === null || read.next === next) break;
    ({ next } = read);
  }
  return { posts, hasMore: true, asOf };
}

/** When a post is or was published, in milliseconds since 1970; null for one that waits without a date. */
export function getCalendarTime(post: PostEntry): number | null {
  const { status, scheduleDate } = post;
  if (status === 'awaiting approval' && scheduleDate === null) return null;
  if (WAITING.has(status ?? '') && scheduleDate !== null) return Date.parse(scheduleDate);
  return getPublishedTime(post) || null;
}
