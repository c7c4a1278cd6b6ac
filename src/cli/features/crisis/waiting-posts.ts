import type { Client } from '../../../client/client.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { LIMITS } from '../../../service/limits.ts';
import { decodeHistoryPlace } from '../posts/files/history-cursor.ts';
import { type PostEntry, readHistoryPage, WAITING_STATUSES } from '../posts/read-posts.ts';
import { AT_ANY_TIME, PLAIN_WORK, type Work, type WorkRead } from './work.ts';

const STATES = {
  pending: 'running',
  paused: 'paused',
  'awaiting approval': 'waiting',
} as const satisfies Record<(typeof WAITING_STATUSES)[number], Work['state']>;

/**
 * Reads the posts that wait: a request for each of their statuses, since the history filters by one, and published posts
 * may be thousands. More than a thousand take further pages.
 */
export async function readWaitingPosts(client: Client): Promise<WorkRead> {
  const work: Work[] = [];
  let next: string | null = null;
  let refId: string | null = null;
  for (;;) {
    const read = await readHistoryPage(client, {
      statuses: WAITING_STATUSES,
      range: { lastDays: 0 },
      most: LIMITS.historyLimit.max,
      from: next === null ? null : decodeHistoryPlace(next),
      now: () => 0, // only for a period that begins some days ago
    });
    work.push(...read.posts.flatMap(toWork));
    refId ??= read.posts[0]?.refId ?? null;
    const isLast = !read.hasMore || read.next === null || read.next === next || read.posts.length === 0;
    if (isLast) return { work, refId, asOf: read.asOf };
    ({ next } = read);
  }
}

function toWork({ id, post, status, scheduleDate, platforms, autoRepostId }: PostEntry): readonly Work[] {
  const known = WAITING_STATUSES.find((each) => each === status);
  if (id === null || known === undefined) return [];
  return [
    {
      ...PLAIN_WORK,
      kind: 'posts',
      id,
      name: [...(post ?? '').replaceAll(/\s+/g, ' ')].slice(0, MOST_CHARACTERS).join(''),
      state: STATES[known],
      dueAt: readTimestamp(scheduleDate).ms ?? AT_ANY_TIME,
      platforms: platforms ?? [],
      isRepeated: autoRepostId !== undefined && autoRepostId !== null,
    },
  ];
}

/** Of a text in plans and records. */
const MOST_CHARACTERS = 80;
