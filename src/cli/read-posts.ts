import type { Client } from '../client/client.ts';
import type { EndpointInput } from '../facts/endpoint.ts';
import { getHistory, getPlatformHistory } from '../facts/endpoints/posts.ts';
import { LIMITS } from '../facts/limits.ts';
import type { Platform } from '../facts/platforms.ts';
import { type PostEntry, toPostEntry } from '../rules/post-entry.ts';
import { getServiceTime } from './service-time.ts';

/** Posts that were read, and how the list goes on. */
export interface PostsResult {
  readonly posts: readonly PostEntry[];
  /** Where the list goes on, for a list that can. */
  readonly next: string | null;
  readonly hasMore: boolean;
  /** The service's body, where one answer was all of it. */
  readonly raw: Uint8Array | null;
  /** The service's time at the last answer, if it says. */
  readonly asOf?: number;
}

/**
 * Reads what the service published. The list cannot be gone on with: when it is full, there may be more.
 *
 * @see docs/service/posts.md#record
 */
export async function readHistory(
  client: Client,
  query: NonNullable<EndpointInput<typeof getHistory>['query']> & { readonly limit: number },
): Promise<PostsResult> {
  const answer = await client.call(getHistory, { query });
  const { body, bytes } = answer;
  const posts = Array.isArray(body.history) ? body.history.map(toPostEntry) : []; // no list: error 221
  return {
    posts,
    next: null,
    hasMore: posts.length >= query.limit || body.hasMore === true,
    raw: bytes,
    ...getServiceTime(answer),
  };
}

/** What to read of a network's account. */
interface AccountPostsQuery {
  readonly platform: Platform;
  /** How many posts. */
  readonly most: number;
  readonly cursor: string | undefined;
}

/** Reads what stands on a network's account, page by page until there is enough. */
export async function readAccountPosts(
  client: Client,
  { platform, most, cursor }: AccountPostsQuery,
): Promise<PostsResult> {
  const posts: PostEntry[] = [];
  const pages: Uint8Array[] = [];
  let next: string | null = cursor ?? null;
  let asked: string | null;
  let time: ReturnType<typeof getServiceTime>;
  do {
    asked = next;
    const limit = Math.min(most - posts.length, LIMITS.platformHistoryLimit.max);
    const query = { limit, ...(next !== null && { next }) };
    const answer = await client.call(getPlatformHistory, { params: { platform }, query });
    const { body, bytes } = answer;
    time = getServiceTime(answer);
    posts.push(...(body.posts ?? []).map(toPostEntry));
    pages.push(bytes);
    next = body.meta?.pagination?.next ?? null;
    // A cursor that leads to itself would never end.
  } while (next !== null && next !== asked && posts.length < most);
  const [raw = null, ...others] = pages;
  return { posts, next, hasMore: next !== null, raw: others.length === 0 ? raw : null, ...time };
}
