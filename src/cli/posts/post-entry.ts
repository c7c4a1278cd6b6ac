import * as z from 'zod';
import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { PostRecord, type PostStatus } from '../../service/posts.ts';
import { formatTime } from '../render/cell.ts';
import { getLegName } from '../render/failures.ts';
import type { CellValue, Column } from '../render/view.ts';

/** A post as crier prints it: the service's record with normalized times. */
export const PostEntry = PostRecord.extend({
  id: z.string().nullable().describe('Service Post ID; of a list by --platform, Social Post ID'),
  post: z.string().nullable(),
  created: z.string().nullable(),
  scheduleDate: z.string().nullable(),
});
export type PostEntry = z.infer<typeof PostEntry>;

/** Normalizes the times of a post. */
export function toPostEntry(record: PostRecord): PostEntry {
  return {
    ...record,
    id: record.id ?? null,
    post: record.post ?? null,
    created: readTimestamp(record.created).iso,
    scheduleDate: readTimestamp(record.scheduleDate).iso,
  };
}

const buildDataColumn = (name: keyof PostEntry, title: string): Column<PostEntry> => ({
  name,
  title,
  value: (post) => (post[name] ?? null) as CellValue, // a member of a JSON document
  dataOnly: true,
});

/** Columns of posts of the service. */
export const POST_COLUMNS: readonly Column<PostEntry>[] = [
  { name: 'id', title: 'id', value: ({ id }) => id, role: 'id', drop: 0 },
  {
    name: 'status',
    title: 'status',
    value: ({ status }) => status ?? null,
    show: ({ status }) => (status === 'awaiting approval' ? 'to approve' : (status ?? '')),
    role: 'status',
    drop: 1,
  },
  {
    name: 'platforms',
    title: 'networks',
    value: ({ platforms }) => platforms ?? null,
    show: ({ platforms }) => formatPlatforms((platforms ?? []).map(getLegName)),
    drop: 3,
  },
  { name: 'post', title: 'post', value: ({ post }) => post, role: 'text', flexible: true },
  {
    name: 'created',
    title: 'when',
    value: ({ created }) => created,
    show: (post, now) => formatTime(getPendingTime(post, now) ?? post.created ?? '', now),
    role: 'time',
    drop: 2,
  },
  buildDataColumn('type', 'type'),
  buildDataColumn('scheduleDate', 'scheduled for'),
  buildDataColumn('postIds', 'copies'),
  buildDataColumn('errors', 'errors'),
  buildDataColumn('notes', 'notes'),
  buildDataColumn('mediaUrls', 'media'),
  buildDataColumn('autoRepostId', 'repost plan'),
  buildDataColumn('profileTitle', 'profile'),
  buildDataColumn('refId', 'refId'),
];

/** Columns of the posts of one network's account. */
export const NETWORK_POST_COLUMNS: readonly Column<PostEntry>[] = [
  { name: 'id', title: 'id', value: ({ id }) => id, role: 'id', drop: 0 },
  { name: 'type', title: 'type', value: ({ type }) => type ?? null, role: 'dim', drop: 2 },
  { name: 'post', title: 'post', value: ({ post }) => post, role: 'text', flexible: true },
  { name: 'created', title: 'when', value: ({ created }) => created, role: 'time', drop: 1 },
  { name: 'postUrl', title: 'url', value: (post) => (post['postUrl'] ?? null) as CellValue, dataOnly: true }, // as above
];

const WAITING: ReadonlySet<string> = new Set<PostStatus>(['awaiting approval', 'pending', 'paused']);

/**
 * The publication time of a scheduled post, which matters more than when it was created; null for any other
 * post.
 */
function getPendingTime({ status, scheduleDate }: PostEntry, now: number): string | null {
  return scheduleDate !== null && WAITING.has(status ?? '') && Date.parse(scheduleDate) > now
    ? scheduleDate
    : null;
}

const MOST_SHOWN = 3;

function formatPlatforms(names: readonly string[]): string {
  if (names.length <= MOST_SHOWN) return names.join(', ');
  return `${names.slice(0, MOST_SHOWN - 1).join(', ')} and ${names.length - MOST_SHOWN + 1} more`;
}
