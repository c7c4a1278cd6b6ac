import type { Client } from '../../../../client/client.ts';
import { getField, isRecord, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import type { EndpointInput } from '../../../../service/endpoint.ts';
import { getHistory } from '../../../../service/endpoints/posts.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { PostBody } from '../../../../service/post-body.ts';
import type { PostRecord, PostStatus } from '../../../../service/posts.ts';
import { stringifySafely } from '../../../framework/output/text/sanitize-text.ts';
import type { CellValue, Column } from '../../../framework/output/view.ts';

/** A post in the form that `posts create -f` takes, with its id and status, which are not sent. */
export type PortablePost = LooseRecord & { readonly id: string; readonly status: string };

/**
 * Reads the posts that wait, the earliest first, those without a time last.
 *
 * @param filters of the history
 */
export async function readWaitingPosts(
  client: Client,
  statuses: readonly PostStatus[],
  filters: NonNullable<EndpointInput<typeof getHistory>['query']>,
): Promise<{ records: readonly PostRecord[]; hasMore: boolean }> {
  const records: PostRecord[] = [];
  let hasMore = false;
  const limit = LIMITS.historyLimit.max;
  for (const status of statuses) {
    const { body } = await client.call(getHistory, { query: { ...filters, status, limit } });
    const found = Array.isArray(body.history) ? body.history : []; // no list: error 221
    records.push(...found.toReversed()); // the history is newest first, and times are in seconds
    hasMore ||= found.length >= limit || body.hasMore === true;
  }
  const timeOf = ({ scheduleDate }: PostRecord) => readTimestamp(scheduleDate).ms ?? Number.POSITIVE_INFINITY;
  const order = (one: PostRecord, other: PostRecord) =>
    timeOf(one) === timeOf(other)
      ? (readTimestamp(one.created).ms ?? 0) - (readTimestamp(other.created).ms ?? 0)
      : timeOf(one) - timeOf(other);
  return { records: records.toSorted(order), hasMore };
}

/** Fields that the exported post has in another form: as a time of its own, and as a post for each repetition. */
const RESOLVED: ReadonlySet<string> = new Set([
  'idempotencyKey',
  'autoSchedule',
  'autoRepost',
  'requiresApproval',
]);

/**
 * Converts a stored post to a new one. A paused post waits for approval, since no file can pause it: it must not be
 * published only because it was exported.
 */
export function toFilePost(record: PostRecord): PortablePost {
  const { request, id, status, notes } = record;
  const date = readTimestamp(record.scheduleDate).iso;
  const source: LooseRecord = isRecord(request) ? request : record;
  const fields = Object.keys(PostBody.shape).flatMap((name) => {
    const value = source[name];
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    return isEmpty || RESOLVED.has(name) ? [] : [[name, value] as const];
  });
  const { scheduleDate: _date, notes: _notes, ...others } = Object.fromEntries(fields);
  return {
    ...others,
    ...(date !== null && { scheduleDate: date }),
    ...(status !== 'pending' && { requiresApproval: true }),
    ...(notes !== null && notes !== undefined && { notes }),
    id: id ?? '',
    status: status ?? '',
  };
}

/** Columns of a table of posts, under the names that people write. */
const TITLES: readonly (readonly [title: string, path: string])[] = [
  ['id', 'id'],
  ['status', 'status'],
  ['text', 'post'],
  ['platforms', 'platforms'],
  ['media', 'mediaUrls'],
  ['schedule', 'scheduleDate'],
  ['approveFirst', 'requiresApproval'],
  ['notes', 'notes'],
];

/** The columns that these posts need: options and texts by network have one where a post has them. */
export function buildExportColumns(posts: readonly PortablePost[]): readonly Column<PortablePost>[] {
  const fixed = TITLES.map(([title, path]) => buildColumn(title, (post) => toCell(path, post[path])));
  const more = new Map<string, (post: PortablePost) => CellValue>();
  const add = (name: string, value: unknown) => {
    if (TITLES.some(([, path]) => path === name) && !(name === 'post' && isRecord(value))) return;
    if (name !== 'post' && name !== 'firstComment') more.set(name, (each) => toPlain(each[name]));
    else
      for (const member of Object.keys(isRecord(value) ? value : {}))
        more.set(member === 'comment' ? name : `${name}.${member}`, (each) =>
          toPlain(getField(each[name], member)),
        );
  };
  for (const post of posts) for (const [name, value] of Object.entries(post)) add(name, value);
  return [...fixed, ...[...more].map(([title, value]) => buildColumn(title, value))];
}

function buildColumn(name: string, value: Column<PortablePost>['value']): Column<PortablePost> {
  return { name, title: name, value };
}

/** Texts by network have columns of their own; networks and media are separated by spaces. */
function toCell(path: string, value: unknown): CellValue {
  if (path === 'post' && isRecord(value)) return null;
  if (path === 'platforms' && Array.isArray(value)) return value.join(' ');
  const isPlainList =
    Array.isArray(value) && value.every((each) => typeof each === 'string' && !/[\s;]/.test(each));
  return isPlainList ? value.join(' ') : toPlain(value);
}

function toPlain(value: unknown): CellValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.parse(stringifySafely(value)) as CellValue; // nested values of a JSON document
}
