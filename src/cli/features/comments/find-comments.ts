import type { Client } from '../../../client/client.ts';
import { LIMITS } from '../../../service/limits.ts';
import { runEach } from '../../framework/many/run-each.ts';
import { readPublishedPosts } from '../posts/published-posts.ts';
import type { Comment } from './comment.ts';
import { foldComments } from './read-comments.ts';

/** Number of concurrent requests. */
const AT_ONCE = 4;
/** As many as a third of the rate limit. */
const MOST_POSTS = LIMITS.requestRate.max / 3;

/**
 * Looks ids up among the comments of posts, until all are found.
 *
 * @param post only of this one (default: those that were published last)
 */
export async function findComments(
  client: Client,
  ids: readonly string[],
  { progress, post }: { progress(text: string | null): void; post?: string | undefined },
): Promise<{ found: ReadonlySet<string>; searched: number }> {
  const missing = new Set(ids);
  let searched = 0;
  const posts = missing.size === 0 ? [] : post === undefined ? await listPosts(client) : [post];
  const read = (id: string) =>
    foldComments(client, { id, platform: undefined, comment: false }, () => ({
      add: (comments) => removeFound(missing, comments),
      end: () => null,
    }));
  for await (const { failure } of runEach(posts, { atOnce: AT_ONCE }, read)) {
    if (failure !== null) continue;
    searched += 1;
    progress(`${searched} of ${posts.length} posts searched`);
    if (missing.size === 0) break;
  }
  progress(null);
  return { found: new Set(ids.filter((id) => !missing.has(id))), searched };
}

async function listPosts(client: Client): Promise<readonly string[]> {
  return (await readPublishedPosts(client, { most: MOST_POSTS })).posts.map(({ id }) => id);
}

function removeFound(missing: Set<string>, comments: Iterable<Comment>): void {
  for (const { id, replies } of comments) {
    if (id !== null) missing.delete(id);
    removeFound(missing, replies);
  }
}
