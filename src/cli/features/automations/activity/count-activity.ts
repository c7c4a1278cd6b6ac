import * as z from 'zod';
import {
  classifyOutcome,
  FUNNEL_STEPS,
  listReasons,
} from '../../../../domain/automations/activity-outcome.ts';
import { type LocalClock, readShownMs, UTC_CLOCK } from '../../../../domain/time/local-time.ts';
import { formatIsoMilliseconds, readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';

export const ReportBy = z.enum(['status', 'funnel', 'day', 'reason', 'keyword']);
export type ReportBy = z.infer<typeof ReportBy>;

const OUTCOME_FIELDS = {
  sent: z.int().describe('rows or actions with the status sent'),
  failed: z.int().describe('with the status failed or auth_error'),
  other: z.int().describe('with another status, or not complete'),
};

export const RowCounts = z.strictObject({
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

export const ReportGroup = RowCounts.omit({ people: true, actions: true }).extend({
  name: z
    .string()
    .nullable()
    .describe(
      'status, step of the funnel (matched, sent, failed, not sent), day (YYYY-MM-DD, in timeZone), keyword, or reason why the row or one of its actions was not sent; null if unknown',
    ),
  share: z.number().describe('share of all rows, 0 to 1; a row can have several reasons'),
});
export type ReportGroup = z.infer<typeof ReportGroup>;

type GroupCounts = Omit<RowCounts, 'people' | 'actions'>;
type OutcomeCounts = Omit<RowCounts['actions'], 'all'>;

const NONE: GroupCounts = { rows: 0, sent: 0, failed: 0, other: 0, first: null, latest: null };

interface ActivityCounts {
  people: Set<string>;
  groups: Map<string | null, GroupCounts>;
  actions: { all: number } & Record<keyof OutcomeCounts, number>;
  totals: GroupCounts;
}

const OUTCOMES = ['sent', 'failed', 'other'] as const;

/** Counts rows one by one and keeps none of them. */
export function countActivity(by: ReportBy, zone: LocalClock = UTC_CLOCK) {
  const counts: ActivityCounts = {
    people: new Set(),
    groups: new Map(),
    actions: { all: 0, sent: 0, failed: 0, other: 0 },
    totals: NONE,
  };
  const { people, groups, actions } = counts;
  return {
    counts,
    add(row: ActivityRow): void {
      if (row.recipientId != null) people.add(row.recipientId);
      counts.totals = countRow(counts.totals, row);
      for (const { status } of row.actionResults ?? []) {
        actions.all += 1;
        actions[classifyOutcome(status)] += 1;
      }
      for (const name of NAMES[by](row, zone)) groups.set(name, countRow(groups.get(name) ?? NONE, row));
    },
    /** Adds what another counter of the same kind has counted. */
    addCounts(other: Readonly<ActivityCounts>): void {
      for (const person of other.people) people.add(person);
      for (const [name, group] of other.groups) groups.set(name, addGroups(groups.get(name) ?? NONE, group));
      for (const name of ['all', ...OUTCOMES] as const) actions[name] += other.actions[name];
      counts.totals = addGroups(counts.totals, other.totals);
    },
    /** Days in chronological order, a funnel from its top; other groups by size, largest first. */
    result: (): { totals: RowCounts; report: readonly ReportGroup[] } => ({
      totals: { ...counts.totals, people: people.size, actions },
      report: [...groups]
        .map(([name, group]) => ({ name, ...group, share: group.rows / counts.totals.rows }))
        .toSorted((one, other) => compareGroups(one, other, by)),
    }),
  };
}

const NAMES: Readonly<Record<ReportBy, (row: ActivityRow, zone: LocalClock) => readonly (string | null)[]>> =
  {
    status: ({ status }) => [status],
    funnel: ({ status }) => [MATCHED, FUNNEL_STEPS[classifyOutcome(status)]],
    day: ({ created }, zone) => [formatDayOf(readTimestamp(created).ms, zone)],
    keyword: ({ keyword }) => [keyword ?? null],
    reason: listReasons,
  };

/** @param ms null if unknown */
function formatDayOf(ms: number | null, zone: LocalClock): string | null {
  return ms === null ? null : formatIsoMilliseconds(readShownMs(zone, ms)).slice(0, DAY_LENGTH);
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Of which every row is in the first. */
const MATCHED = 'matched';
const FUNNEL: readonly (string | null)[] = [MATCHED, ...Object.values(FUNNEL_STEPS)];

function countRow(counts: GroupCounts, { status, created }: ActivityRow): GroupCounts {
  const { rows, first, latest } = counts;
  const ending = classifyOutcome(status);
  const when = readTimestamp(created).iso;
  return {
    ...counts,
    rows: rows + 1,
    [ending]: counts[ending] + 1,
    first: when !== null && (first === null || when < first) ? when : first,
    latest: when !== null && (latest === null || when > latest) ? when : latest,
  };
}

function addGroups(one: GroupCounts, other: GroupCounts): GroupCounts {
  const times = (key: 'first' | 'latest') =>
    [one[key], other[key]].filter((each) => each !== null).toSorted();
  return {
    rows: one.rows + other.rows,
    sent: one.sent + other.sent,
    failed: one.failed + other.failed,
    other: one.other + other.other,
    first: times('first')[0] ?? null,
    latest: times('latest').at(-1) ?? null,
  };
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
