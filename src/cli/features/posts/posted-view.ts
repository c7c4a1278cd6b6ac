import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { NetworkError } from '../../../service/endpoints/comments.ts';
import type { PostBody } from '../../../service/post-body.ts';
import { getNetworkName } from '../../framework/output/cell.ts';
import { truncate } from '../../framework/output/text/width.ts';
import type { Column, ListView, RecordView } from '../../framework/output/view.ts';
import { formatSchedule, type ScheduleReading } from '../schedule/read-schedule.ts';
import type { PostedCopy, PostOutcome } from './read-post-outcome.ts';
import { formatPostStatus } from './read-posts.ts';

/** The copies of a post and the networks that refused it; without copies, its status and schedule. */
export function buildPostedView(
  outcome: PostOutcome,
  body: PostBody,
  reading: ScheduleReading,
): ListView<unknown> | RecordView {
  return outcome.copies.length > 0 ? buildList(outcome) : buildRecord(outcome, body, reading);
}

function buildList(outcome: PostOutcome): ListView<unknown> {
  const { posted, copies, failures } = outcome;
  const rows: readonly PostedRow[] = [
    ...copies.map((copy) => ({ copy, failure: null })),
    ...failures.map((failure) => ({ copy: null, failure })),
  ];
  const columns = buildPostedColumns(outcome);
  return {
    kind: 'list',
    document: posted,
    key: 'postIds',
    rows,
    columns,
    record: (row) => (row as PostedRow).copy ?? (row as PostedRow).failure,
    ...(posted.id !== null && { heading: `post ${posted.id}` }),
    empty: 'the response names no network',
  };
}

function buildRecord({ posted }: PostOutcome, { platforms }: PostBody, reading: ScheduleReading): RecordView {
  const { id, status, scheduleDate } = posted;
  const { ms } = readTimestamp(scheduleDate);
  return {
    kind: 'record',
    document: posted,
    lines: [
      { name: 'id', title: 'id', value: id },
      { name: 'status', title: 'status', value: status, shown: formatPostStatus(status) },
      {
        name: 'scheduleDate',
        title: 'scheduled for',
        value: scheduleDate,
        ...(ms !== null && { shown: formatSchedule(ms, reading) }),
      },
      {
        name: 'platforms',
        title: 'networks',
        value: platforms.join(', '),
        shown: platforms.map(getNetworkName).join(', '),
      },
    ],
  };
}

/** Result on one network: its copy, or why there is none. */
type PostedRow = { copy: PostedCopy; failure: null } | { copy: null; failure: NetworkError };

/** Columns for the copies of a new post, followed by the networks that refused it. */
function buildPostedColumns({ posted, failures }: PostOutcome): readonly Column<PostedRow>[] {
  return [
    {
      name: 'platform',
      title: 'network',
      value: ({ copy, failure }) => (copy ?? failure)?.platform ?? null,
      role: 'network',
      drop: 0,
    },
    {
      name: 'status',
      title: 'status',
      value: ({ copy, failure }) => (failure === null ? (copy.status ?? null) : 'error'),
      show: ({ copy }) => (copy?.id === PENDING ? PENDING : (copy?.status ?? 'error')),
      role: 'status',
      drop: 0,
    },
    {
      name: 'errors.code',
      title: 'code',
      value: ({ failure }) => failure?.code ?? null,
      role: 'dim',
      align: 'right',
      drop: 2,
      ...(failures.length === 0 && { dataOnly: true }),
    },
    { name: 'id', title: 'id', value: ({ copy }) => copy?.id ?? null, role: 'id', drop: 1 },
    {
      name: 'postUrl',
      title: 'address',
      value: ({ copy }) => copy?.postUrl ?? null,
      show: ({ copy, failure }) =>
        formatAddress(copy) ?? failure?.message ?? (copy?.id === PENDING ? 'not available yet' : ''),
      flexible: true,
      wraps: true,
      drop: 3,
    },
    { name: 'warnings', title: 'warnings', value: ({ copy }) => copy?.warnings ?? [], dataOnly: true },
    {
      name: 'errors.message',
      title: 'why',
      value: ({ failure }) => failure?.message ?? null,
      dataOnly: true,
    },
    { name: 'postId', title: 'post id', value: () => posted.id, dataOnly: true },
  ];
}

/** The id of a copy that the network is still processing. @see docs/service/posts.md#response, #POST-02 */
export const PENDING = 'pending';

const ADDRESS = /^https?:\/\/\S+$/i;
/** Limit for a value that is not a URL. */
const MOST_SHOWN = 40;

/** A URL in full, so that it can be opened; other values shortened, on one line. */
function formatAddress(copy: PostedCopy | null): string | null {
  const url = copy?.postUrl ?? null;
  if (url === null || ADDRESS.test(url)) return url;
  return truncate(url.replaceAll(/\s+/g, ' ').trim(), MOST_SHOWN);
}
