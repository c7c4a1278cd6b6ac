import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { followPages, readPlace } from '../../../client/follow-pages.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds, readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { CrierError, ignoreErrors } from '../../../errors.ts';
import { DAY_MS } from '../../../service/durations.ts';
import type { EndpointInput } from '../../../service/endpoint.ts';
import { getHistory, getPlatformHistory, getPost } from '../../../service/endpoints/posts.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { Platform } from '../../../service/platforms.ts';
import { AUTOMATION_PLATFORM } from '../../../service/platforms.ts';
import { PostRecord, PostStatus } from '../../../service/posts.ts';
import { getServiceTime } from '../../framework/command/command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { createPrintedCommands } from '../../framework/command/printed-commands.ts';
import { getLegName } from '../../framework/output/failures.ts';
import { getDisplayWidth } from '../../framework/output/text/width.ts';
import { type Column, type ListView, listDataColumns, pickMember } from '../../framework/output/view.ts';
import { encodeHistoryPlace, type HistoryPlace } from './files/history-cursor.ts';

export interface PostsResult {
  readonly posts: readonly PostEntry[];
  /** Cursor of the next page; null when there is none, or the list has no cursors. */
  readonly next: string | null;
  readonly hasMore: boolean;
  /** Why the list cannot be continued although more may follow; null if it can be, or has ended. */
  readonly fault: CrierError | null;
  /** The service's body, when there was a single response. */
  readonly raw: Uint8Array | null;
  /** The service's time at the last response, if known. */
  readonly asOf?: number;
}

type HistoryLimits = NonNullable<EndpointInput<typeof getHistory>['query']> & { limit: number };

/**
 * Reads the posts of the service. The list has no pages: when it is full, there may be more.
 *
 * @see docs/service/posts.md#record
 */
export async function readHistory(client: Client, query: HistoryLimits): Promise<PostsResult> {
  const answer = await client.call(getHistory, { query });
  const { body, bytes } = answer;
  const posts = Array.isArray(body.history) ? body.history.map(toPostEntry) : []; // no list: error 221
  return {
    posts,
    next: null,
    hasMore: posts.length >= query.limit || body.hasMore === true,
    fault: null,
    raw: bytes,
    ...getServiceTime(answer),
  };
}

/** Reads the posts with any of some statuses, newest first; of any status for none. A request takes only one. */
export async function readHistoryOf(
  statuses: readonly PostStatus[],
  client: Client,
  query: HistoryLimits,
): Promise<PostsResult> {
  const [status, ...others] = statuses;
  if (others.length === 0) return readHistory(client, status === undefined ? query : { ...query, status });
  const reads = await Promise.all(statuses.map((each) => readHistory(client, { ...query, status: each })));
  const posts = reads.flatMap((read) => read.posts).sort((one, other) => getCreated(other) - getCreated(one));
  const asOf = reads[0]?.asOf;
  return {
    posts: posts.slice(0, query.limit),
    next: null,
    hasMore: posts.length > query.limit || reads.some(({ hasMore }) => hasMore),
    fault: null,
    raw: null,
    ...(asOf !== undefined && { asOf }),
  };
}

type HistorySpan = Omit<HistoryLimits, 'limit'>;

/** Reads a page of the history, from where another one ended; its cursor keeps the period that was counted from now. */
export async function readHistoryPage(
  client: Client,
  page: {
    statuses: readonly PostStatus[];
    range: HistorySpan;
    most: number;
    from: HistoryPlace | null;
    now(): number;
  },
): Promise<PostsResult> {
  const { statuses, range, most, from } = page;
  const { lastDays, ...filters } = range;
  const listed = new Set(from?.listed);
  const limit = Math.min(most + listed.size, LIMITS.historyLimit.max);
  const query =
    from === null
      ? { ...range, limit }
      : { ...filters, endDate: from.end, ...(from.start !== null && { startDate: from.start }), limit };
  const read = await readHistoryOf(statuses, client, query);
  const posts = read.posts.filter(({ id }) => id === null || !listed.has(id)).slice(0, most);
  const isFull = read.hasMore || posts.length + listed.size < read.posts.length;
  const start = from === null ? getStart(range, read.asOf ?? page.now()) : from.start;
  const next = isFull ? encodeHistoryPlace(posts, { start, before: from }) : null;
  return { ...read, posts, next, hasMore: isFull, raw: posts.length === read.posts.length ? read.raw : null };
}

/** The start of the period that the service takes by itself; null for none. */
function getStart(
  { lastDays = LIMITS.historyDays, startDate, endDate }: HistorySpan,
  now: number,
): string | null {
  if (startDate !== undefined) return readTimestamp(startDate).iso;
  return endDate !== undefined || lastDays === 0 ? null : formatIsoSeconds(now - lastDays * DAY_MS);
}

const getCreated = ({ created }: PostEntry) => (created === null ? 0 : Date.parse(created));

/** Reads the posts of a network's account page by page. The last page has the fault of a list that does not end. */
export async function* readAccountPages(
  client: Client,
  { platform, cursor, size }: { platform: Platform; cursor: string | undefined; size?(): number },
) {
  const read = async (next: string | null) => {
    const limit = Math.min(size?.() ?? Number.POSITIVE_INFINITY, LIMITS.platformHistoryLimit.max);
    const query = { limit, ...(next !== null && { next }) };
    const answer = await client.call(getPlatformHistory, { params: { platform }, query });
    const { posts: rows, meta } = answer.body;
    return { answer, rows: (rows ?? []).map(toPostEntry), ...readPlace(meta?.pagination) };
  };
  const keyOf = (post: PostEntry) => post.id ?? JSON.stringify(post);
  for await (const page of followPages(read, { from: cursor ?? null, keyOf })) {
    yield page;
    if (page.fault !== null) return;
  }
}

/** Reads the posts of a network's account, until there are enough. @param most of them */
export async function readAccountPosts(
  client: Client,
  { platform, most, cursor }: { platform: Platform; most: number; cursor: string | undefined },
): Promise<PostsResult> {
  const posts: PostEntry[] = [];
  const pages: { bytes: Uint8Array; next: string | null; fault: CrierError | null; asOf?: number }[] = [];
  for await (const page of readAccountPages(client, { platform, cursor, size: () => most - posts.length })) {
    posts.push(...page.rows);
    const { answer, next, fault } = page;
    pages.push({ bytes: answer.bytes, next, fault, ...getServiceTime(answer) });
    if (posts.length >= most) break;
  }
  const { next: following = null, fault = null, bytes, ...time } = pages.at(-1) ?? {};
  const next = fault === null ? following : null;
  return {
    posts,
    next,
    hasMore: next !== null || fault !== null,
    fault,
    raw: pages.length === 1 ? (bytes ?? null) : null,
    ...time,
  };
}

const UNKNOWN_POST = 186;

/** Reads a stored post. @see docs/service/posts.md#update */
export async function readPost(
  client: Client,
  id: string,
  context: CommandContext,
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

/** Reads a stored post; null for one that the service does not have. */
export async function readPostIfThere(client: Client, id: string): Promise<PostRecord | null> {
  try {
    return (await client.call(getPost, { params: { id } })).body;
  } catch (error) {
    if (error instanceof CrierError && error.kind === 'not-found') return null;
    throw error;
  }
}

/** Reads the Instagram id of one of the service's posts; null when it has none. */
export async function findNetworkId(id: string, client: Client): Promise<string | null> {
  const answer = await ignoreErrors(client.call(getPost, { params: { id } }));
  return answer?.body.postIds?.find(({ platform }) => platform === AUTOMATION_PLATFORM)?.id ?? null;
}

/** A post as crier prints it: the service's record with normalized times. */
export const PostEntry = PostRecord.extend({
  id: z.string().nullable().describe('Service Post ID; of a list by --platform, Social Post ID'),
  post: z.string().nullable(),
  created: z.string().nullable(),
  scheduleDate: z.string().nullable(),
});
export type PostEntry = z.infer<typeof PostEntry>;

export function toPostEntry(record: PostRecord): PostEntry {
  return {
    ...record,
    id: record.id ?? null,
    post: record.post ?? null,
    created: readTimestamp(record.created).iso,
    scheduleDate: readTimestamp(record.scheduleDate).iso,
  };
}

/** Width of two names and a number: `Facebook, Instagram +2`. */
const KEPT_WIDTH = 22;

/** Width of a date: `Fri 18 Dec 09:00`. */
const DATE_WIDTH = 16;

export const POST_COLUMNS: readonly Column<PostEntry>[] = [
  { ...pickMember('id', 'id'), role: 'id', drop: 0 },
  {
    ...pickMember('status', 'status'),
    show: ({ status }) => formatPostStatus(status),
    role: 'status',
    drop: 1,
  },
  {
    ...pickMember('platforms', 'networks'),
    show: ({ platforms }) => formatPlatforms(platforms ?? []),
    fit: ({ platforms }, width) => fitPlatforms(platforms ?? [], width),
    keeps: KEPT_WIDTH,
    drop: 3,
  },
  { ...pickMember('post', 'post'), role: 'text', flexible: true },
  {
    ...pickMember('created', 'when'),
    moment: getPendingTime,
    role: 'time',
    least: DATE_WIDTH, // of those that wait, which may be in later rows
    drop: 2,
  },
  ...listDataColumns<PostEntry>({
    type: 'type',
    scheduleDate: 'due',
    postIds: 'copies',
    errors: 'errors',
    notes: 'notes',
    mediaUrls: 'media',
    autoRepostId: 'repost plan',
    profileTitle: 'profile',
    refId: 'refId',
  }),
];

export const NETWORK_POST_COLUMNS: readonly Column<PostEntry>[] = [
  { ...pickMember('id', 'id'), role: 'id', drop: 0 },
  { ...pickMember('type', 'type'), role: 'dim', drop: 2 },
  { ...pickMember('post', 'post'), role: 'text', flexible: true },
  { ...pickMember('created', 'when'), role: 'time', drop: 1 },
  ...listDataColumns<PostEntry>({ postUrl: 'url' }),
];

/** The short references of posts. @param platform the network whose own ids they have (default: those of the service) */
export function createPostReferences(platform?: Platform): NonNullable<ListView<PostEntry>['references']> {
  const kind = platform === undefined ? 'post' : 'networkPost';
  return { column: 'id', target: ({ id }) => (id === null ? null : { kind, id, platform }) };
}

/** Statuses that people know by another word: what is printed when a post is created, or fits into a table. */
const SHOWN_STATUSES: ReadonlyMap<string, string> = new Map([
  ['pending', 'scheduled'],
  ['awaiting approval', 'to approve'],
]);

export function formatPostStatus(status: string | null | undefined): string {
  return SHOWN_STATUSES.get(status ?? '') ?? status ?? '';
}

/** `awaiting approval` in one word, which needs no quotes. */
const HYPHENATED = 'awaiting-approval';

/** What the summary of several posts calls them. */
const SUMMARY_STATUSES: ReadonlyMap<string, string> = new Map([['success', 'published']]);

/** The words that `--status` accepts: those of the service, and all that are printed. */
export const STATUS_WORDS = [
  ...PostStatus.options,
  ...SHOWN_STATUSES.values(),
  ...SUMMARY_STATUSES.values(),
  HYPHENATED,
];

/** The service's status of such a word. */
export function readStatusWord(word: (typeof STATUS_WORDS)[number]): PostStatus {
  const shown = [...SHOWN_STATUSES, ...SUMMARY_STATUSES].find(([, each]) => each === word);
  return PostStatus.parse(shown?.[0] ?? (word === HYPHENATED ? 'awaiting approval' : word));
}

/** Statuses of posts that are to be published; a list has posts of the same second in this order. */
export const WAITING_STATUSES = [
  'awaiting approval',
  'pending',
  'paused',
] as const satisfies readonly PostStatus[];
export const WAITING: ReadonlySet<string> = new Set(WAITING_STATUSES);

/**
 * The publication time of a scheduled post, which matters more than when it was created; null for any other
 * post.
 */
function getPendingTime({ status, scheduleDate }: PostEntry, now: number): string | null {
  return scheduleDate !== null && WAITING.has(status ?? '') && Date.parse(scheduleDate) > now
    ? scheduleDate
    : null;
}

/** Names of networks in a table; of more, the first ones and the number of the others. */
const MOST_SHOWN = 3;

function formatPlatforms(platforms: readonly string[]): string {
  return shortenPlatforms(platforms, platforms.length <= MOST_SHOWN ? MOST_SHOWN : MOST_SHOWN - 1);
}

/** As many names as fit; not even one, the number of networks. */
export function fitPlatforms(platforms: readonly string[], width: number): string {
  const forms = platforms.map((_, at) => shortenPlatforms(platforms, platforms.length - at));
  return (
    forms.find((text) => getDisplayWidth(text) <= width) ??
    (platforms.length > 1 ? formatCount(platforms.length, 'network') : (forms[0] ?? ''))
  );
}

/** `Facebook, Instagram +2`. */
function shortenPlatforms(platforms: readonly string[], most: number): string {
  const shown = platforms.slice(0, most).map(getLegName).join(', ');
  return platforms.length > most ? `${shown} +${platforms.length - most}` : shown;
}
