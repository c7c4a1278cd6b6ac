import * as z from 'zod';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { AutomationId } from '../../../service/ids.ts';
import { LIMITS } from '../../../service/limits.ts';
import { formatDuration } from '../../render/cell.ts';
import { checkId } from '../../several/read-ids.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import { createSeveralBodiesError } from '../../shell/output/show-result.ts';
import type { ActivityFilter } from '../activity/activity-filter.ts';
import {
  ActivityReport,
  buildReportColumns,
  countActivity,
  ReportBy,
  type ReportGroup,
  type RowCounts,
} from '../activity/activity-report.ts';
import { readMatchingPages } from '../activity/query-activity.ts';
import { SINCE } from '../activity/times.ts';

export default defineCommand({
  summary: 'Count activity by status, day, reason or keyword',
  description: `
Reads all rows of the last ${LIMITS.activityLookbackMs / DAY_MS} days, ${LIMITS.activityPageSize.max} a request; the service accepts ${LIMITS.requestRate.max} requests in ${formatDuration(LIMITS.requestRate.windowMs)}
from all clients of the account. Use --since to read less. Days are UTC.

"failed" includes the statuses failed and auth_error. Reasons are counted for rows and for single actions that were not
sent, so a row that sent another action is counted with its reason too. See "crier help statuses" for each status.`,
  before: ['sandbox engage comment --from mara --text "GUIDE, please" --run'],
  examples: [
    'automations report auto_K7pW2mXq9L',
    'automations report auto_K7pW2mXq9L --by reason --since 7d',
    'automations report auto_K7pW2mXq9L --by day --json',
  ],
  positional: ['id'],
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
    const wanted: ActivityFilter = { id, since, statuses: [], recipient: undefined };
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
