import type { Database } from '../../../storage/open-database.ts';
import {
  type DeliveryFilter,
  FORWARD_LEASE_MS,
  type ForwardClaim,
  type ForwardingState,
  type ForwardJob,
  type ForwardResult,
  LONGEST_LEASE_MS,
  type TargetBacklog,
} from '../inbox.ts';
import { type ClaimedRow, toJob, WAIT_SQL } from '../stored-rows.ts';
import { buildCondition } from './stored-deliveries.ts';
import { insertForwarding } from './take-in-deliveries.ts';

/**
 * Claims what is due; the caller holds the transaction. The attempt is counted and written down before it is made: one
 * that is cut short is known as such, and the next is marked as a repetition.
 */
export function claimForwardings(
  database: Database,
  { target, most, now, numbers }: ForwardClaim,
): readonly ForwardJob[] {
  releaseExpired(database, target, now);
  const rows = database.all<ClaimedRow>(
    `select number, attempts + 1 as attempt, round + 1 as round, fence + 1 as fence, action, type, hook_id, person, post,
       headers, body
     from forwardings join deliveries using (number)
     where target = ?1 and state = 'waiting' and due_at <= ?2
       and (?4 is null or number in (select value from json_each(?4))) order by due_at, number limit ?3`,
    target,
    now,
    most,
    numbers === undefined ? null : JSON.stringify(numbers),
  );
  for (const { number, attempt } of rows) {
    database.run(
      `update forwardings set state = 'running', attempts = attempts + 1, round = round + 1, fence = fence + 1, due_at = ?
       where number = ? and target = ?`,
      now + FORWARD_LEASE_MS,
      number,
      target,
    );
    database.run(
      'insert into attempts (number, target, attempt, started_at) values (?, ?, ?, ?)',
      number,
      target,
      attempt,
      now,
    );
  }
  return rows.map((row) => toJob(row, target));
}

/** A claim has expired when its process has died. One that ends too far ahead was made before the clock was set back. */
function releaseExpired(database: Database, target: string, now: number): void {
  database.run(
    `update forwardings set state = 'waiting', due_at = ?2
     where target = ?1 and state = 'running' and (due_at <= ?2 or due_at > ?2 + ${LONGEST_LEASE_MS})`,
    target,
    now,
  );
}

const OWN = "number = ? and target = ? and fence = ? and state = 'running'";

export function extendLeases(database: Database, jobs: readonly ForwardJob[], now: number): void {
  for (const { number, target, fence } of jobs)
    database.run(
      `update forwardings set due_at = ? where ${OWN}`,
      now + FORWARD_LEASE_MS,
      number,
      target,
      fence,
    );
}

/** Records results, and lets the next of each lane go; results of claims that were lost meanwhile only as attempts. */
export function recordForwardings(database: Database, results: readonly ForwardResult[], now: number): void {
  for (const { job, ms, status, error, next } of results) {
    const { number, target, attempt, fence } = job;
    database.run(
      'update attempts set ms = ?, status = ?, error = ? where number = ? and target = ? and attempt = ?',
      ms,
      status,
      error,
      number,
      target,
      attempt,
    );
    const state = typeof next === 'string' ? next : 'waiting';
    const dueAt = typeof next === 'string' ? 0 : now + next.waitMs;
    const ended = database.first<{ lane: string | null }>(
      `update forwardings set state = ?, due_at = ? where ${OWN} returning lane`,
      state,
      dueAt,
      number,
      target,
      fence,
    );
    if (ended?.lane !== undefined && ended.lane !== null && state !== 'waiting')
      releaseNext(database, target, ended.lane);
  }
}

/** Lets the earliest of a lane go, unless another one is in flight. */
function releaseNext(database: Database, target: string, lane: string): void {
  database.run(
    `update forwardings set state = 'waiting' where target = ?1 and state = 'behind' and number = (
       select number from forwardings
       where target = ?1 and lane = ?2 and state in ('behind', 'waiting', 'running') order by number limit 1)`,
    target,
    lane,
  );
}

export function limitWaits(database: Database, target: string, now: number): void {
  database.run(
    `update forwardings set due_at = ?2 + ${WAIT_SQL}
     where target = ?1 and state in ('behind', 'waiting') and due_at > ?2 and due_at > ?2 + ${WAIT_SQL}`,
    target,
    now,
  );
}

/** For a running attempt, when its claim expires. */
export function findWait(database: Database, target: string, now: number): number | null {
  const row = database.first<{ due: number | null }>(
    `select min(due) as due from (
       select min(due_at) as due from forwardings where target = ?1 and state = 'waiting'
       union all select min(due_at) from forwardings where target = ?1 and state = 'running')`,
    target,
  );
  return row === undefined || row.due === null ? null : row.due - now;
}

/** Counts in the index of what is due, target by target: a group by would sort all of its rows. */
export function listBacklogs(database: Database): readonly TargetBacklog[] {
  const targets = database.all<{ target: string }>(
    `with recursive names (target) as (
       select min(target) from forwardings
       union all select (select min(target) from forwardings where target > names.target) from names
       where target is not null)
     select target from names where target is not null`,
  );
  return targets.map(({ target }) => {
    const open = OPEN_STATES.map((state) => countInState(database, target, state));
    const numbers = open.flatMap(({ first }) => first ?? []);
    const oldest = database.first<{ at: number }>(
      'select received_at as at from deliveries where number = ?',
      numbers.length === 0 ? null : Math.min(...numbers),
    );
    return {
      target,
      waiting: open.reduce((sum, { count }) => sum + count, 0),
      dead: countInState(database, target, 'dead').count,
      oldestWaiting: oldest?.at ?? null,
    };
  });
}

const OPEN_STATES = ['behind', 'waiting', 'running'] as const satisfies readonly ForwardingState[];

interface StateCount {
  count: number;
  /** Lowest number of a delivery; null if there is none. */
  first: number | null;
}

function countInState(database: Database, target: string, state: ForwardingState): StateCount {
  const counted = database.first<StateCount>(
    'select count(*) as count, min(number) as first from forwardings where target = ? and state = ?',
    target,
    state,
  );
  return counted ?? { count: 0, first: null };
}

export function listWaitingTargets(database: Database): readonly string[] {
  const rows = database.all<{ target: string }>(
    "select distinct target from forwardings where state in ('behind', 'waiting', 'running') order by target",
  );
  return rows.map(({ target }) => target);
}

/** Makes deliveries due again; what is in flight stays as it is. For a repetition, the first one is. */
export function forwardAgain(
  database: Database,
  filter: DeliveryFilter,
  target: string,
  now: number,
): number {
  const { sql, values } = buildCondition(filter);
  const numbers = database
    .all<{ number: number }>(
      `select distinct coalesce(repeats, number) as number from deliveries where ${sql} order by 1`,
      ...values,
    )
    .map(({ number }) => number);
  let count = 0;
  for (const number of numbers) {
    if (
      database.first('select 1 from deliveries where number = ? and body is not null', number) === undefined
    )
      continue;
    const known = database.first<{ state: string }>(
      'select state from forwardings where number = ? and target = ?',
      number,
      target,
    );
    if (known === undefined) insertForwarding(database, number, now, { target, lane: null });
    else if (known.state !== 'running')
      database.run(
        "update forwardings set state = 'waiting', round = 0, due_at = ? where number = ? and target = ?",
        now,
        number,
        target,
      );
    count += 1;
  }
  return count;
}
