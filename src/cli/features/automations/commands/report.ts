import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import {
  createCountingClock,
  formatCountingZone,
  type LocalClock,
} from '../../../../domain/time/local-time.ts';
import { type CrierError, ignoreErrors } from '../../../../errors.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { getAutomation } from '../../../../service/endpoints/automations.ts';
import { AutomationId } from '../../../../service/ids.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { SINCE } from '../../../framework/input/time/since.ts';
import { defineIdDocument, toIdDocument } from '../../../framework/many/change-several.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { getOnlyId, readIds } from '../../../framework/many/read-ids.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import type { OutputFormat } from '../../../framework/output/formats.ts';
import { createSeveralBodiesError } from '../../../framework/output/printing/show-result.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { type ActivityFilter, FIND_ACTIVITY, readActivityFilter } from '../activity/activity-filter.ts';
import { countActivity, ReportBy, ReportGroup, RowCounts } from '../activity/count-activity.ts';
import { countAutomationRows, readAutomationNames } from '../activity/query-activity.ts';

/** Output of `automations report` for one automation. */
const ActivityReport = z.strictObject({
  automationId: z.string(),
  by: ReportBy,
  timeZone: z.string().describe('IANA name of the zone of days'),
  totals: RowCounts,
  report: z.array(ReportGroup),
});
export type ActivityReport = z.infer<typeof ActivityReport>;

/** Output for several automations, counted together. */
const ReportOfSeveral = ActivityReport.omit({ automationId: true }).extend({
  results: z
    .array(
      defineIdDocument('found, or error').extend({
        totals: RowCounts.nullable().describe('null if it was not read'),
      }),
    )
    .describe('result and totals of each automation, in the order of the ids'),
});

export default defineCommand({
  summary: 'Count activity by status, funnel, day, reason or keyword',
  description: `
Reads all rows of the last ${LIMITS.activityLookbackMs / DAY_MS} days, ${LIMITS.activityPageSize.max} a request; the service accepts ${LIMITS.requestRate.max} requests in ${formatDuration(LIMITS.requestRate.windowMs)}
from all clients of the account. Use --since to read less.
Days are those of --tz or CRIER_TZ (default: UTC).

"failed" includes the statuses failed and auth_error. Reasons are counted for rows and for single actions that were not
sent, so a row that sent another action is counted with its reason too. --by funnel shows how many events matched, and how
many of them were sent, failed or were not sent; the service does not tell whether a DM was delivered. See "crier help statuses" for each status.

--recipient and --contains count the rows that they list in "automations activity". Without an id, the activity of all automations is counted. With several ids or --ids-from, the activity of all of them is counted together: "results" in the JSON document has the
result and the totals of each id. A failed id does not stop the others.`,
  before: ['sandbox engage comment --from mara --text "GUIDE, please" --run'],
  examples: [
    'automations report --since 7d',
    'automations report auto_K7pW2mXq9L',
    'automations report auto_K7pW2mXq9L --by reason --since 7d',
    'automations report auto_K7pW2mXq9L --by funnel',
    'automations report auto_K7pW2mXq9L auto_T4nV8cRz3H --by funnel',
    'automations report --by funnel --recipient mara',
    'automations report auto_K7pW2mXq9L --by day --json',
  ],
  positional: ['ids'],
  reads: { worksWithoutIds: true },
  flags: [REMOTE, READ],
  input: z.object({
    ids: defineFlag(
      z.array(AutomationId).default([]).describe('automation ids; deleted automations work too'),
      { placeholder: 'id', offers: 'automation id' },
    ),
    by: defineFlag(ReportBy.default('status').describe('field to group by'), { placeholder: 'what' }),
    ...FIND_ACTIVITY,
    since: SINCE,
    top: defineFlag(z.int().min(1).default(10).describe('maximum number of reasons or keywords to list'), {
      placeholder: 'n',
    }),
  }),
  output: z.union([ActivityReport, ReportOfSeveral]),
  records: 'report',
  async run({ ids: given, idsFrom, by, top, ...found }, context) {
    const { service, io } = context;
    if (io.printing.format === 'raw') throw createSeveralBodiesError();
    const client = await service.client();
    const isAll = given.length === 0 && idsFrom === undefined;
    const names = isAll ? await readAutomationNames(client) : null;
    const ids = names ? [...names.keys()] : await readIds({ ids: given, idsFrom }, io);
    const zone = createCountingClock(io.chosenZone);
    const filter = await readActivityFilter(found, context);
    const shown = { by, zone, top, filter, usage: { rows: 0, pages: 0 } };
    const count = (id: string) => countAutomation({ id, name: names?.get(id) }, shown, client, io);
    const id = isAll ? null : getOnlyId(ids, idsFrom);
    if (id === null) return reportSeveral(ids, shown, io, count);
    const { counter, asOf } = await count(id);
    io.progress(null);
    const subject = await formatSubject(client, id, io);
    return { ...buildReport(counter, shown, { automationId: id }, subject), asOf };
  },
});

/** Formats that people read. */
const WITH_HEADING: readonly OutputFormat[] = ['table', 'md', 'html'];

/** `Brew guide on request (auto_K7pW2mXq9L)`; only the id of a deleted automation, and where no heading is shown. */
async function formatSubject(client: Client, id: string, { printing }: IoPort): Promise<string> {
  if (!WITH_HEADING.includes(printing.format)) return id;
  const name = (await ignoreErrors(client.call(getAutomation, { params: { id } })))?.body.name;
  return name ? `${name} (${id})` : id;
}

async function countAutomation(
  automation: { id: string; name: string | undefined },
  { by, zone, filter, usage }: ReportToShow,
  client: Client,
  io: IoPort,
) {
  const counter = countActivity(by, zone);
  const asOf = await countAutomationRows(client, { ...filter, ...automation }, [counter], {
    now: io.now(),
    onPage(rows) {
      usage.rows += rows;
      usage.pages += 1;
      io.progress(`${usage.rows} rows read`);
    },
  });
  return { counter, asOf };
}

/** Automations are read one after another: each can take many requests. */
const AT_ONCE = 1;

/** Counts the activity of several automations together. Some failed ids make the run partial. */
async function reportSeveral(
  ids: readonly string[],
  shown: ReportToShow,
  io: IoPort,
  count: (id: string) => ReturnType<typeof countAutomation>,
): Promise<CommandOutcome> {
  const whole = countActivity(shown.by, shown.zone);
  const ends: { id: string; failure: CrierError | null; totals: RowCounts | null }[] = [];
  let asOf: number | undefined;
  for await (const { id, value, failure } of runEach(ids, { atOnce: AT_ONCE }, count)) {
    if (value !== null) whole.addCounts(value.counter.counts);
    asOf = value?.asOf ?? asOf;
    ends.push({ id, failure, totals: value?.counter.result().totals ?? null });
  }
  io.progress(null);
  const read = ends.filter(({ totals }) => totals !== null).length;
  const failure = combineFailures(ends, { done: 'read', remainder: 'the others are counted' });
  // on failure stdout stays empty, except for programs, which get the results
  if (failure !== null && read === 0 && io.printing.format !== 'json') throw failure;
  const results = ends.map(({ id, totals, failure: why }) => ({ ...toIdDocument(id, why, 'found'), totals }));
  const part = read === ids.length ? '' : `${read} of `;
  return {
    ...buildReport(whole, shown, { results }, `${part}${formatCount(ids.length, 'automation')}`),
    asOf,
    ...(failure !== null && { failure }),
  };
}

interface ReportToShow {
  filter: Omit<ActivityFilter, 'id' | 'statuses'>;
  by: ReportBy;
  /** By whose days rows are counted. */
  zone: LocalClock;
  /** Maximum number of reasons or keywords. */
  top: number;
  /** What was read so far. */
  usage: { rows: number; pages: number };
}

/** @param envelope members of the document before the counts */
function buildReport(
  counter: ReturnType<typeof countActivity>,
  { by, zone, top, usage }: ReportToShow,
  envelope: object,
  subject: string,
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
