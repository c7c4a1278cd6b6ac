import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../../../storage/open-database.ts';
import type {
  DeliveryFilter,
  DeliverySource,
  DeliveryState,
  ForwardAttempt,
  ForwardingState,
  InboxCounts,
  InboxDelivery,
  InboxForwarding,
  PruneCursor,
  PruneLimits,
  PruneProgress,
  WholeDelivery,
} from '../inbox.ts';

/** The state of a delivery, from those of its targets. */
const STATE = `case
  when repeats is not null then 'repeated'
  when exists (select 1 from forwardings as each where each.number = deliveries.number and state = 'dead') then 'dead'
  when exists (select 1 from forwardings as each where each.number = deliveries.number and state <> 'done') then 'waiting'
  when exists (select 1 from forwardings as each where each.number = deliveries.number) then 'forwarded'
  else 'kept' end`;

interface InboxDeliveryRow {
  readonly number: number;
  readonly received_at: number;
  readonly source: DeliverySource;
  readonly repeats: number | null;
  readonly action: string | null;
  readonly type: string | null;
  readonly hook_id: string | null;
  readonly person: string | null;
  readonly post: string | null;
  readonly delivery_id: string | null;
  readonly attempt: number | null;
  readonly signature: string | null;
  readonly bytes: number;
  readonly state: DeliveryState;
}

const COLUMNS = `number, received_at, source, repeats, action, type, hook_id, person, post, delivery_id, attempt,
  signature, bytes, ${STATE} as state`;

/** An SQL condition on `deliveries`, and the values of its parameters. */
interface SqlCondition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Builds the condition of a filter. */
export function buildCondition(filter: DeliveryFilter): SqlCondition {
  const { numbers, action, type, person, post, state, since, until } = filter;
  const given: readonly (readonly [sql: string, value: SQLInputValue | undefined])[] = [
    [
      'number in (select value from json_each(?))',
      numbers === undefined ? undefined : JSON.stringify(numbers),
    ],
    ['action = ?', action],
    ['type = ?', type],
    ['person = ?', person],
    ['post = ?', post],
    [`${STATE} = ?`, state],
    ['received_at >= ?', since],
    ['received_at < ?', until],
  ];
  const parts = given.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return {
    sql: ['true', ...parts.map(({ sql }) => sql)].join(' and '),
    values: parts.map(({ value }) => value),
  };
}

/** Lists deliveries, newest first. @param before only those with a lower number */
export function listDeliveries(
  database: Database,
  filter: DeliveryFilter,
  most: number,
  before: number = Number.MAX_SAFE_INTEGER,
): readonly InboxDelivery[] {
  const { sql, values } = buildCondition(filter);
  return database
    .all<InboxDeliveryRow>(
      `select ${COLUMNS} from deliveries where ${sql} and number < ? order by number desc limit ?`,
      ...values,
      before,
      most,
    )
    .map(toDelivery);
}

function toDelivery(row: InboxDeliveryRow): InboxDelivery {
  const { number, source, repeats, action, type, person, post, attempt, signature, bytes, state } = row;
  const { received_at: receivedAt, hook_id: hookId, delivery_id: deliveryId } = row;
  return {
    ...{ number, receivedAt, source, repeats, state, action, type, hookId, person, post },
    ...{ deliveryId, attempt, signature, bytes },
  };
}

/** Finds a delivery with all that is known of it; null if there is none. */
export function findDelivery(database: Database, number: number): WholeDelivery | null {
  const row = database.first<InboxDeliveryRow & { headers: string; body: Uint8Array | null }>(
    `select ${COLUMNS}, headers, body from deliveries where number = ?`,
    number,
  );
  if (row === undefined) return null;
  return {
    ...toDelivery(row),
    headers: JSON.parse(row.headers) as Record<string, string>, // written by `takeInDeliveries`
    body: row.body,
    forwardings: listForwardings(database, number),
  };
}

function listForwardings(database: Database, number: number): readonly InboxForwarding[] {
  const rows = database.all<{ target: string; state: ForwardingState; due_at: number }>(
    'select target, state, due_at from forwardings where number = ? order by target',
    number,
  );
  return rows.map(({ target, state, due_at: dueAt }) => ({
    target,
    state,
    dueAt: state === 'waiting' ? dueAt : null,
    attempts: database.all<ForwardAttempt>(
      `select attempt, started_at as startedAt, ms, status, error from attempts
       where number = ? and target = ? order by attempt`,
      number,
      target,
    ),
  }));
}

/** Counts deliveries by state. */
export function countDeliveries(database: Database, filter: DeliveryFilter): InboxCounts {
  const { sql, values } = buildCondition(filter);
  const rows = database.all<{ state: DeliveryState; count: number; oldest: number }>(
    `select ${STATE} as state, count(*) as count, min(received_at) as oldest from deliveries where ${sql} group by 1`,
    ...values,
  );
  const getCount = (state: DeliveryState) => rows.find((row) => row.state === state)?.count ?? 0;
  const refused = database.all<{ reason: string; count: number }>(
    'select reason, count from refusals order by count desc, reason',
  );
  return {
    deliveries: {
      kept: getCount('kept'),
      waiting: getCount('waiting'),
      forwarded: getCount('forwarded'),
      dead: getCount('dead'),
      repeated: getCount('repeated'),
    },
    oldestWaiting: rows.find(({ state }) => state === 'waiting')?.oldest ?? null,
    refused: Object.fromEntries(refused.map(({ reason, count }) => [reason, count])),
  };
}

/** Removes deliveries with all that is known of them; the caller holds the transaction. @returns how many */
export function removeDeliveries(database: Database, filter: DeliveryFilter): number {
  const { sql, values } = buildCondition(filter);
  const before = countAll(database);
  database.run(`delete from deliveries where ${sql}`, ...values);
  database.run(RELEASE_LANES);
  return before - countAll(database);
}

/** What waited behind a removed delivery becomes due. */
const RELEASE_LANES = `update forwardings set state = 'waiting' where state = 'behind' and not exists (
  select 1 from forwardings as each where each.target = forwardings.target and each.lane = forwardings.lane
  and each.number < forwardings.number and each.state in ('behind', 'waiting', 'running'))`;

function countAll(database: Database): number {
  return database.first<{ count: number }>('select count(*) as count from deliveries')?.count ?? 0;
}

/** Rows that one transaction looks at: deliveries that arrive meanwhile wait for it. */
const PRUNED_AT_ONCE = 500;

/** Removes old deliveries that are not to be forwarded any more, and old claims; the caller holds the transaction. */
export function pruneDeliveries(
  database: Database,
  { deliveries, claims }: PruneLimits,
  after: PruneCursor | null,
): PruneProgress {
  const old = database.all<PruneCursor & { readonly isOpen: 0 | 1 }>(
    `select received_at as receivedAt, number, ${STATE} in ('waiting', 'dead') as isOpen from deliveries
     where received_at < ? and (received_at, number) > (?, ?) order by received_at, number limit ${PRUNED_AT_ONCE}`,
    deliveries,
    after?.receivedAt ?? Number.MIN_SAFE_INTEGER,
    after?.number ?? 0,
  );
  for (const { number, isOpen } of old)
    if (isOpen === 0) database.run('delete from deliveries where number = ?', number);
  const keys = database.all<{ key: Uint8Array }>(
    `select key from claims where claimed_at < ? limit ${PRUNED_AT_ONCE}`,
    claims,
  );
  for (const { key } of keys) database.run('delete from claims where key = ?', key);
  const last = old.at(-1);
  return {
    cursor: last === undefined ? after : { receivedAt: last.receivedAt, number: last.number },
    isDone: old.length < PRUNED_AT_ONCE && keys.length < PRUNED_AT_ONCE,
  };
}
