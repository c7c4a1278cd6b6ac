import type { ActivityStatus, TerminalStatus } from '../../../service/endpoints/activity.ts';
import type { TriggerType } from '../../../service/triggers.ts';
import type { Database } from '../../../storage/open-database.ts';

/** The work of one automation on one engagement. Times are milliseconds since 1970, in sandbox time. */
export interface Dispatch {
  readonly row: number;
  /** `<automation>:<trigger>:<event>`. */
  readonly id: string;
  readonly automation: string;
  readonly triggerId: string;
  readonly triggerType: TriggerType;
  readonly keyword: string | null;
  /** Row of the engagement. */
  readonly engagement: number;
  readonly recipientId: string;
  readonly status: ActivityStatus;
  readonly created: number;
  readonly dueAt: number;
  /** Pause count of the automation when the trigger matched. @see docs/service/readings.md#U-19 */
  readonly pauseCount: number;
  /** Retries after internal errors. @see docs/service/readings.md#U-21 */
  readonly retries: number;
}

export type NewDispatch = Omit<Dispatch, 'row' | 'status' | 'retries'>;

export interface DispatchEnd {
  status: TerminalStatus;
  errorDetails: string | null;
  completedAt: number;
}

/** A dispatch without a terminal state, and what it waits for. */
export interface OpenDispatch extends Pick<Dispatch, 'id' | 'status' | 'dueAt'> {
  /** Reserved send time when the rate limit delays the DM; null otherwise. */
  readonly slot: number | null;
  readonly awaitsCallback: boolean;
}

export interface OpenDispatchSnapshot {
  readonly rows: readonly number[];
  /** Highest row at that moment. */
  readonly last: number;
}

const DISPATCH = `select row, id, automation, trigger_id as triggerId, trigger_type as triggerType, keyword,
  engagement, recipient_id as recipientId, status, created, due_at as dueAt,
  pause_count as pauseCount, retries
  from dispatches`;

/** No pending callback, and first in the queue of its automation and person. */
const MAY_RUN = 'completed_at is null and is_queued = 0 and awaits_callback = 0';

/** Open dispatches by kind, one index scan each. */
const buildOpenQuery = (...kinds: readonly string[]): string =>
  kinds
    .map((which) => `select row, due_at from dispatches where completed_at is null and ${which}`)
    .join(' union all ');

const OF_NO_CALLBACK = ['is_queued = 0 and awaits_callback = 0', 'is_queued = 1'] as const;

const OPEN = buildOpenQuery(
  ...OF_NO_CALLBACK,
  `awaits_callback = 1 and row in (select dispatch from callbacks where state <> 'answered')`,
);

const OF_PERSON = 'automation = ?1 and recipient_id = ?2 and completed_at is null';

/**
 * Dispatches of one automation and person queue up, by due time (U-15). The caller holds the transaction.
 *
 * @returns its row
 */
export function insertDispatch(database: Database, dispatch: NewDispatch): number {
  return (
    database.value<number>(
      `insert into dispatches (id, automation, trigger_id, trigger_type, keyword, engagement, recipient_id, status,
           created, due_at, pause_count, is_queued)
         values (:id, :automation, :triggerId, :triggerType, :keyword, :engagement, :recipientId, 'pending', :created, :dueAt, :pauseCount, :isQueued) returning row`,
      { ...dispatch, isQueued: Number(resolveQueuePosition(database, dispatch)) },
    ) ?? 0
  );
}

export function listDispatchesOfEngagement(
  database: Database,
  row: number,
): readonly Pick<Dispatch, 'id' | 'automation' | 'triggerType' | 'keyword' | 'dueAt'>[] {
  return database.all(
    `select id, automation, trigger_type as triggerType, keyword, due_at as dueAt
         from dispatches where engagement = ? order by row`,
    row,
  );
}

/** Finds the first runnable dispatch that is due at `now`. */
export function findNextDispatch(database: Database, now: number): Dispatch | undefined {
  return database.first<Dispatch>(
    `${DISPATCH} where ${MAY_RUN} and due_at <= ? order by due_at, row limit 1`,
    now,
  );
}

/**
 * Reschedules a dispatch for a retry. One that has not started lets others of the same automation and person run first.
 * The caller holds the transaction.
 */
export function deferDispatch(database: Database, row: number, dueAt: number, retries: number): void {
  const waiting = database.first<DispatchPerson & Pick<Dispatch, 'status'>>(
    `update dispatches set due_at = :dueAt, retries = :retries where row = :row
         returning automation, recipient_id as recipientId, status`,
    { dueAt, retries, row },
  );
  if (waiting?.status !== 'pending') return;
  database.run('update dispatches set is_queued = 1 where row = ?', row);
  releaseNext(database, waiting);
}

/** A dispatch that has started waits for a time. */
export function pauseDispatch(database: Database, row: number, until: number): void {
  database.run(`update dispatches set status = 'in_flight', due_at = ? where row = ?`, until, row);
}

/** Makes a dispatch due, unless it waits for a callback. */
export function rescheduleDispatch(database: Database, row: number, now: number): void {
  database.run('update dispatches set due_at = ? where row = ? and completed_at is null', now, row);
}

export function requireDispatch(database: Database, row: number): Dispatch {
  const found = database.first<Dispatch>(`${DISPATCH} where row = ?`, row);
  if (found === undefined) throw new Error('a dispatch that is referred to is not there');
  return found;
}

/** A dispatch that has started waits until its callback is answered. */
export function awaitCallback(database: Database, row: number): void {
  database.run(`update dispatches set status = 'in_flight', awaits_callback = 1 where row = ?`, row);
}

/** Makes a dispatch due after its callback. The caller holds the transaction. */
export function resumeDispatch(database: Database, row: number, now: number): void {
  database.run(
    'update dispatches set awaits_callback = 0, due_at = min(due_at, :now) where row = :row and completed_at is null',
    { now, row },
  );
}

/**
 * Sets a terminal state; the next dispatch of the same automation and person may run. The caller holds the
 * transaction.
 */
export function finishDispatch(database: Database, row: number, end: DispatchEnd): void {
  const ended = database.first<DispatchPerson>(
    `update dispatches set status = :status, error_details = :errorDetails, completed_at = :completedAt
         where row = :row and completed_at is null returning automation, recipient_id as recipientId`,
    { ...end, row },
  );
  if (ended !== undefined) releaseNext(database, ended);
}

/** When the next runnable dispatch falls due; null when there is none. */
export function getNextDispatchDue(database: Database): number | null {
  return (
    database.value<number>(
      `select due_at as dueAt from dispatches where ${MAY_RUN} order by due_at, row limit 1`,
    ) ?? null
  );
}

/** Without dispatches that wait for a callback, which is counted itself. */
export function countDueDispatches(database: Database, now: number): number {
  return (
    database.value<number>(
      `select count(*) as due from (${buildOpenQuery(...OF_NO_CALLBACK)}) where due_at <= ?`,
      now,
    ) ?? 0
  );
}

/** The open ones among these ids. */
export function listOpenDispatches(database: Database, ids: readonly string[]): readonly OpenDispatch[] {
  return database
    .all<Omit<OpenDispatch, 'awaitsCallback'> & { awaitsCallback: number }>(
      `select id, status, due_at as dueAt, awaits_callback as awaitsCallback, (
             select slot from action_results where dispatch = dispatches.row and status = 'pending'
               and slot = dispatches.due_at) as slot
           from dispatches where completed_at is null and id in (select value from json_each(?)) order by row`,
      JSON.stringify(ids),
    )
    .map(({ awaitsCallback, ...rest }) => ({ ...rest, awaitsCallback: awaitsCallback === 1 }));
}

export function snapshotOpenDispatches(database: Database): OpenDispatchSnapshot {
  return {
    rows: database.column<number>(`select row from (${OPEN})`),
    last: database.value<number | null>('select max(row) as row from dispatches') ?? 0,
  };
}

/** Ids of the dispatches that ended since the snapshot, in order of completion. */
export function listEndedSince(database: Database, { rows, last }: OpenDispatchSnapshot): readonly string[] {
  return database.column<string>(
    `select id from dispatches where completed_at is not null
             and (row > ? or row in (select value from json_each(?))) order by completed_at, due_at, row`,
    last,
    JSON.stringify(rows),
  );
}

/** Counts the open dispatches, with the earliest due time; null when there are none. */
export function summarizeOpenDispatches(database: Database): { count: number; next: number | null } {
  return (
    database.first<{ count: number; next: number | null }>(
      `select count(*) as count, min(due_at) as next from (${OPEN})`,
    ) ?? { count: 0, next: null }
  );
}

type DispatchPerson = Pick<Dispatch, 'automation' | 'recipientId'>;

/**
 * Decides whether a new dispatch waits in the queue of its automation and person. If the current head falls due later
 * and has not started, it waits instead.
 */
function resolveQueuePosition(database: Database, { automation, recipientId, dueAt }: NewDispatch): boolean {
  const first = database.first<Pick<Dispatch, 'row' | 'status' | 'dueAt'>>(
    `select row, status, due_at as dueAt from dispatches where ${OF_PERSON} and is_queued = 0`,
    automation,
    recipientId,
  );
  if (first === undefined) return false;
  if (first.status === 'in_flight' || first.dueAt <= dueAt) return true;
  database.run('update dispatches set is_queued = 1 where row = ?', first.row);
  return false;
}

/** Releases the dispatch that falls due first, unless another one is released already. */
function releaseNext(database: Database, { automation, recipientId }: DispatchPerson): void {
  database.run(
    `update dispatches set is_queued = 0
     where row = (select row from dispatches where ${OF_PERSON} and is_queued = 1 order by due_at, row limit 1)
       and not exists (select 1 from dispatches where ${OF_PERSON} and is_queued = 0)`,
    automation,
    recipientId,
  );
}
