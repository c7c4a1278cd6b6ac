import type { Client } from '../../../client/client.ts';
import type { LocalClock } from '../../../domain/time/local-time.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { type Platform, SOCIAL_POST_PLATFORMS } from '../../../service/platforms.ts';
import { listFailureEntries, summarizeUnread } from '../../framework/many/failures.ts';
import { runEach } from '../../framework/many/run-each.ts';
import {
  createDayCounter,
  type DayCounter,
  MOST_SPARKLINE_REQUESTS,
} from '../../framework/output/last-days.ts';
import type { Comment } from '../comments/comment.ts';
import { foldComments } from '../comments/read-comments.ts';
import { isPublished } from './published-posts.ts';
import type { PostEntry } from './read-posts.ts';

const AT_ONCE = 4;

/**
 * Counts the comments and replies of posts on each of the last days. One request a post, for the newest ones; the service
 * answers from its own copies, which it refreshes every few minutes. A failure leaves a post uncounted.
 *
 * @param read the network whose own posts are listed, if any, the service's time in milliseconds since 1970, and by
 *   whose days comments are counted
 * @returns the counts by the id of the post, null if its comments could not be read, and what could not be counted
 */
export async function countCommentsByDay(
  posts: readonly PostEntry[],
  client: Client,
  { platform, now, zone }: { platform: Platform | undefined; now: number; zone: LocalClock },
  progress: (text: string | null) => void,
): Promise<{ counts: ReadonlyMap<string, readonly number[] | null>; notes: readonly string[] }> {
  if (platform !== undefined && !SOCIAL_POST_PLATFORMS.some((each) => each === platform))
    return { counts: new Map(), notes: [NOT_BY_OWN_IDS] };
  // a post of the account is on its network
  const published = posts.flatMap((post) =>
    platform !== undefined || isPublished(post) ? (post.id ?? []) : [],
  );
  const ids = published.slice(0, MOST_SPARKLINE_REQUESTS);
  const read = (id: string) =>
    foldComments(client, { id, platform, comment: false }, () => {
      const counter = createDayCounter(now, zone);
      return {
        add: (comments) => addComments(counter, comments),
        end: ({ errors }) => ({ counts: counter.counts, errors }),
      };
    });
  const all = await Array.fromAsync(runEach(ids, { atOnce: AT_ONCE, done: 'posts read', progress }, read));
  const parts = all.flatMap(({ id, value, failure }) =>
    (failure === null ? (value?.errors ?? []) : listFailureEntries(id, failure)).map((error) => ({
      id,
      error,
    })),
  );
  const rest = published.length - ids.length;
  return {
    counts: new Map(all.map(({ id, value }) => [id, value?.counts ?? null])),
    notes: [
      summarizeUnread(parts, { start: 'not counted by day: ' }) ?? [],
      rest > 0 ? `comments by day are those of the newest ${ids.length} posts only` : [],
    ].flat(),
  };
}

const NOT_BY_OWN_IDS = `comments by day need a list without --platform, or with one of ${SOCIAL_POST_PLATFORMS.join(', ')}`;

function addComments(counter: DayCounter, comments: Iterable<Comment>): void {
  for (const { createdAt, replies } of comments) {
    counter.add(readTimestamp(createdAt).ms);
    addComments(counter, replies);
  }
}
