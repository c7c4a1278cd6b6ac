import { ASSUMED } from '../../service/assumed.ts';
import { RETENTION } from '../../service/control/retention.ts';
import { DAY_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';
import type { Database } from '../../storage/open-database.ts';
import { subtractMonths } from '../clock.ts';

export interface RetentionBound {
  /** In sandbox time. */
  readonly now: number;
  /** Rows created before are removed; at least `RETENTION.minDays` ago. */
  readonly before: number;
}

/** Kinds of rows, in order of removal: referring rows first. */
export const PRUNED_KINDS = [
  'activity',
  'engagements',
  'dms',
  'emails',
  'deliveries',
  'media',
  'counters',
] as const;
export type PrunedKind = (typeof PRUNED_KINDS)[number];

/** Result of one slice. */
export interface PrunedSlice {
  readonly rows: number;
  /** Size of the removed contents, in bytes. */
  readonly bytes: number;
  /** Where the next slice starts; null at the end. */
  readonly next: number | null;
}

interface RowKind {
  table: string;
  /** Whether a row may be removed: ?1 is the time before which rows are removed. */
  where: string;
  /** The same for a dry run, where referring rows still exist. */
  whereDry?: string;
  /** Columns whose size is counted. */
  contents: readonly string[];
  /** A column with the size of a content that is not in the table. */
  size?: string;
  /** Tables with rows that belong to these, by which column, and their counted columns. */
  children: readonly (readonly [table: string, column: string, contents: readonly string[]])[];
}

/** An open dispatch may still check whether its effects exist, so nothing since its creation is removed. */
const FLOOR = `coalesce((select min(created) from dispatches where completed_at is null), 9e15)`;

const ROW_KINDS: Readonly<Record<Exclude<PrunedKind, 'counters'>, RowKind>> = {
  activity: {
    table: 'dispatches',
    where: `completed_at is not null and created < ?1
      and not exists (select 1 from callbacks where dispatch = dispatches.row and state <> 'answered')`,
    contents: ['id', 'trigger_id', 'keyword', 'recipient_id', 'error_details'],
    children: [
      ['action_results', 'dispatch', ['action_id', 'config_json', 'sent_json', 'error_details']],
      ['callbacks', 'dispatch', ['url', 'message', 'reason']],
    ],
  },
  engagements: {
    table: 'engagements',
    where: `received < ?1
      and not exists (select 1 from dispatches where engagement = engagements.row)`,
    whereDry: `received < ?1
      and not exists (select 1 from dispatches where engagement = engagements.row
        and (completed_at is null or created >= ?1))`,
    contents: ['event_id', 'recipient_id', 'recipient_username', 'text', 'emoji'],
    children: [],
  },
  dms: {
    table: 'inbox',
    where: `at < ?1 and at < ${FLOOR}`,
    contents: ['key', 'recipient_id', 'text', 'comment_id', 'media_json'],
    children: [],
  },
  emails: {
    table: 'outbox',
    where: `at < ?1 and at < ${FLOOR}`,
    contents: ['key', 'recipient', 'subject', 'message'],
    children: [],
  },
  deliveries: {
    table: 'deliveries',
    where: `state <> 'waiting' and lease_until is null and created < ?1 and created < ${FLOOR}`,
    contents: ['hook_id', 'key', 'url', 'event_json', 'end_error'],
    children: [['attempts', 'delivery', ['delivery_id', 'error']]],
  },
  // a scheduled post needs its files
  media: {
    table: 'media_files',
    where: `created < ?1 and not exists
      (select 1 from posts where due_at is not null and instr(posts.about_json, media_files.id) > 0)`,
    contents: ['file_name', 'description'],
    size: 'bytes',
    children: [],
  },
};

/** Small tables, each pruned as a whole, and which rows may be removed. */
const COUNTERS: readonly (readonly [table: string, where: string])[] = [
  ['dedup_claims', `accepted_at < min(?1, ?2)`],
  ['dm_daily_counts', `day < ?1 / ${DAY_MS} and ?2 is not null`],
  ['dm_monthly_counts', buildMonthEndedSql('month')],
  ['dm_conversations', buildMonthEndedSql('month')],
  ['dm_slots', 'at < ?1 and ?2 is not null'],
  ['refusals', 'at < ?1 and ?2 is not null'],
];

/** Months are counted since 1970. */
function buildMonthEndedSql(column: string): string {
  return `${column} < (strftime('%Y', ?1 / 1000, 'unixepoch') - 1970) * 12 + strftime('%m', ?1 / 1000, 'unixepoch') - 1
    and ?2 is not null`;
}

const buildBytesSql = (contents: readonly string[], table: string) =>
  contents.map((column) => `coalesce(octet_length(${table}.${column}), 0)`).join(' + ');

/**
 * Examines some rows of a kind, and removes those beyond the bound. The caller holds the transaction.
 *
 * @param after start behind this row
 * @param isDry only count; remove nothing
 */
export function pruneSlice(
  database: Database,
  kind: PrunedKind,
  after: number,
  bound: RetentionBound,
  isDry: boolean,
): PrunedSlice {
  return kind === 'counters'
    ? pruneCounters(database, bound, isDry)
    : pruneRows(database, ROW_KINDS[kind], { after, bound, isDry });
}

function pruneRows(
  database: Database,
  kind: RowKind,
  { after, bound, isDry }: { after: number; bound: RetentionBound; isDry: boolean },
): PrunedSlice {
  const { table, contents, size, children } = kind;
  const where = isDry ? (kind.whereDry ?? kind.where) : kind.where;
  const { now, before } = bound;
  const last = database.value<number>(
    `select row from ${table} where row > ? order by row limit 1 offset ?`,
    after,
    RETENTION.batchRows - 1,
  );
  const newest = database.value<number | null>(`select max(row) as row from ${table}`) ?? 0;
  const candidates = database.all<{ row: number; bytes: number }>(
    `select row, ${buildBytesSql(contents, table)} + ${size ?? 0} as bytes from ${table}
     where row > ?2 and row <= ?3 and ${where}`,
    before,
    after,
    last ?? newest,
  );
  const listed = table === 'deliveries' ? listRetainedDeliveries(database, candidates, now) : NONE_LISTED;
  const found = candidates.filter(({ row }) => !listed.has(row));
  const removed = JSON.stringify(found.map(({ row }) => row));
  const counts = { rows: found.length, bytes: found.reduce((sum, { bytes }) => sum + bytes, 0) };
  for (const [child, column, texts] of children) {
    const of = `${column} in (select value from json_each(?))`;
    const part = database.first<{ rows: number; bytes: number | null }>(
      `select count(*) as rows, sum(${buildBytesSql(texts, child)}) as bytes from ${child} where ${of}`,
      removed,
    );
    counts.rows += part?.rows ?? 0;
    counts.bytes += part?.bytes ?? 0;
    if (!isDry && found.length > 0) database.run(`delete from ${child} where ${of}`, removed);
  }
  if (!isDry && found.length > 0)
    database.run(`delete from ${table} where row in (select value from json_each(?))`, removed);
  return { ...counts, next: last ?? null };
}

const NONE_LISTED: ReadonlySet<number> = new Set();

/**
 * Deliveries that the history still lists: the newest of each action in 6 months, by subject profile and by owner.
 *
 * @see docs/service/webhooks.md#HOOK-20
 */
function listRetainedDeliveries(
  database: Database,
  candidates: readonly { row: number }[],
  now: number,
): ReadonlySet<number> {
  if (candidates.length === 0) return NONE_LISTED;
  const first = candidates[0]?.row ?? 0;
  const since = subtractMonths(now, LIMITS.hookHistoryMonths);
  const listed = ['profile', 'owner'].flatMap((whose) =>
    database
      .all<{ id: number; action: string }>(`select distinct ${whose} as id, action from deliveries`)
      .flatMap(({ id, action }) =>
        database.all<{ row: number }>(
          `select row from (select row from deliveries where ${whose} = ? and action = ? and created >= ?
             order by row desc limit ?) where row >= ?`,
          id,
          action,
          since,
          ASSUMED.hookHistory.maxEntries,
          first,
        ),
      ),
  );
  return new Set(listed.map(({ row }) => row));
}

/** Approximate size of a counter's row. */
const COUNTER_BYTES = 40;

function pruneCounters(database: Database, { now, before }: RetentionBound, isDry: boolean): PrunedSlice {
  let rows = 0;
  for (const [table, where] of COUNTERS) {
    const values = [before, now - RETENTION.claimMs] as const;
    const found = database.first<{ rows: number }>(
      `select count(*) as rows from ${table} where ${where}`,
      ...values,
    );
    rows += found?.rows ?? 0;
    if (!isDry && (found?.rows ?? 0) > 0) database.run(`delete from ${table} where ${where}`, ...values);
  }
  return { rows, bytes: rows * COUNTER_BYTES, next: null };
}
