import * as z from 'zod';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { DAY_MS } from '../../../service/durations.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import { AutomationId } from '../../../service/ids.ts';
import { LIMITS } from '../../../service/limits.ts';
import { formatDuration } from '../../render/cell.ts';
import type { Column } from '../../render/view.ts';
import { checkId } from '../../several/read-ids.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import { createSeveralBodiesError } from '../../shell/output/show-result.ts';
import { SINCE } from '../../time/since.ts';
import type { ActivityFilter } from '../activity/activity-filter.ts';
import { listReasons } from '../activity/activity-list.ts';
import { readMatchingPages } from '../activity/query-activity.ts';

/** What rows can be grouped by. */
const ReportBy = z.enum(['status', 'funnel', 'day', 'reason', 'keyword']);
type ReportBy = z.infer<typeof ReportBy>;

const OUTCOME_FIELDS = {
  sent: z.int().describe('rows or actions with the status sent'),
  failed: z.int().describe('with the status failed or auth_error'),
  other: z.int().describe('with another status, or not complete'),
};

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
type RowCounts = z.infer<typeof RowCounts>;

const ReportGroup = RowCounts.omit({ people: true, actions: true }).extend({
  name: z
    .string()
    .nullable()
    .describe(
      'status, step of the funnel (matched, sent, failed, not sent), day (YYYY-MM-DD, UTC), keyword, or reason why the row or one of its actions was not sent; null if unknown',
    ),
  share: z.number().describe('share of all rows, 0 to 1; a row can have several reasons'),
});
type ReportGroup = z.infer<typeof ReportGroup>;

/** Output of `automations report`. */
const ActivityReport = z.strictObject({
  automationId: z.string(),
  by: ReportBy,
  totals: RowCounts,
  report: z.array(ReportGroup),
});
export type ActivityReport = z.infer<typeof ActivityReport>;

export default defineCommand({
  summary: 'Count activity by status, funnel, day, reason or keyword',
  description: `
Reads all rows of the last ${LIMITS.activityLookbackMs / DAY_MS} days, ${LIMITS.activityPageSize.max} a request; the service accepts ${LIMITS.requestRate.max} requests in ${formatDuration(LIMITS.requestRate.windowMs)}
from all clients of the account. Use --since to read less. Days are UTC.

"failed" includes the statuses failed and auth_error. Reasons are counted for rows and for single actions that were not
sent, so a row that sent another action is counted with its reason too. --by funnel shows how many events matched, and how
many of them were sent, failed or were not sent; the service does not tell whether a DM was delivered. See "crier help statuses" for each status.`,
  before: ['sandbox engage comment --from mara --text "GUIDE, please" --run'],
  examples: [
    'automations report auto_K7pW2mXq9L',
    'automations report auto_K7pW2mXq9L --by reason --since 7d',
    'automations report auto_K7pW2mXq9L --by funnel',
    'automations report auto_K7pW2mXq9L --by day --json',
  ],
  positional: ['id'],
  hasPage: true,
  flags: [REMOTE],
  input: z.object({
    id: AutomationId.describe('automation id; deleted automations work too'),
    by: defineFlag(ReportBy.default('status').describe('field to group by'), { placeholder: 'what' }),
    since: SINCE,
    top: defineFlag(z.int().min(1).default(10).describe('maximum number of reasons or keywords to list'), {
      placeholder: 'n',
    }),
  }),
  output: ActivityReport,
  records: 'report',
  async run({ id, by, since, top }, { service, io }) {
    checkId(id);
    if (io.printing.format === 'raw') throw createSeveralBodiesError();
    const counter = countActivity(by);
    const wanted: ActivityFilter = {
      id,
      since: since?.inZone(io.chosenZone),
      statuses: [],
      recipient: undefined,
    };
    let read = 0;
    let pages = 0;
    let asOf: number | undefined;
    for await (const { page, rows } of readMatchingPages(await service.client(), wanted, { now: io.now() })) {
      for (const row of rows) counter.add(row);
      asOf = page.asOf ?? asOf;
      read += rows.length;
      pages += 1;
      io.progress(`${read} rows read`);
    }
    io.progress(null);
    const { totals, report } = counter.result();
    const shown = by === 'reason' || by === 'keyword' ? report.slice(0, top) : report;
    return {
      view: {
        kind: 'list',
        document: { automationId: id, by, totals, report: shown },
        key: 'report',
        rows: shown,
        columns: buildReportColumns(by),
        heading: `${id}: ${formatTotals(totals, by === 'status' ? report : [])}`,
        empty: totals.rows === 0 ? 'no rows in this period' : 'all rows were sent',
      },
      ...(asOf !== undefined && { asOf }),
      notes: [
        ...(shown.length < report.length
          ? [`showing the first ${shown.length} of ${report.length}: raise --top to see more`]
          : []),
        ...(pages > MANY_PAGES ? [formatCost(pages)] : []),
      ],
    };
  },
});

/** A tenth of the rate limit. */
const MANY_PAGES = LIMITS.requestRate.max / 10;

function formatCost(pages: number): string {
  const { max, windowMs } = LIMITS.requestRate;
  return `this used ${pages} of the ${max} requests that the service accepts in ${formatDuration(windowMs)}; use --since to read less`;
}

/** Actions are counted only where their numbers differ from those of the rows. */
function formatTotals(
  { rows, people, actions, ...endings }: RowCounts,
  groups: readonly ReportGroup[],
): string {
  const isTold = actions.all > 0 && (actions.sent !== endings.sent || actions.failed !== endings.failed);
  const ofRows = `${formatCount(rows, 'row')}, ${formatCount(people, 'person', 'people')}, ${formatOutcomes(endings)}${formatAuthErrors(groups)}`;
  return isTold ? `${ofRows}; ${formatCount(actions.all, 'action')}, ${formatOutcomes(actions)}` : ofRows;
}

/** The table lists these on a line of their own, so that its numbers would not seem to add up. */
function formatAuthErrors(groups: readonly ReportGroup[]): string {
  const refused = groups.find(({ name }) => name === 'auth_error')?.rows ?? 0;
  return refused === 0 ? '' : ` (${refused} with auth_error)`;
}

function formatOutcomes({ sent, failed }: Pick<RowCounts, 'sent' | 'failed'>): string {
  return `${sent} sent, ${failed} failed`;
}

type GroupCounts = Omit<RowCounts, 'people' | 'actions'>;
type OutcomeCounts = Omit<RowCounts['actions'], 'all'>;

const NONE: GroupCounts = { rows: 0, sent: 0, failed: 0, other: 0, first: null, latest: null };

/** Counts rows one by one and keeps none of them. */
function countActivity(by: ReportBy) {
  const people = new Set<string>();
  const groups = new Map<string | null, GroupCounts>();
  const actions = { all: 0, sent: 0, failed: 0, other: 0 };
  let totals = NONE;
  return {
    add(row: ActivityRow): void {
      if (row.recipientId != null) people.add(row.recipientId);
      totals = countRow(totals, row);
      for (const { status } of row.actionResults ?? []) {
        actions.all += 1;
        actions[classifyStatus(status)] += 1;
      }
      for (const name of NAMES[by](row)) groups.set(name, countRow(groups.get(name) ?? NONE, row));
    },
    /** Days in chronological order, a funnel from its top; other groups by size, largest first. */
    result: (): Pick<ActivityReport, 'totals' | 'report'> => ({
      totals: { ...totals, people: people.size, actions },
      report: [...groups]
        .map(([name, counts]) => ({ name, ...counts, share: counts.rows / totals.rows }))
        .toSorted((one, other) => compareGroups(one, other, by)),
    }),
  };
}

/** The groups that a row belongs to. */
const NAMES: Readonly<Record<ReportBy, (row: ActivityRow) => readonly (string | null)[]>> = {
  status: ({ status }) => [status],
  funnel: ({ status }) => ['matched', FUNNEL_NAMES[classifyStatus(status)]],
  day: ({ created }) => [readTimestamp(created).iso?.slice(0, DAY_LENGTH) ?? null],
  keyword: ({ keyword }) => [keyword ?? null],
  reason: listReasons,
};
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The steps of a funnel, of which every row is in the first. */
const FUNNEL_NAMES = { sent: 'sent', failed: 'failed', other: 'not sent' } as const;
const FUNNEL: readonly (string | null)[] = ['matched', ...Object.values(FUNNEL_NAMES)];

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

function compareGroups(one: ReportGroup, other: ReportGroup, by: ReportBy): number {
  if (by === 'funnel') return FUNNEL.indexOf(one.name) - FUNNEL.indexOf(other.name);
  const bySize = by === 'day' ? 0 : other.rows - one.rows;
  return bySize || compareNames(one.name, other.name);
}

/** Null sorts last. */
function compareNames(one: string | null, other: string | null): number {
  if (one === other) return 0;
  return one !== null && (other === null || one < other) ? -1 : 1;
}

/** Columns of a report. Tables omit a column that only repeats the group. */
function buildReportColumns(by: ReportBy): readonly Column<ReportGroup>[] {
  const isEnding = by === 'status' || by === 'reason' || by === 'funnel';
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
      dataOnly: by === 'status' || by === 'funnel',
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
