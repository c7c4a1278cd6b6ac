import type { Client } from '../../client/client.ts';
import type { ClientAnswer } from '../../client/transport.ts';
import { CrierError } from '../../errors.ts';
import type { EndpointInput } from '../../service/endpoint.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automations.ts';
import { getHistory, getPlatformHistory, getPost } from '../../service/endpoints/posts.ts';
import { LIMITS } from '../../service/limits.ts';
import type { Platform } from '../../service/platforms.ts';
import type { PostRecord } from '../../service/posts.ts';
import type { CommandContext } from '../context/context.ts';
import { ignoreErrors } from '../context/ignore-errors.ts';
import { getServiceTime } from '../shell/command.ts';
import { createPrintedCommands } from '../shell/printed-commands.ts';
import { type PostEntry, toPostEntry } from './post-entry.ts';

/** A page of posts. */
export interface PostsResult {
  readonly posts: readonly PostEntry[];
  /** Cursor of the next page; null when there is none, or the list has no cursors. */
  readonly next: string | null;
  readonly hasMore: boolean;
  /** The service's body, when there was a single response. */
  readonly raw: Uint8Array | null;
  /** The service's time at the last response, if known. */
  readonly asOf?: number;
}

/**
 * Reads the posts of the service. The list has no pages: when it is full, there may be more.
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

/** Which posts of a network's account to read. */
interface AccountPostsQuery {
  readonly platform: Platform;
  /** Maximum number of posts. */
  readonly most: number;
  readonly cursor: string | undefined;
}

/** Reads the posts of a network's account, page by page until there are enough. */
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

const UNKNOWN_POST = 186;

/** Reads a stored post. @see docs/service/posts.md#update */
export async function readPost(
  client: Client,
  id: string,
  context: Pick<CommandContext, 'choiceInput' | 'choose' | 'programName'>,
): Promise<ClientAnswer<PostRecord>> {
  try {
    return await client.call(getPost, { params: { id } });
  } catch (error) {
    if (!(error instanceof CrierError) || error.facts.code !== UNKNOWN_POST) throw error;
    // the advice of the catalogue is for requests that accept ids of networks as well
    const { service } = await createPrintedCommands(context);
    const advice = `check --profile and the id, which must be a Service Post ID, as printed by "${service`posts list`}"; for an id of a network, use "${service`comments get <id> --platform <network>`}"`;
    throw new CrierError(error.kind, error.message, { ...error.facts, advice });
  }
}

/** Reads the Instagram id of one of the service's posts; null when it has none. */
export async function findNetworkId(id: string, client: Client): Promise<string | null> {
  const answer = await ignoreErrors(client.call(getPost, { params: { id } }));
  return answer?.body.postIds?.find(({ platform }) => platform === AUTOMATION_PLATFORM)?.id ?? null;
}
