import { checkPublicUrl } from '../../../domain/addresses/public-url.ts';
import type { Database } from '../../../storage/open-database.ts';
import { findEarliest } from '../../clock.ts';
import { type ClockTimes, computeLeaseEnd, LEASE_ACTIVE, LEASE_EXPIRED } from '../lease.ts';
import {
  type AttemptEnd,
  type AttemptRecord,
  finishAttempt,
  markInterrupted,
  startAttempt,
} from './attempts.ts';
import {
  DELIVERY,
  type Delivery,
  type DeliveryRow,
  IS_CLAIMABLE,
  lowerNextDue,
  readDelivery,
} from './deliveries.ts';

export type ClaimedDelivery = Delivery & Pick<AttemptRecord, 'attempt' | 'deliveryId' | 'at'>;

/** State of addresses before a claim. */
export interface AddressFilter {
  /** At their limit of requests in flight. */
  readonly full: readonly string[];
  /** Below their limit, with some requests in flight. */
  readonly busy: readonly string[];
  /** Private addresses that this run allows: their blocked deliveries are claimed too. */
  readonly allowed: readonly string[];
}

export type DeliveryTransition = Pick<Delivery, 'state' | 'dueAt' | 'attemptsCompleted' | 'isBlocked'>;

interface DueRequest {
  now: number;
  max: number;
  /** Include blocked deliveries of the address. */
  withBlocked: boolean;
}

/** Repeats the condition of the partial index on leases, so that SQLite uses it. */
const HAS_EXPIRED_LEASE = `lease_until is not null and ${LEASE_EXPIRED}`;

const IS_BLOCKED = `state = 'waiting' and is_blocked = 1 and lease_until is null`;

interface AddressDue {
  address: string;
  dueAt: number;
}

const ADDRESS_DUE = 'select address, next_due_at as dueAt from delivery_addresses';

// The queue of deliveries. Unless noted, the caller holds the transaction.

/** When the next delivery falls due; null when there is none. Expired leases are due too. Needs no transaction. */
export function getNextDeliveryDue(database: Database, filter: AddressFilter, real: number): number | null {
  const first = database.first<AddressDue>(
    `${ADDRESS_DUE} where address not in (select value from json_each(?)) order by next_due_at limit 1`,
    JSON.stringify(filter.full),
  );
  const dead = database.first<{ dueAt: number | null }>(
    `select min(due_at) as dueAt from deliveries where ${HAS_EXPIRED_LEASE}`,
    real,
  );
  return findEarliest([
    first?.dueAt ?? null,
    dead?.dueAt ?? null,
    ...listBlockedDue(database, filter).map(({ dueAt }) => dueAt),
  ]);
}

/** Names of due deliveries in flight, with their fencing tokens. Needs no transaction. */
export function listDeliveriesInFlight(database: Database, { now, real }: ClockTimes): readonly string[] {
  return database.column<string>(
    `select row || '.' || fencing_token from deliveries
           where ${LEASE_ACTIVE} and due_at <= ?2`,
    real,
    now,
  );
}

/**
 * Releases expired leases: the deliveries are due at once, and the interrupted attempts do not count for the
 * schedule.
 */
export function releaseExpiredDeliveries(database: Database, real: number): void {
  const dead = database.all<AddressDue & Pick<Delivery, 'row' | 'attemptsStarted'>>(
    `update deliveries set lease_until = null where ${HAS_EXPIRED_LEASE} returning row, address, due_at as dueAt,
           attempts_started as attemptsStarted`,
    real,
  );
  for (const { row, attemptsStarted, address, dueAt } of dead) {
    markInterrupted(database, row, attemptsStarted - 1);
    lowerNextDue(database, address, dueAt);
  }
}

/**
 * Addresses with due deliveries and free capacity, in order of due time; at most `most` of those without requests
 * in flight.
 */
export function listDueDeliveryAddresses(
  database: Database,
  filter: AddressFilter,
  { now, most }: { now: number; most: number },
): readonly string[] {
  const { full, busy } = filter;
  const idle = database.all<AddressDue>(
    `${ADDRESS_DUE} where next_due_at <= ? and address not in (select value from json_each(?))
         order by next_due_at limit ?`,
    now,
    JSON.stringify([...full, ...busy]),
    most,
  );
  const others = database.all<AddressDue>(
    `${ADDRESS_DUE} where next_due_at <= :now and address in (select value from json_each(:busy))`,
    { now, busy: JSON.stringify(busy) },
  );
  const blocked = listBlockedDue(database, filter).filter(({ dueAt }) => dueAt <= now);
  const inOrder = [...idle, ...others, ...blocked].toSorted((one, other) => one.dueAt - other.dueAt);
  return [...new Set(inOrder.map(({ address }) => address))];
}

/** Due deliveries of one address, in order. */
export function listDueDeliveries(
  database: Database,
  address: string,
  { now, max, withBlocked }: DueRequest,
): readonly Delivery[] {
  const blocked = withBlocked
    ? database.all<DeliveryRow>(
        `${DELIVERY} where address = ? and ${IS_BLOCKED} and due_at <= ? order by due_at, row limit ?`,
        address,
        now,
        max,
      )
    : [];
  const free = database.all<DeliveryRow>(
    `${DELIVERY} where address = ? and ${IS_CLAIMABLE} and due_at <= ? order by due_at, row limit ?`,
    address,
    now,
    max - blocked.length,
  );
  return [...blocked, ...free].map(readDelivery);
}

/** Blocks all deliveries to this URL until a run allows its address. */
export function blockDeliveries(database: Database, { address, url }: Delivery): void {
  database.run(
    `update deliveries set is_blocked = 1 where address = ? and url = ? and ${IS_CLAIMABLE}`,
    address,
    url,
  );
}

export function claimDelivery(
  database: Database,
  delivery: Delivery,
  { deliveryId, at, real }: Pick<AttemptRecord, 'deliveryId' | 'at'> & { real: number },
): ClaimedDelivery {
  const { row, attemptsStarted: attempt, fencingToken } = delivery;
  database.run(
    `update deliveries set attempts_started = ?, fencing_token = ?, is_blocked = 0, end_error = null, redeliver_at = null, lease_until = ?
         where row = ?`,
    attempt + 1,
    fencingToken + 1,
    computeLeaseEnd(real),
    row,
  );
  // provisional: if this process dies, an attempt to a private address is marked as one
  const byAllowance = checkPublicUrl(delivery.url) !== null;
  startAttempt(database, row, { attempt, deliveryId, at, byAllowance });
  return {
    ...delivery,
    attemptsStarted: attempt + 1,
    isBlocked: false,
    fencingToken: fencingToken + 1,
    attempt,
    deliveryId,
    at,
  };
}

/** Renews leases that are still held. Needs no transaction. */
export function renewDeliveryLeases(
  database: Database,
  claimed: readonly ClaimedDelivery[],
  real: number,
): void {
  database.run(
    `update deliveries set lease_until = ?1 where lease_until is not null and (row, fencing_token) in
           (select value ->> 0, value ->> 1 from json_each(?2))`,
    computeLeaseEnd(real),
    JSON.stringify(claimed.map(({ row, fencingToken }) => [row, fencingToken])),
  );
}

/** Whether a run once allowed the private address: at registration, or for an attempt. */
export function wasAddressAllowed(database: Database, delivery: Delivery): boolean {
  return (
    database.first(
      `select 1 where exists (select 1 from webhooks where profile = :owner and action = :action and url = :url and by_allowance = 1)
           or exists (select 1 from attempts where delivery = :row and by_allowance = 1)`,
      delivery,
    ) !== undefined
  );
}

/**
 * Records the result of an attempt, and moves the delivery to its next state.
 *
 * @returns the new state; a delivery that was redelivered meanwhile is due again whatever the result. Null, and
 * nothing is recorded, when the claim is not valid any more (fencing token)
 * @see docs/service/readings.md#U-31
 */
export function recordAttempt(
  database: Database,
  { row, attempt, url, fencingToken }: ClaimedDelivery,
  end: AttemptEnd,
  { state, dueAt, attemptsCompleted, isBlocked }: DeliveryTransition,
): DeliveryTransition | null {
  // a delivery that moved to another URL meanwhile is not blocked by its former address
  const updated = database.first<
    Omit<DeliveryTransition, 'isBlocked'> & Pick<DeliveryRow, 'address' | 'isBlocked'>
  >(
    `update deliveries set state = iif(redeliver_at is null, :state, 'waiting'), due_at = coalesce(redeliver_at, :dueAt),
           attempts_completed = :attemptsCompleted, is_blocked = iif(redeliver_at is null and url = :url, :isBlocked, 0), redeliver_at = null, lease_until = null
         where row = :row and fencing_token = :fencingToken and lease_until is not null
         returning state, due_at as dueAt, attempts_completed as attemptsCompleted,
             is_blocked as isBlocked, address`,
    { row, fencingToken, state, dueAt, attemptsCompleted, isBlocked: Number(isBlocked), url },
  );
  if (updated === undefined) return null;
  finishAttempt(database, row, attempt, end);
  const { address, isBlocked: blocked, ...rest } = updated;
  if (rest.dueAt !== null && blocked === 0) lowerNextDue(database, address, rest.dueAt);
  return { ...rest, isBlocked: blocked === 1 };
}

/**
 * Limits waits to their length from now on, after the clock was set back.
 *
 * @param waitsMs by number of completed attempts
 */
export function bringDeliveriesForward(database: Database, now: number, waitsMs: readonly number[]): void {
  database.run(
    `update deliveries set due_at = min(due_at, :now + iif(lease_until is null,
           coalesce((select value from json_each(:waitsMs) where key = attempts_completed), 0), 0))
         where state = 'waiting' and due_at > :now`,
    { now, waitsMs: JSON.stringify(waitsMs) },
  );
  database.run('delete from delivery_addresses');
  database.run(
    `insert into delivery_addresses (address, next_due_at)
         select address, min(due_at) from deliveries where ${IS_CLAIMABLE} group by address`,
  );
}

function listBlockedDue(database: Database, { full, allowed }: AddressFilter): readonly AddressDue[] {
  const free = allowed.filter((address) => !full.includes(address));
  if (free.length === 0) return [];
  return database.all<AddressDue>(
    `select address, min(due_at) as dueAt from deliveries
       where address in (select value from json_each(?)) and ${IS_BLOCKED} group by address`,
    JSON.stringify(free),
  );
}
