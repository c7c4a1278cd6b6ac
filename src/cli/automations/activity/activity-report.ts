import * as z from 'zod';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import type { Column } from '../../render/view.ts';
import { listReasons } from './activity-list.ts';

/** What rows can be grouped by. */
export const ReportBy = z.enum(['status', 'day', 'reason', 'keyword']);
export type ReportBy = z.infer<typeof ReportBy>;

const OUTCOME_FIELDS = {
  sent: z.int().describe('rows or actions with the status sent'),
  failed: z.int().describe('with the status failed or auth_error'),
  other: z.int().describe('with another status, or not complete'),
};

/** Counts of rows. */
const RowCounts = z.strictObject({
  rows: z.int(),
  ...OUTCOME_FIELDS,
  people: z.int().describe('number of different recipients'),
  first: z.string().nullable().describe('time of the first row'),
  latest: z.string().nullable().describe('time of the latest row'),
  actions: z
    .strictObject({ all: z.int(), ...OUTCOME_FIELDS })
    .describe(
      'results of the actions of these rows; a failed action can belong to a row with the status sent',
    ),
});
export type RowCounts = z.infer<typeof RowCounts>;

const ReportGroup = RowCounts.omit({ people: true, actions: true }).extend({
  name: z
    .string()
    .nullable()
    .describe(
      'status, day (YYYY-MM-DD, UTC), keyword, or reason why the row or one of its actions was not sent; null if unknown',
    ),
  share: z.number().describe('share of all rows, 0 to 1; a row can have several reasons'),
});
export type ReportGroup = z.infer<typeof ReportGroup>;

/** Output of `automations report`. */
export const ActivityReport = z.strictObject({
  automationId: z.string(),
  by: ReportBy,
  totals: RowCounts,
  report: z.array(ReportGroup),
});
export type ActivityReport = z.infer<typeof ActivityReport>;

type GroupCounts = Omit<RowCounts, 'people' | 'actions'>;
type OutcomeCounts = Omit<RowCounts['actions'], 'all'>;

const NONE: GroupCounts = { rows: 0, sent: 0, failed: 0, other: 0, first: null, latest: null };

/** Counts rows one by one and keeps none of them. */
interface ActivityCounter {
  add(row: ActivityRow): void;
  /** Days in chronological order; other groups by size, largest first. */
  result(): Pick<ActivityReport, 'totals' | 'report'>;
}

export function countActivity(by: ReportBy): ActivityCounter {
  const people = new Set<string>();
  const groups = new Map<string | null, GroupCounts>();
  const actions = { all: 0, sent: 0, failed: 0, other: 0 };
  let totals = NONE;
  return {
    add(row) {
      if (row.recipientId != null) people.add(row.recipientId);
      totals = countRow(totals, row);
      for (const { status } of row.actionResults ?? []) {
        actions.all += 1;
        actions[classifyStatus(status)] += 1;
      }
      for (const name of NAMES[by](row)) groups.set(name, countRow(groups.get(name) ?? NONE, row));
    },
    result: () => ({
      totals: { ...totals, people: people.size, actions },
      report: [...groups]
        .map(([name, counts]) => ({ name, ...counts, share: counts.rows / totals.rows }))
        .toSorted((one, other) =>
          by === 'day'
            ? compareNames(one.name, other.name)
            : other.rows - one.rows || compareNames(one.name, other.name),
        ),
    }),
  };
}

/** The groups that a row belongs to. */
const NAMES: Readonly<Record<ReportBy, (row: ActivityRow) => readonly (string | null)[]>> = {
  status: ({ status }) => [status],
  day: ({ created }) => [readTimestamp(created).iso?.slice(0, DAY_LENGTH) ?? null],
  keyword: ({ keyword }) => [keyword ?? null],
  reason: listReasons,
};
const DAY_LENGTH = 'YYYY-MM-DD'.length;

function countRow(counts: GroupCounts, { status, created }: ActivityRow): GroupCounts {
  const { rows, first, latest } = counts;
  const ending = classifyStatus(status);
  const when = readTimestamp(created).iso;
  return {
    ...counts,
    rows: rows + 1,
    [ending]: counts[ending] + 1,
    first: when !== null && (first === null || when < first) ? when : first,
    latest: when !== null && (latest === null || when > latest) ? when : latest,
  };
}

function classifyStatus(status: string): keyof OutcomeCounts {
  if (status === 'sent') return 'sent';
  return status === 'failed' || status === 'auth_error' ? 'failed' : 'other';
}

/** Null sorts last. */
function compareNames(one: string | null, other: string | null): number {
  if (one === other) return 0;
  return one !== null && (other === null || one < other) ? -1 : 1;
}

/** Columns of a report. Tables omit a column that only repeats the group. */
export function buildReportColumns(by: ReportBy): readonly Column<ReportGroup>[] {
  const isEnding = by === 'status' || by === 'reason';
  return [
    {
      name: 'name',
      title: by,
      value: ({ name }) => name,
      role: by === 'status' ? 'status' : 'text',
      ...(by === 'reason' && { flexible: true, wraps: true }),
      placeholder: () => '(unknown)',
    },
    { name: 'rows', title: 'rows', value: ({ rows }) => rows, role: 'count' },
    {
      name: 'sent',
      title: by === 'reason' ? 'partly sent' : 'sent',
      value: ({ sent }) => sent,
      role: 'count',
      drop: 1,
      dataOnly: by === 'status',
    },
    {
      name: 'failed',
      title: 'failed',
      value: ({ failed }) => failed,
      role: 'count',
      drop: 2,
      dataOnly: isEnding,
    },
    {
      name: 'other',
      title: 'other',
      value: ({ other }) => other,
      role: 'count',
      drop: 3,
      dataOnly: isEnding,
    },
    { name: 'first', title: 'first', value: ({ first }) => first, role: 'time', drop: 5, dataOnly: true },
    {
      name: 'latest',
      title: 'latest',
      value: ({ latest }) => latest,
      role: 'time',
      drop: 4,
      dataOnly: by === 'day',
    },
    { name: 'share', title: 'share', value: ({ share }) => share, role: 'bar' },
  ];
}
