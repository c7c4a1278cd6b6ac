import { hashHookId } from '../../delivery-facts.ts';
import type {
  DeliveryContent,
  DeliveryCursor,
  DeliveryFilter,
  ForwardAttempt,
  ForwardingState,
  InboxCounts,
  InboxDelivery,
  InboxForwarding,
  PruneLimits,
  PruneProgress,
  TargetBacklog,
  WholeDelivery,
} from '../inbox.ts';
import {
  buildCandidatesSql,
  buildCountsSql,
  buildDeliveryColumns,
  buildHookIdSql,
  buildListOrder,
  buildStateSql,
  type CountedRows,
  NEWEST,
  type StoredDeliveryRow,
  toCounts,
  toDelivery,
  toWholeDelivery,
  type WholeDeliveryRow,
} from '../stored-rows.ts';
import { lockAllLanes, releaseLanes } from './postgres-lanes.ts';
import type { PostgresPool, SqlValue } from './postgres-pool.ts';

const STATE = buildStateSql('crier.forwardings');
const COLUMNS = buildDeliveryColumns(STATE);

/** Builds an SQL condition on `deliveries`, and the values of its parameters, which are the first ones. */
export function buildCondition(filter: DeliveryFilter) {
  const { numbers, action, type, person, post, state, since, until } = filter;
  const given: readonly (readonly [build: (parameter: string) => string, value: SqlValue | undefined])[] = [
    [(parameter) => `deliveries.number = any(${parameter}::bigint[])`, numbers],
    [(parameter) => `action = ${parameter}`, action],
    [(parameter) => `type = ${parameter}`, type],
    [(parameter) => `person = ${parameter}`, person],
    [(parameter) => `post = ${parameter}`, post],
    [(parameter) => `${buildCandidatesSql('crier.forwardings', state)}${STATE} = ${parameter}`, state],
    [(parameter) => `received_at >= ${parameter}`, since],
    [(parameter) => `received_at < ${parameter}`, until],
  ];
  const parts = given.flatMap(([build, value]) => (value === undefined ? [] : [{ build, value }]));
  return {
    sql: ['true', ...parts.map(({ build }, place) => build(`$${place + 1}`))].join(' and '),
    values: parts.map(({ value }) => value),
  };
}

/** @see {@link Inbox.list} */
export async function listDeliveries(
  pool: PostgresPool,
  filter: DeliveryFilter,
  most: number,
  before: DeliveryCursor = NEWEST,
): Promise<readonly InboxDelivery[]> {
  const { sql, values } = buildCondition(filter);
  const { columns, order, cursor } = buildListOrder(filter);
  const place = cursor(before);
  const parameters = place.map((_, index) => `$${values.length + index + 2}::bigint`).join(', ');
  const rows = await pool.query<StoredDeliveryRow>(
    `select ${COLUMNS} from crier.deliveries where ${sql} and (${columns}) < (${parameters})
     order by ${order} limit $${values.length + 1}`,
    ...values,
    most,
    ...place,
  );
  return rows.map(toDelivery);
}

/** Finds a delivery with all that is known of it; null if there is none. */
export async function findDelivery(pool: PostgresPool, number: number): Promise<WholeDelivery | null> {
  const [row] = await pool.query<WholeDeliveryRow>(
    `select ${COLUMNS}, headers, body from crier.deliveries where number = $1`,
    number,
  );
  return row === undefined ? null : toWholeDelivery(row, await listForwardings(pool, number));
}

/** @see {@link Inbox.findByHookId} */
export async function findByHookId(pool: PostgresPool, hookId: string): Promise<readonly number[]> {
  const rows = await pool.query<{ number: number }>(HOOK_ID, hookId, hashHookId(hookId));
  return rows.map(({ number }) => number);
}

const HOOK_ID = buildHookIdSql('crier.', '$1', '$2');

/** @see {@link Inbox.listContents} */
export async function listContents(
  pool: PostgresPool,
  filter: DeliveryFilter,
  most: number,
  after: number,
): Promise<readonly DeliveryContent[]> {
  const { sql, values } = buildCondition(filter);
  const { length } = values;
  return pool.query<DeliveryContent>(
    `select number, body from crier.deliveries where ${sql} and body is not null and edited_from is null
       and number > $${length + 1} order by number limit $${length + 2}`,
    ...values,
    after,
    most,
  );
}

async function listForwardings(pool: PostgresPool, number: number): Promise<readonly InboxForwarding[]> {
  const rows = await pool.query<{ target: string; state: ForwardingState; due_at: number }>(
    'select target, state, due_at from crier.forwardings where number = $1 order by target',
    number,
  );
  const attempts = await pool.query<ForwardAttempt & { target: string }>(
    `select target, attempt, started_at as "startedAt", ms, status, error from crier.attempts
     where number = $1 order by attempt`,
    number,
  );
  return rows.map(({ target, state, due_at: dueAt }) => ({
    target,
    state,
    dueAt: state === 'waiting' ? dueAt : null,
    attempts: attempts.filter((each) => each.target === target).map(({ target: _target, ...each }) => each),
  }));
}

export async function countDeliveries(pool: PostgresPool, filter: DeliveryFilter): Promise<InboxCounts> {
  const { sql, values } = buildCondition(filter);
  const states = await pool.query<CountedRows['states'][number]>(
    values.length === 0
      ? COUNTS
      : `select ${STATE} as state, count(*) as count, min(received_at) as oldest from crier.deliveries
         where ${sql} group by 1`,
    ...values,
  );
  const refused = await pool.query<CountedRows['refused'][number]>(
    'select reason, count from crier.refusals order by count desc, reason collate "C"',
  );
  return toCounts({ states, refused });
}

const COUNTS = buildCountsSql('crier.');

/** Removes deliveries with all that is known of them. @returns how many */
export async function removeDeliveries(pool: PostgresPool, filter: DeliveryFilter): Promise<number> {
  const { sql, values } = buildCondition(filter);
  return pool.transaction(async (session) => {
    await lockAllLanes(session);
    const removed = await session.query(`delete from crier.deliveries where ${sql} returning 1`, ...values);
    await releaseLanes(session);
    return removed.length;
  });
}

const PRUNED_AT_ONCE = 500;

/** Of several machines that prune at the same time, one does. */
export const PRUNE_LOCK = [0x63726962, -2] as const;

/** Removes old deliveries that are not to be forwarded any more, and old claims. */
export async function pruneDeliveries(
  pool: PostgresPool,
  { deliveries, claims }: PruneLimits,
  after: DeliveryCursor | null,
): Promise<PruneProgress> {
  return pool.transaction(async (session) => {
    const [lock] = await session.query<{ own: boolean }>(
      'select pg_try_advisory_xact_lock($1, $2) as own',
      ...PRUNE_LOCK,
    );
    if (lock?.own !== true) return { cursor: after, isDone: true };
    const old = await session.query<DeliveryCursor & { isOpen: boolean }>(
      `select received_at as "receivedAt", number, ${STATE} in ('waiting', 'dead') as "isOpen" from crier.deliveries
       where received_at < $1 and (received_at, number) > ($2, $3)
       order by received_at, number limit ${PRUNED_AT_ONCE}`,
      deliveries,
      after?.receivedAt ?? Number.MIN_SAFE_INTEGER,
      after?.number ?? 0,
    );
    await session.query(
      'delete from crier.deliveries where number = any($1::bigint[])',
      old.flatMap(({ number, isOpen }) => (isOpen ? [] : [number])),
    );
    const keys = await session.query(
      `delete from crier.claims where key in (
         select key from crier.claims where claimed_at < $1 limit ${PRUNED_AT_ONCE} for update skip locked) returning 1`,
      claims,
    );
    const last = old.at(-1);
    return {
      cursor: last === undefined ? after : { receivedAt: last.receivedAt, number: last.number },
      isDone: old.length < PRUNED_AT_ONCE && keys.length < PRUNED_AT_ONCE,
    };
  });
}

export async function listBacklogs(pool: PostgresPool): Promise<readonly TargetBacklog[]> {
  return pool.query<TargetBacklog>(
    `with recursive names (target) as (
       (select target from crier.forwardings order by target limit 1)
       union all select (select target from crier.forwardings
         where target > names.target order by target limit 1)
       from names where target is not null)
     select names.target, coalesce(sum(count) filter (where state <> 'dead'), 0)::bigint as waiting,
       coalesce(sum(count) filter (where state = 'dead'), 0)::bigint as dead,
       (select received_at from crier.deliveries
        where number = min(first) filter (where state <> 'dead')) as "oldestWaiting"
     from names left join lateral (
       select state, count(*) as count, min(number) as first from crier.forwardings
       where forwardings.target = names.target and state in ('behind', 'waiting', 'running', 'dead')
       group by state) as counted on true
     where names.target is not null group by names.target order by names.target`,
  );
}
