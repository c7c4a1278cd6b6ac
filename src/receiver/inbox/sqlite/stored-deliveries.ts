import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../../../storage/open-database.ts';
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
import { toClaimKey } from './take-in-deliveries.ts';

const STATE = buildStateSql('forwardings');
const COLUMNS = buildDeliveryColumns(STATE);

/** Builds an SQL condition on `deliveries`, and the values of its parameters. */
export function buildCondition(filter: DeliveryFilter) {
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
    [`${buildCandidatesSql('forwardings', state)}${STATE} = ?`, state],
    ['received_at >= ?', since],
    ['received_at < ?', until],
  ];
  const parts = given.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return {
    sql: ['true', ...parts.map(({ sql }) => sql)].join(' and '),
    values: parts.map(({ value }) => value),
  };
}

/** @see {@link Inbox.list} */
export function listDeliveries(
  database: Database,
  filter: DeliveryFilter,
  most: number,
  before: DeliveryCursor = NEWEST,
): readonly InboxDelivery[] {
  const { sql, values } = buildCondition(filter);
  const { columns, order, cursor } = buildListOrder(filter);
  const place = cursor(before);
  return database
    .all<StoredDeliveryRow>(
      `select ${COLUMNS} from deliveries where ${sql} and (${columns}) < (${place.map(() => '?').join(', ')})
       order by ${order} limit ?`,
      ...values,
      ...place,
      most,
    )
    .map(toDelivery);
}

/** Finds a delivery with all that is known of it; null if there is none. */
export function findDelivery(database: Database, number: number): WholeDelivery | null {
  const row = database.first<WholeDeliveryRow>(
    `select ${COLUMNS}, headers, body from deliveries where number = ?`,
    number,
  );
  return row === undefined ? null : toWholeDelivery(row, listForwardings(database, number));
}

/** @see {@link Inbox.findByHookId} */
export function findByHookId(database: Database, hookId: string): readonly number[] {
  return database.column<number>(HOOK_ID, hookId, toClaimKey(hashHookId(hookId)));
}

const HOOK_ID = buildHookIdSql('', '?1', '?2');

/** @see {@link Inbox.listContents} */
export function listContents(
  database: Database,
  filter: DeliveryFilter,
  most: number,
  after: number,
): readonly DeliveryContent[] {
  const { sql, values } = buildCondition(filter);
  return database.all<DeliveryContent>(
    `select number, body from deliveries where ${sql} and body is not null and edited_from is null and number > ?
     order by number limit ?`,
    ...values,
    after,
    most,
  );
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

export function countDeliveries(database: Database, filter: DeliveryFilter): InboxCounts {
  const { sql, values } = buildCondition(filter);
  const states = database.all<CountedRows['states'][number]>(
    values.length === 0
      ? COUNTS
      : `select ${STATE} as state, count(*) as count, min(received_at) as oldest from deliveries where ${sql} group by 1`,
    ...values,
  );
  const refused = database.all<CountedRows['refused'][number]>(
    'select reason, count from refusals order by count desc, reason',
  );
  return toCounts({ states, refused });
}

const COUNTS = buildCountsSql('');

/** Removes deliveries with all that is known of them; the caller holds the transaction. @returns how many */
export function removeDeliveries(database: Database, filter: DeliveryFilter): number {
  const { sql, values } = buildCondition(filter);
  const removed = database.run(`delete from deliveries where ${sql}`, ...values);
  database.run(RELEASE_LANES);
  return removed;
}

/** What waited behind a removed delivery becomes due. */
const RELEASE_LANES = `update forwardings set state = 'waiting' where state = 'behind' and not exists (
  select 1 from forwardings as each where each.target = forwardings.target and each.lane = forwardings.lane
  and each.number < forwardings.number and each.state in ('behind', 'waiting', 'running'))`;

/** Rows that one transaction looks at: deliveries that arrive meanwhile wait for it. */
const PRUNED_AT_ONCE = 500;

/** Removes old deliveries that are not to be forwarded any more, and old claims; the caller holds the transaction. */
export function pruneDeliveries(
  database: Database,
  { deliveries, claims }: PruneLimits,
  after: DeliveryCursor | null,
): PruneProgress {
  const old = database.all<DeliveryCursor & { isOpen: 0 | 1 }>(
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
