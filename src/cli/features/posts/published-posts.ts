import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { PostStatus } from '../../../service/posts.ts';
import { type PostEntry, readHistory, readHistoryOf } from './read-posts.ts';

/** A post with a copy on a network: any other has no comments and no figures. */
export type PublishedPost = PostEntry & { readonly id: string };

export function isPublished(post: PostEntry): post is PublishedPost {
  return post.id !== null && (post.postIds ?? []).length > 0;
}

export interface RecentPosts {
  /** How many, the latest first. */
  readonly most: number;
  /** Only posts with a copy on any of these networks; all if empty. */
  readonly platforms?: readonly string[];
}

/** A post with errors may have copies on other networks. */
const PUBLISHED: readonly PostStatus[] = ['success', 'error'];

/**
 * Reads the posts that were published last. The history lists posts by when they were created, scheduled ones among
 * them, which may be many: all that it lists is read before the latest are selected. One request; with a full history,
 * two more.
 */
export async function readPublishedPosts(client: Client, { most, platforms = [] }: RecentPosts) {
  const query = { limit: LIMITS.historyLimit.max, lastDays: 0 };
  const first = await readHistory(client, query);
  const read = first.hasMore ? await readHistoryOf(PUBLISHED, client, query) : first;
  const found = read.posts
    .filter(isPublished)
    .filter(
      ({ postIds }) =>
        platforms.length === 0 || (postIds ?? []).some(({ platform }) => platforms.includes(platform ?? '')),
    )
    .toSorted((one, other) => getPublishedTime(other) - getPublishedTime(one));
  return { posts: found.slice(0, most), hasMore: read.hasMore || found.length > most, asOf: read.asOf };
}

/** A scheduled post may have been created long before. */
export function getPublishedTime({ created, scheduleDate }: PostEntry): number {
  return Math.max(...[created, scheduleDate].map((time) => (time === null ? 0 : Date.parse(time))));
}

/** Posts whose comments or figures are counted where no id is given. */
export const RECENT_POSTS = 20;

/**
 * Reads the ids of the posts that were published last.
 *
 * @throws CrierError of kind not-found without any
 */
export async function readRecentPostIds(client: Client, recent: RecentPosts): Promise<readonly string[]> {
  const { posts } = await readPublishedPosts(client, recent);
  if (posts.length > 0) return posts.map(({ id }) => id);
  throw new CrierError('not-found', 'no post has been published yet', {
    http: null,
    advice: 'give the id of a post',
  });
}
