import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { type ActivityRow, ActivityStatus } from '../../../service/endpoints/activity.ts';
import type { CellValue, Column, ListView } from '../../render/view.ts';
import { describeOutcome } from './describe-outcome.ts';
import type { PeopleNames } from './people-names.ts';
import { formatClockTime } from './times.ts';

/** Width of the longest relative time (`12mo ago`), which later rows may have. */
const LEAST_TIME = 8;
/** Width of `09-20 14:13`. */
const LEAST_CLOCK_TIME = 11;
/** Width of an Instagram id, which later rows may show instead of a handle. */
const LEAST_WHO = 17;
const LONGEST_STATUS = Math.max(...ActivityStatus.options.map((status) => status.length));

const ID: Column<ActivityRow> = {
  name: 'id',
  title: 'id',
  value: ({ id }) => id,
  role: 'id',
  dataOnly: true,
};

const CREATED: Column<ActivityRow> = {
  name: 'created',
  title: 'when',
  value: ({ created }) => readTimestamp(created).iso,
  role: 'time',
  align: 'left',
  drop: 0,
  least: LEAST_TIME,
};

const CREATED_CLOCK: Column<ActivityRow> = {
  ...CREATED,
  show: ({ created }, now) => {
    const { ms, iso } = readTimestamp(created);
    return ms === null ? (iso ?? '') : formatClockTime(ms, now);
  },
  least: LEAST_CLOCK_TIME,
};

const STATUS: Column<ActivityRow> = {
  name: 'status',
  title: 'status',
  value: ({ status }) => status,
  role: 'status',
  drop: 0,
  least: LONGEST_STATUS,
};

/** People by name where it is known, otherwise by id. The id is never truncated: it finds their rows. */
function buildWhoColumn(rows: readonly ActivityRow[], names: PeopleNames): Column<ActivityRow> {
  return {
    name: 'recipientUsername',
    title: 'who',
    value: ({ recipientUsername }) => recipientUsername ?? null,
    placeholder: (row) => names.find(row) ?? row.recipientId ?? '',
    role: rows.every((row) => names.find(row) !== undefined) ? 'name' : 'id',
    drop: 0,
    least: LEAST_WHO,
  };
}

/** The columns after time, status and recipient. */
const MORE: readonly Column<ActivityRow>[] = [
  buildDataColumn('recipientId', 'recipient'),
  buildDataColumn('triggerType', 'trigger'),
  { name: 'keyword', title: 'on', value: ({ keyword }) => keyword ?? null, drop: 1 },
  buildDataColumn('commentText', 'text'),
  {
    name: 'errorDetails',
    title: 'outcome',
    value: ({ errorDetails }) => errorDetails ?? null,
    show: describeOutcome,
    placeholder: describeOutcome,
    flexible: true,
    wraps: true,
  },
  buildDataColumn('commentId', 'comment'),
  buildDataColumn('postId', 'post'),
  buildDataColumn('storyId', 'story'),
  { name: 'eventId', title: 'event', value: ({ eventId }) => eventId ?? null, role: 'id', drop: 2 },
  {
    name: 'completedAt',
    title: 'completed',
    value: ({ completedAt }) => readTimestamp(completedAt).iso,
    dataOnly: true,
  },
  {
    name: 'actionResults',
    title: 'actions',
    value: ({ actionResults }) => (actionResults ?? []) as CellValue, // an array of JSON values
    dataOnly: true,
  },
];

type TextField = 'recipientId' | 'triggerType' | 'commentText' | 'commentId' | 'postId' | 'storyId';

function buildDataColumn(name: TextField, title: string): Column<ActivityRow> {
  return { name, title, value: (row) => row[name] ?? null, dataOnly: true };
}

/** How to continue the list, as documents show it. */
export interface ActivityPageInfo {
  readonly next: string | null;
  /** Null for no limit. */
  readonly limit: number | null;
  /** Other members of the answer, if there was only one. */
  readonly envelope?: Readonly<Record<string, unknown>>;
}

/** Options of a list of activity. */
export interface ActivityListOptions extends ActivityPageInfo {
  /** Message when there are no rows. */
  readonly empty: string;
  readonly names: PeopleNames;
  /** Rows are streamed, so times are absolute. */
  readonly isStreaming?: boolean;
}

/** Builds a list of activity. */
export function buildActivityList(
  rows: readonly ActivityRow[],
  { next, limit, envelope = {}, empty, names, isStreaming = false }: ActivityListOptions,
): ListView<ActivityRow> {
  return {
    kind: 'list',
    document: { ...envelope, activity: rows, meta: { pagination: { next, hasMore: next !== null, limit } } },
    key: 'activity',
    rows,
    columns: [ID, isStreaming ? CREATED_CLOCK : CREATED, STATUS, buildWhoColumn(rows, names), ...MORE],
    empty,
    notesEmpty: true,
  };
}
