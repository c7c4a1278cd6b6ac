import {
  type DeliveryFilter,
  FORWARD_LEASE_MS,
  type ForwardClaim,
  type ForwardJob,
  type ForwardResult,
  LONGEST_LEASE_MS,
} from '../inbox.ts';
import { type ClaimedRow, toJob, WAIT_SQL } from '../stored-rows.ts';
import { buildCondition } from './postgres-deliveries.ts';
import { lockAllLanes, lockLanes, releaseNext } from './postgres-lanes.ts';
import { buildNow, type PostgresPool, type PostgresSession } from './postgres-pool.ts';
import { insertForwardings } from './postgres-take-in.ts';

/**
 * Claims what is due, by compare-and-set in one statement: what another process claims at the same time is skipped. The
 * attempt is counted and written down before it is made: one that is cut short is known as such, and the next is marked
 * as a repetition.
 */
export async function claimForwardings(
  pool: PostgresPool,
  { target, most, numbers }: ForwardClaim,
  now: number | null,
): Promise<readonly ForwardJob[]> {
  await releaseExpired(pool, target, now);
  const rows = await pool.query<ClaimedRow>(
    `with time as (select ${buildNow('$2')} as now),
     due as (
       select number, due_at as was_due from crier.forwardings
       where target = $1 and state = 'waiting' and due_at <= (select now from time)
         and ($4::bigint[] is null or number = any($4))
       order by due_at, number limit $3 for update skip locked),
     claimed as (
       update crier.forwardings set state = 'running', attempts = attempts + 1, round = round + 1, fence = fence + 1,
         due_at = (select now from time) + ${FORWARD_LEASE_MS}
       from due where forwardings.number = due.number and forwardings.target = $1
       returning forwardings.number, attempts, round, fence, was_due),
     attempted as (
       insert into crier.attempts (number, target, attempt, started_at)
       select number, $1, attempts, (select now from time) from claimed)
     select number, attempts as attempt, round, fence, action, type, hook_id, person, post, headers,
       body from claimed join crier.deliveries using (number) order by was_due, number`,
    target,
    now,
    most,
    numbers ?? null,
  );
  return rows.map((row) => toJob(row, target));
}

/** A claim has expired when its process has died. One that ends too far ahead was made before the clock was set back. */
async function releaseExpired(pool: PostgresPool, target: string, now: number | null): Promise<void> {
  await pool.query(
    `with time as (select ${buildNow('$2')} as now),
     expired as (
       select number from crier.forwardings where target = $1 and state = 'running'
         and (due_at <= (select now from time) or due_at > (select now from time) + ${LONGEST_LEASE_MS})
       for update skip locked)
     update crier.forwardings set state = 'waiting', due_at = (select now from time)
     from expired where forwardings.number = expired.number and forwardings.target = $1`,
    target,
    now,
  );
}

/** What is being recorded at this moment is skipped. */
export async function extendLeases(
  pool: PostgresPool,
  jobs: readonly ForwardJob[],
  now: number | null,
): Promise<void> {
  await pool.query(
    `with held as (
       select number, target from crier.forwardings
       join unnest($1::bigint[], $2::text[], $3::int[]) as given (number, target, fence) using (number, target, fence)
       where state = 'running' for update of forwardings skip locked)
     update crier.forwardings set due_at = ${buildNow('$4')} + ${FORWARD_LEASE_MS}
     from held where forwardings.number = held.number and forwardings.target = held.target`,
    jobs.map(({ number }) => number),
    jobs.map(({ target }) => target),
    jobs.map(({ fence }) => fence),
    now,
  );
}

/** Records results, and lets the next of each lane go; results of claims that were lost meanwhile only as attempts. */
export async function recordForwardings(
  pool: PostgresPool,
  results: readonly ForwardResult[],
  now: number | null,
): Promise<void> {
  await pool.transaction(async (session) => {
    await lockLanes(session, await readLanes(session, results));
    const ended = await session.query<{ target: string; lane: string | null; state: string }>(
      `with given as (
         select * from unnest($1::bigint[], $2::text[], $3::int[], $4::text[], $5::bigint[])
           as given (number, target, fence, next, wait)),
       held as (
         select number, target, next, wait from crier.forwardings join given using (number, target, fence)
         where state = 'running' order by number, target for update of forwardings)
       update crier.forwardings set state = next, due_at = case when wait is null then 0 else ${buildNow('$6')} + wait end
       from held where forwardings.number = held.number and forwardings.target = held.target
       returning forwardings.target, lane, state`,
      results.map(({ job }) => job.number),
      results.map(({ job }) => job.target),
      results.map(({ job }) => job.fence),
      results.map(({ next }) => (typeof next === 'string' ? next : 'waiting')),
      results.map(({ next }) => (typeof next === 'string' ? null : next.waitMs)),
      now,
    );
    await recordAttempts(session, results);
    await releaseNext(
      session,
      ended.flatMap(({ target, lane, state }) =>
        lane === null || state === 'waiting' ? [] : [{ target, lane }],
      ),
    );
  });
}

async function readLanes(session: PostgresSession, results: readonly ForwardResult[]) {
  return session.query<{ target: string; lane: string | null }>(
    `select distinct target, lane from crier.forwardings
     join unnest($1::bigint[], $2::text[]) as given (number, target) using (number, target) where lane is not null`,
    results.map(({ job }) => job.number),
    results.map(({ job }) => job.target),
  );
}

async function recordAttempts(session: PostgresSession, results: readonly ForwardResult[]): Promise<void> {
  await session.query(
    `update crier.attempts set ms = given.ms, status = given.status, error = given.error
     from unnest($1::bigint[], $2::text[], $3::int[], $4::int[], $5::int[], $6::text[])
       as given (number, target, attempt, ms, status, error)
     where attempts.number = given.number and attempts.target = given.target and attempts.attempt = given.attempt`,
    results.map(({ job }) => job.number),
    results.map(({ job }) => job.target),
    results.map(({ job }) => job.attempt),
    results.map(({ ms }) => ms),
    results.map(({ status }) => status),
    results.map(({ error }) => error),
  );
}

/** Limits waits to their length from now on; what is claimed or recorded at this moment is skipped. */
export async function limitWaits(pool: PostgresPool, target: string, now: number | null): Promise<void> {
  await pool.query(
    `with time as (select ${buildNow('$2')} as now),
     late as (
       select number from crier.forwardings where target = $1 and state in ('behind', 'waiting')
         and due_at > (select now from time) and due_at > (select now from time) + ${WAIT_SQL}
       for update skip locked)
     update crier.forwardings set due_at = (select now from time) + ${WAIT_SQL}
     from late where forwardings.number = late.number and forwardings.target = $1`,
    target,
    now,
  );
}

/** For a running attempt, the time until its claim expires. */
export async function findWait(
  pool: PostgresPool,
  target: string,
  now: number | null,
): Promise<number | null> {
  const [row] = await pool.query<{ wait: number | null }>(
    `select least(
       (select min(due_at) from crier.forwardings where target = $1 and state = 'waiting'),
       (select min(due_at) from crier.forwardings where target = $1 and state = 'running')) - ${buildNow('$2')} as wait`,
    target,
    now,
  );
  return row?.wait ?? null;
}

export async function listWaitingTargets(pool: PostgresPool): Promise<readonly string[]> {
  const rows = await pool.query<{ target: string }>(
    `select target from crier.forwardings where state in ('behind', 'waiting', 'running')
     group by target order by target`,
  );
  return rows.map(({ target }) => target);
}

/** Makes deliveries due again; what is in flight stays as it is. For a repetition, the first one is. */
export async function forwardAgain(
  pool: PostgresPool,
  filter: DeliveryFilter,
  target: string,
  now: number | null,
): Promise<number> {
  const { sql, values } = buildCondition(filter);
  return pool.transaction(async (session) => {
    await lockAllLanes(session);
    const rows = await session.query<{ number: number; state: string | null }>(
      `select first.number, state from (
         select distinct coalesce(repeats, number) as number from crier.deliveries where ${sql}) as chosen
       join crier.deliveries as first on first.number = chosen.number and first.body is not null
       left join crier.forwardings on forwardings.number = first.number and target = $${values.length + 1}
       order by 1`,
      ...values,
      target,
    );
    await session.query(
      `update crier.forwardings set state = 'waiting', round = 0, due_at = ${buildNow('$3')}
       where target = $1 and number = any($2::bigint[]) and state <> 'running'`,
      target,
      rows.flatMap(({ number, state }) => (state === null ? [] : [number])),
      now,
    );
    await insertForwardings(
      session,
      rows.flatMap(({ number, state }) =>
        state === null ? [{ number, target, lane: null, dueAt: now }] : [],
      ),
    );
    return rows.length;
  });
}
