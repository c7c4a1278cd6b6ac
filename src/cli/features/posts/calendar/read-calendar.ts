import type { Client } from '../../../../client/client.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { decodeHistoryPlace } from '../files/history-cursor.ts';
import { getPublishedTime } from '../published-posts.ts';
import { type PostEntry, readHistory, readHistoryPage, WAITING } from '../read-posts.ts';

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
 * Reads the posts of a period, and others. The history filters by when they were created, and what is due in a week may
 * have been created long before it: of posts that are older than the period, only those that were scheduled, or await
 * approval, can be in it.
 *
 * @param findStart of the period in milliseconds since 1970, by the service's time
 */
export async function readCalendarPosts(
  client: Client,
  now: () => number,
  findStart: (now: number) => number,
): Promise<CalendarRead> {
  const posts: PostEntry[] = [];
  let next: string | null = null;
  let asOf: number | undefined;
  let isOlder = false;
  for (let page = 0; page < MOST_PAGES; page++) {
    const read = await readHistoryPage(client, {
      statuses: [],
      range: { lastDays: 0, ...(isOlder && { type: 'scheduled' }) },
      most: LIMITS.historyLimit.max,
      from: next === null ? null : decodeHistoryPlace(next),
      now,
    });
    posts.push(...read.posts);
    asOf = read.asOf ?? asOf;
    if (!read.hasMore) return { posts, hasMore: false, asOf };
    if (read.next === null || read.next === next) break;
    ({ next } = read);
    const oldest = read.posts.at(-1)?.created ?? null;
    if (isOlder || oldest === null || Date.parse(oldest) >= findStart(asOf ?? now())) continue;
    isOlder = true;
    page++;
    posts.push(...(await readUnapproved(client, posts)));
  }
  return { posts, hasMore: true, asOf };
}

/** The posts that await approval, which may have no date, without those that were read. */
async function readUnapproved(client: Client, known: readonly PostEntry[]): Promise<readonly PostEntry[]> {
  const ids = new Set(known.map(({ id }) => id));
  const query = { status: 'awaiting approval', lastDays: 0, limit: LIMITS.historyLimit.max } as const;
  const { posts } = await readHistory(client, query);
  return posts.filter(({ id, type }) => !ids.has(id) && type !== 'scheduled');
}

/** When a post is or was published, in milliseconds since 1970; null for one that waits without a date. */
export function getCalendarTime(post: PostEntry): number | null {
  const { status, scheduleDate } = post;
  if (status === 'awaiting approval' && scheduleDate === null) return null;
  if (WAITING.has(status ?? '') && scheduleDate !== null) return Date.parse(scheduleDate);
  return getPublishedTime(post) || null;
}
