import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { formatCountingZone, type LocalClock } from '../../../../domain/time/local-time.ts';
import { LIMITS } from '../../../../service/limits.ts';
import type { CommandOutcome } from '../../../framework/command/command.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import type { countActivity, ReportBy, ReportGroup, RowCounts } from './count-activity.ts';

/** What a run has read so far. */
export interface ReportUsage {
  rows: number;
  pages: number;
}

/** How a report is shown. */
export interface ReportToShow {
  by: ReportBy;
  /** By whose days rows are counted. */
  zone: LocalClock;
  /** Maximum number of reasons or keywords. */
  top: number;
  usage: ReportUsage;
}

/** Builds the list of the groups. */
export function buildReport(
  counter: Pick<ReturnType<typeof countActivity>, 'result'>,
  {
    by,
    zone,
    top,
    usage,
    envelope,
    subject,
  }: ReportToShow & {
    /** Members of the document before the counts. */
    envelope: object;
    subject: string;
  },
): Pick<CommandOutcome, 'view' | 'notes'> {
  const { totals, report } = counter.result();
  const rows = by === 'reason' || by === 'keyword' ? report.slice(0, top) : report;
  return {
    view: {
      kind: 'list',
      document: { ...envelope, by, timeZone: zone.name, totals, report: rows },
      key: 'report',
      rows,
      columns: buildReportColumns(by),
      heading: `${subject}: ${formatTotals(totals, by === 'status' ? report : [])}${by === 'day' ? formatCountingZone(zone) : ''}`,
      empty: totals.rows === 0 ? 'no rows in this period' : 'all rows were sent',
    },
    notes: [
      ...(rows.length < report.length
        ? [`showing the first ${rows.length} of ${report.length}: raise --top to see more`]
        : []),
      ...(usage.pages > MANY_PAGES ? [formatCost(usage.pages)] : []),
    ],
  };
}

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
  const isReported = actions.all > 0 && (actions.sent !== endings.sent || actions.failed !== endings.failed);
  const ofRows = `${formatCount(rows, 'row')}, ${formatCount(people, 'person', 'people')}, ${formatOutcomes(endings)}${formatAuthErrors(groups)}`;
  return isReported ? `${ofRows}; ${formatCount(actions.all, 'action')}, ${formatOutcomes(actions)}` : ofRows;
}

/** The table lists these on a line of their own, so that its numbers would not seem to add up. */
function formatAuthErrors(groups: readonly ReportGroup[]): string {
  const refused = groups.find(({ name }) => name === 'auth_error')?.rows ?? 0;
  return refused === 0 ? '' : ` (${refused} with auth_error)`;
}

function formatOutcomes({ sent, failed }: Pick<RowCounts, 'sent' | 'failed'>): string {
  return `${sent} sent, ${failed} failed`;
}

/** Columns of a report. Tables omit a column that only repeats the group. */
function buildReportColumns(by: ReportBy): readonly Column<ReportGroup>[] {
  const isEnding = by === 'status' || by === 'reason' || by === 'funnel';
  return [
    {
      ...pickMember('name', by),
      role: by === 'status' ? 'status' : 'text',
      ...(by === 'reason' && { flexible: true, wraps: true }),
      placeholder: () => '(unknown)',
    },
    { ...pickMember('rows', 'rows'), role: 'count' },
    {
      ...pickMember('sent', by === 'reason' ? 'partly sent' : 'sent'),
      role: 'count',
      drop: 1,
      dataOnly: by === 'status' || by === 'funnel',
    },
    { ...pickMember('failed', 'failed'), role: 'count', drop: 2, dataOnly: isEnding },
    { ...pickMember('other', 'other'), role: 'count', drop: 3, dataOnly: isEnding },
    { ...pickMember('first', 'first'), role: 'time', drop: 5, dataOnly: true },
    { ...pickMember('latest', 'latest'), role: 'time', drop: 4, dataOnly: by === 'day' },
    { ...pickMember('share', 'share'), role: 'bar' },
  ];
}
