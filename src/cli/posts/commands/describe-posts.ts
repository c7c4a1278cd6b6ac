import type { Client } from '../../../client/client.ts';
import { getHistory, getPost } from '../../../service/endpoints/posts.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { PostRecord } from '../../../service/posts.ts';
import { ignoreErrors } from '../../context/ignore-errors.ts';
import { getNetworkName } from '../../render/cell.ts';

/** Maximum number of posts listed. */
const MOST_NAMED = 10;
const LONGEST_TEXT = 40;

/** Lists posts with ids and texts, one per line: `Sp7k… New in spring (success; Instagram, X)`. */
export async function describePosts(ids: readonly string[], client: Client): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const id of ids.slice(0, MOST_NAMED)) {
    const answer = await ignoreErrors(client.call(getPost, { params: { id } }));
    lines.push(answer === null ? `${id}  (could not be read)` : formatPost(id, answer.body));
  }
  return addRest(lines, ids.length);
}

/** Lists all scheduled posts in the same way. */
export async function describeScheduledPosts(client: Client): Promise<readonly string[]> {
  const query = { type: 'scheduled', lastDays: 0, limit: LIMITS.historyLimit.max } as const;
  const answer = await ignoreErrors(client.call(getHistory, { query }));
  if (answer === null) return [];
  const history: readonly PostRecord[] = Array.isArray(answer.body.history) ? answer.body.history : [];
  const waiting = history.filter(({ status }) => WAITING.has(status ?? ''));
  if (waiting.length === 0) return ['no post is scheduled'];
  const lines = waiting.slice(0, MOST_NAMED).map((post) => formatPost(post.id ?? '', post));
  return addRest(lines, waiting.length);
}

const WAITING: ReadonlySet<string> = new Set(['awaiting approval', 'pending', 'paused']);

function addRest(lines: readonly string[], count: number): readonly string[] {
  return count > lines.length ? [...lines, `and ${count - lines.length} more`] : lines;
}

function formatPost(id: string, { post, status, platforms }: PostRecord): string {
  const networks = (platforms ?? []).map(getNetworkName).join(', ');
  const about = [status ?? '', networks].filter((part) => part !== '').join('; ');
  return `${id}  ${truncateText(post ?? '')} (${about})`;
}

function truncateText(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return letters.length <= LONGEST_TEXT ? letters.join('') : `${letters.slice(0, LONGEST_TEXT).join('')}…`;
}
