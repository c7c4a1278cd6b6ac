import type { Database } from '../../../storage/open-database.ts';
import { computeLeaseEnd, LEASE_ACTIVE, LEASE_EXPIRED } from '../lease.ts';

/**
 * The circuit breaker of a profile's callbacks to one origin. `failures` counts consecutive failures. It is open from
 * `openedAt` on (sandbox time); `probeUntil` is the lease of the half-open probe (machine time).
 */
export interface Breaker {
  readonly failures: number;
  readonly openedAt: number | null;
  readonly probeUntil: number | null;
}

export const CLOSED_BREAKER: Breaker = { failures: 0, openedAt: null, probeUntil: null };

/** Identifies a callback: one action of a dispatch. */
export interface CallbackKey {
  /** Row of the dispatch. */
  readonly dispatch: number;
  readonly position: number;
}

/** A callback waiting to be requested. */
export interface WaitingCallback extends CallbackKey {
  /** The automation's profile, whose secret signs. @see docs/service/readings.md#U-29 */
  readonly profile: number;
  readonly url: string;
  /** Host and port. */
  readonly address: string;
  readonly timeoutMs: number;
}

/** A claimed callback. The claim is lost when the row has a newer fencing token. */
export interface CallbackClaim extends CallbackKey {
  readonly fencingToken: number;
}

interface StoredCallback {
  state: 'waiting' | 'asking' | 'answered';
  /** The text it returned; null when it returned none that can be used. */
  message: string | null;
  /** Why there is no text. */
  reason: string | null;
}

export interface CallbackEnd extends Pick<StoredCallback, 'message' | 'reason'> {
  readonly status: number | null;
  /** Duration by the machine's clock; null when no request was sent. */
  readonly ms: number | null;
  readonly byAllowance: boolean;
  /** False removes the time of a claim whose request was not sent; a callback that was not claimed has none. */
  readonly keepsTime: boolean;
}

interface CallbackView extends Pick<StoredCallback, 'state'>, Pick<CallbackEnd, 'ms' | 'status'> {
  /** Activity id. */
  id: string;
  actionId: string;
  /** When it was requested, in sandbox time; null when it was not. */
  at: number | null;
  /** Why there is no text. */
  error: string | null;
  allowedPrivate: boolean;
}

/** Repeats the condition of the partial index, so that SQLite uses it. */
const WAITING = `state <> 'answered' and state = 'waiting'`;
const ASKING = `state <> 'answered' and state = 'asking'`;

const OF_KEY = 'dispatch = ?1 and position = ?2';

// Message callbacks, each requested at most once. Callers of what writes hold the transaction.

/** Does nothing when the callback exists. */
export function insertCallback(database: Database, callback: WaitingCallback): void {
  database.run(
    `insert or ignore into callbacks (dispatch, position, profile, url, address, timeout_ms, state)
         values (:dispatch, :position, :profile, :url, :address, :timeoutMs, 'waiting')`,
    callback,
  );
}

export function findCallback(
  database: Database,
  { dispatch, position }: CallbackKey,
): StoredCallback | undefined {
  return database.first(`select state, message, reason from callbacks where ${OF_KEY}`, dispatch, position);
}

/** Lists the callbacks of activity ids. */
export function listCallbacks(database: Database, ids: readonly string[]): readonly CallbackView[] {
  return database
    .all<Omit<CallbackView, 'allowedPrivate'> & { byAllowance: number }>(
      `select dispatches.id, action_id as actionId, state, at, ms, callbacks.status, reason as error,
             by_allowance as byAllowance
           from dispatches join callbacks on callbacks.dispatch = dispatches.row
             join action_results on action_results.dispatch = callbacks.dispatch
               and action_results.position = callbacks.position
           where dispatches.id in (select value from json_each(?)) order by dispatches.row, callbacks.position`,
      JSON.stringify(ids),
    )
    .map(({ byAllowance, ...shown }) => ({ ...shown, allowedPrivate: byAllowance === 1 }));
}

/** Addresses with waiting callbacks. */
export function listCallbackAddresses(database: Database): readonly string[] {
  // loose index scan: from one address to the next, however many callbacks wait at each
  return database.column<string>(`with recursive known (address) as (
             select min(address) from callbacks where ${WAITING}
             union all
             select (select min(address) from callbacks where ${WAITING} and address > known.address)
             from known where known.address is not null)
           select address from known where address is not null`);
}

/** Waiting callbacks of an address, oldest first. */
export function listWaitingCallbacks(
  database: Database,
  address: string,
  most: number,
): readonly WaitingCallback[] {
  return database.all(
    `select dispatch, position, profile, url, address, timeout_ms as timeoutMs
         from callbacks where ${WAITING} and address = :address order by dispatch, position limit :most`,
    { address, most },
  );
}

/** In-flight callbacks whose lease expired. @param real the machine's time */
export function listAbandonedCallbacks(database: Database, real: number): readonly CallbackKey[] {
  return database.all(`select dispatch, position from callbacks where ${ASKING} and ${LEASE_EXPIRED}`, real);
}

/** Names of in-flight callbacks, with their fencing tokens. @param real the machine's time */
export function listCallbacksInFlight(database: Database, real: number): readonly string[] {
  return database.column<string>(
    `select dispatch || '.' || position || '.' || fencing_token from callbacks where ${ASKING} and ${LEASE_ACTIVE}`,
    real,
  );
}

/** Claims a callback. @param times.at when it is requested, in sandbox time */
export function claimCallback(
  database: Database,
  { dispatch, position }: CallbackKey,
  { at, real }: { at: number; real: number },
): CallbackClaim {
  const claimed = database.first<{ fencingToken: number }>(
    `update callbacks set state = 'asking', fencing_token = fencing_token + 1, lease_until = ?3, at = ?4 where ${OF_KEY}
         returning fencing_token as fencingToken`,
    dispatch,
    position,
    computeLeaseEnd(real),
    at,
  );
  if (claimed === undefined) throw new Error('a callback that waits is not there');
  return { dispatch, position, fencingToken: claimed.fencingToken };
}

export function renewCallbackLeases(
  database: Database,
  claims: readonly CallbackClaim[],
  real: number,
): void {
  database.run(
    `update callbacks set lease_until = ?2 where ${ASKING} and (dispatch, position, fencing_token) in (
           select value ->> 'dispatch', value ->> 'position', value ->> 'fencingToken' from json_each(?1))`,
    JSON.stringify(claims),
    computeLeaseEnd(real),
  );
}

/** Whether the claim is still valid (fencing token). */
export function hasCallbackLease(
  database: Database,
  { dispatch, position, fencingToken }: CallbackClaim,
): boolean {
  return (
    database.first(
      `select 1 from callbacks where ${OF_KEY} and fencing_token = ?3 and state = 'asking'`,
      dispatch,
      position,
      fencingToken,
    ) !== undefined
  );
}

/** Records the result; a terminal state. */
export function recordCallbackAnswer(
  database: Database,
  { dispatch, position }: CallbackKey,
  { message, reason, status, ms, byAllowance, keepsTime }: CallbackEnd,
): void {
  database.run(
    `update callbacks set state = 'answered', lease_until = null, message = ?3, reason = ?4, status = ?5, ms = ?6,
           by_allowance = ?7, at = iif(?8, at, null) where ${OF_KEY}`,
    dispatch,
    position,
    message,
    reason,
    status,
    ms,
    Number(byAllowance),
    Number(keepsTime),
  );
}

/** Removes a callback that was not requested. */
export function removeCallback(database: Database, { dispatch, position }: CallbackKey): void {
  database.run(`delete from callbacks where ${OF_KEY}`, dispatch, position);
}

/** Scope of a circuit breaker: the callbacks of a profile to an origin. */
export interface BreakerKey {
  readonly profile: number;
  readonly origin: string;
}

export function getBreaker(database: Database, { profile, origin }: BreakerKey): Breaker {
  return (
    database.first<Breaker>(
      `select failures, opened_at as openedAt, probe_until as probeUntil from breakers
         where profile = :profile and origin = :origin`,
      { profile, origin },
    ) ?? CLOSED_BREAKER
  );
}

/** The caller holds the transaction in which it read the breaker. */
export function saveBreaker(database: Database, { profile, origin }: BreakerKey, breaker: Breaker): void {
  database.run(
    'replace into breakers (profile, origin, failures, opened_at, probe_until) values (:profile, :origin, :failures, :openedAt, :probeUntil)',
    { ...breaker, profile, origin },
  );
}
