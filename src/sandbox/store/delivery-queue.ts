import type { Database } from '../../disk/open-database.ts';
import { checkPublicUrl } from '../../rules/check-public-url.ts';
import { findEarliest } from '../../rules/find-earliest.ts';
import { type AttemptEnd, type AttemptRecord, createAttemptStore } from './attempts.ts';
import { DELIVERY, type Delivery, type DeliveryRow, readDelivery } from './deliveries.ts';
import { IS_CLAIMABLE, lowerNextDue, refreshNextDue } from './delivery-addresses.ts';
import type { ClockTimes } from './dispatches.ts';
import { computeLeaseEnd, LEASE_ACTIVE, LEASE_EXPIRED } from './lease.ts';

/** A delivery that somebody works on, with the attempt that is made of it. */
export type ClaimedDelivery = Delivery & Pick<AttemptRecord, 'attempt' | 'deliveryId' | 'at'>;

/** What is known of addresses before something is taken up for them. */
export interface AddressFilter {
  /** Those that have as many underway as they may. */
  readonly full: readonly string[];
  /** Those that have fewer, but some. */
  readonly busy: readonly string[];
  /** Those that this run may reach though they are not public: what waits for that is taken up, too. */
  readonly allowed: readonly string[];
}

/** What becomes of a delivery with the end of an attempt. */
export type DeliveryTransition = Pick<Delivery, 'state' | 'dueAt' | 'attemptsCompleted' | 'isBlocked'>;

/** Deliveries as they are worked on. Where nothing else is said, the caller holds the transaction. */
export interface DeliveryQueue {
  /** When the next one falls due; null when there is none. A dead worker's is due, too. Needs no transaction. */
  nextDue(lanes: AddressFilter, real: number): number | null;
  /** What of that which is due by then somebody works on, each by who took it up. Needs no transaction. */
  listInFlight(moments: ClockTimes): readonly string[];
  /** Takes from those who died what they worked on: it is due at once, and counts for no attempt of the schedule. */
  releaseExpired(real: number): void;
  /**
   * The addresses that have something due and are not full, in the order in which it fell due; of those that are not busy
   * so many at most.
   */
  listDueAddresses(
    lanes: AddressFilter,
    asked: { readonly now: number; readonly most: number },
  ): readonly string[];
  /** What is due of one address, in its order. */
  listDue(address: string, asked: DueRequest): readonly Delivery[];
  /** Lets all for this URL wait for a run that may reach it. */
  block(delivery: Pick<Delivery, 'address' | 'url'>): void;
  /** Takes one up for an attempt. */
  claim(
    delivery: Delivery,
    attempt: Pick<AttemptRecord, 'deliveryId' | 'at'> & { readonly real: number },
  ): ClaimedDelivery;
  /** To be called for an address of which some were taken up or held. */
  refreshAddress(address: string): void;
  /** Lets the leases of those begin anew that nobody took from us. Needs no transaction. */
  renewLeases(taken: readonly ClaimedDelivery[], real: number): void;
  /** Whether it is still ours. */
  hasLease(taken: ClaimedDelivery): boolean;
  /** Whether its address was once let through by what a run allowed: when registered, or when asked. */
  wasAllowed(delivery: Delivery): boolean;
  /**
   * Writes down how an attempt ended, and what becomes of the delivery.
   *
   * @returns what became of it: where it was resent meanwhile, another attempt is due, whatever came of this one
   * @see docs/service/readings.md#U-31
   */
  recordAttempt(taken: ClaimedDelivery, end: AttemptEnd, became: DeliveryTransition): DeliveryTransition;
  /**
   * Lets none wait longer than from now on, since the clock was set back.
   *
   * @param waitsMs by how many attempts of the schedule are over
   */
  bringForward(now: number, waitsMs: readonly number[]): void;
}

interface DueRequest {
  readonly now: number;
  readonly max: number;
  /** Whether what waits for a run that may reach the address is among them. */
  readonly withBlocked: boolean;
}

/** As the index of those has it that somebody took up. */
const HAS_EXPIRED_LEASE = `lease_until is not null and ${LEASE_EXPIRED}`;

const IS_BLOCKED = `state = 'waiting' and is_blocked = 1 and lease_until is null`;

/** An address, and when the first of it falls due. */
interface AddressDue {
  readonly address: string;
  readonly dueAt: number;
}

const ADDRESS_DUE = 'select address, next_due_at as dueAt from delivery_addresses';

export function createDeliveryQueue(database: Database): DeliveryQueue {
  const attempts = createAttemptStore(database);
  const heldBy = ({ full, allowed }: AddressFilter): readonly AddressDue[] =>
    allowed
      .filter((address) => !full.includes(address))
      .flatMap((address) =>
        database.all<AddressDue>(
          `select address, due_at as dueAt from deliveries where address = ? and ${IS_BLOCKED} order by due_at limit 1`,
          address,
        ),
      );
  return {
    nextDue(lanes, real) {
      const lane = database.first<AddressDue>(
        `${ADDRESS_DUE} where address not in (select value from json_each(?)) order by next_due_at limit 1`,
        JSON.stringify(lanes.full),
      );
      const dead = database.first<{ dueAt: number | null }>(
        `select min(due_at) as dueAt from deliveries where ${HAS_EXPIRED_LEASE}`,
        real,
      );
      return findEarliest([
        lane?.dueAt ?? null,
        dead?.dueAt ?? null,
        ...heldBy(lanes).map(({ dueAt }) => dueAt),
      ]);
    },
    listInFlight: ({ now, real }) =>
      database
        .all<{ one: string }>(
          `select row || '.' || fencing_token as one from deliveries
           where ${LEASE_ACTIVE} and due_at <= ?2`,
          real,
          now,
        )
        .map(({ one }) => one),
    releaseExpired(real) {
      const dead = database.all<AddressDue & Pick<Delivery, 'row' | 'attemptsStarted'>>(
        `update deliveries set lease_until = null where ${HAS_EXPIRED_LEASE} returning row, address, due_at as dueAt,
           attempts_started as attemptsStarted`,
        real,
      );
      for (const { row, attemptsStarted, address, dueAt } of dead) {
        attempts.markInterrupted(row, attemptsStarted - 1);
        lowerNextDue(database, address, dueAt);
      }
    },
    listDueAddresses(lanes, { now, most }) {
      const { full, busy } = lanes;
      const idle = database.all<AddressDue>(
        `${ADDRESS_DUE} where next_due_at <= ? and address not in (select value from json_each(?))
         order by next_due_at limit ?`,
        now,
        JSON.stringify([...full, ...busy]),
        most,
      );
      const others = database.all<AddressDue>(
        `${ADDRESS_DUE} where next_due_at <= ? and address in (select value from json_each(?))`,
        now,
        JSON.stringify(busy),
      );
      const held = heldBy(lanes).filter(({ dueAt }) => dueAt <= now);
      const inOrder = [...idle, ...others, ...held].toSorted((one, other) => one.dueAt - other.dueAt);
      return [...new Set(inOrder.map(({ address }) => address))];
    },
    listDue(address, { now, max, withBlocked }) {
      const held = withBlocked
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
        max - held.length,
      );
      return [...held, ...free].map(readDelivery);
    },
    block: ({ address, url }) =>
      database.run(
        `update deliveries set is_blocked = 1 where address = ? and url = ? and ${IS_CLAIMABLE}`,
        address,
        url,
      ),
    claim(delivery, { deliveryId, at, real }) {
      const { row, attemptsStarted: attempt, fencingToken } = delivery;
      database.run(
        `update deliveries set attempts_started = ?, fencing_token = ?, is_blocked = 0, end_error = null, redeliver_at = null, lease_until = ?
         where row = ?`,
        attempt + 1,
        fencingToken + 1,
        computeLeaseEnd(real),
        row,
      );
      // until it is known: should this process die, what may have gone there is marked all the same
      const byAllowance = checkPublicUrl(delivery.url) !== null;
      attempts.start(row, { attempt, deliveryId, at, byAllowance });
      return {
        ...delivery,
        attemptsStarted: attempt + 1,
        isBlocked: false,
        fencingToken: fencingToken + 1,
        attempt,
        deliveryId,
        at,
      };
    },
    refreshAddress: (address) => refreshNextDue(database, address),
    renewLeases: (taken, real) =>
      database.run(
        `update deliveries set lease_until = ?1 where lease_until is not null and (row, fencing_token) in
           (select value ->> 0, value ->> 1 from json_each(?2))`,
        computeLeaseEnd(real),
        JSON.stringify(taken.map(({ row, fencingToken }) => [row, fencingToken])),
      ),
    hasLease: ({ row, fencingToken }) =>
      database.first(
        'select 1 from deliveries where row = ? and fencing_token = ? and lease_until is not null',
        row,
        fencingToken,
      ) !== undefined,
    wasAllowed: ({ row, owner, action, url }) =>
      database.first(
        `select 1 where exists (select 1 from webhooks where profile = ?2 and action = ?3 and url = ?4 and by_allowance = 1)
           or exists (select 1 from attempts where delivery = ?1 and by_allowance = 1)`,
        row,
        owner,
        action,
        url,
      ) !== undefined,
    recordAttempt({ row, attempt, url }, end, { state, dueAt, attemptsCompleted, isBlocked }) {
      attempts.finish(row, attempt, end);
      // one that was moved meanwhile waits for nothing of its former address
      const became = database.first<
        Omit<DeliveryTransition, 'isBlocked'> & Pick<DeliveryRow, 'address' | 'isBlocked'>
      >(
        `update deliveries set state = iif(redeliver_at is null, ?2, 'waiting'), due_at = coalesce(redeliver_at, ?3),
           attempts_completed = ?4, is_blocked = iif(redeliver_at is null and url = ?6, ?5, 0), redeliver_at = null, lease_until = null
         where row = ?1 returning state, due_at as dueAt, attempts_completed as attemptsCompleted,
             is_blocked as isBlocked, address`,
        row,
        state,
        dueAt,
        attemptsCompleted,
        Number(isBlocked),
        url,
      );
      if (became === undefined) throw new Error('a delivery that was taken up is not there');
      const { address, isBlocked: held, ...rest } = became;
      if (rest.dueAt !== null && held === 0) lowerNextDue(database, address, rest.dueAt);
      return { ...rest, isBlocked: held === 1 };
    },
    bringForward(now, waitsMs) {
      database.run(
        `update deliveries set due_at = min(due_at, ?1 + iif(lease_until is null,
           coalesce((select value from json_each(?2) where key = attempts_completed), 0), 0))
         where state = 'waiting' and due_at > ?1`,
        now,
        JSON.stringify(waitsMs),
      );
      database.run('delete from delivery_addresses');
      database.run(
        `insert into delivery_addresses (address, next_due_at)
         select address, min(due_at) from deliveries where ${IS_CLAIMABLE} group by address`,
      );
    },
  };
}
