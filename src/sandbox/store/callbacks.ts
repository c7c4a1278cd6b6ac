import type { Database } from '../../disk/open-database.ts';
import { computeLeaseEnd, LEASE_ACTIVE, LEASE_EXPIRED } from './lease.ts';

/** Which callback it is: that of one action of a dispatch. */
export interface CallbackKey {
  /** Row of the dispatch. */
  readonly dispatch: number;
  readonly position: number;
}

/** One that is to be asked. */
export interface WaitingCallback extends CallbackKey {
  /** Whose automation it is, and so whose secret signs. @see docs/service/readings.md#U-29 */
  readonly profile: number;
  readonly url: string;
  /** Host and port. */
  readonly address: string;
  readonly timeoutMs: number;
}

/** One that somebody asks: whose fence is another one has lost it. */
export interface CallbackClaim extends CallbackKey {
  readonly fencingToken: number;
}

/** What came of one, or how far it is. */
export interface StoredCallback {
  readonly state: 'waiting' | 'asking' | 'answered';
  /** The text that it gave; null where it gave none that can be used. */
  readonly message: string | null;
  /** Why there is none. */
  readonly reason: string | null;
}

/** What is written down of an answer. */
export interface CallbackEnd extends Pick<StoredCallback, 'message' | 'reason'> {
  readonly status: number | null;
  /** How long it took, in milliseconds of the machine; null where nothing left. */
  readonly ms: number | null;
  readonly byAllowance: boolean;
  /** Whether anything left, or may have. */
  readonly hasLeft: boolean;
}

/** One as it is shown. */
export interface CallbackView extends Pick<StoredCallback, 'state'>, Pick<CallbackEnd, 'ms' | 'status'> {
  /** Id of the row of activity. */
  readonly id: string;
  readonly actionId: string;
  /** When it was asked, in the sandbox's time; null when it was not. */
  readonly at: number | null;
  /** Why there is no text. */
  readonly error: string | null;
  readonly allowedPrivate: boolean;
}

/** Message callbacks, each of which is asked once. The caller of what writes holds the transaction. */
export interface CallbackStore {
  /** Leaves one alone that is there. */
  add(callback: WaitingCallback): void;
  find(key: CallbackKey): StoredCallback | undefined;
  /** Those of rows of activity, by their ids. */
  listByActivity(ids: readonly string[]): readonly CallbackView[];
  /** The addresses of those that wait. */
  listWaitingAddresses(): readonly string[];
  /** Those that wait at an address, oldest first. */
  listWaiting(address: string, most: number): readonly WaitingCallback[];
  /** Those that somebody asked who is gone. @param real the machine's time */
  listAbandoned(real: number): readonly CallbackKey[];
  /** Those that somebody asks, each by who took it up. @param real the machine's time */
  listInFlight(real: number): readonly string[];
  /** Takes one up. @param at when it is asked, in the sandbox's time */
  claim(key: CallbackKey, times: { readonly at: number; readonly real: number }): CallbackClaim;
  /** The leases of some begin anew. */
  renewLeases(asked: readonly CallbackClaim[], real: number): void;
  /** Whether it still is whose fence this is. */
  hasLease(asked: CallbackClaim): boolean;
  /** Writes down what came of it, for good. */
  recordAnswer(key: CallbackKey, end: CallbackEnd): void;
  /** Takes one away that nobody asked. */
  remove(key: CallbackKey): void;
}

/** As the index of those has it that were not answered. */
const WAITING = `state <> 'answered' and state = 'waiting'`;
const ASKING = `state <> 'answered' and state = 'asking'`;

const OF_KEY = 'dispatch = ?1 and position = ?2';

export function createCallbackStore(database: Database): CallbackStore {
  return {
    add: ({ dispatch, position, profile, url, address, timeoutMs }) =>
      database.run(
        `insert or ignore into callbacks (dispatch, position, profile, url, address, timeout_ms, state)
         values (?, ?, ?, ?, ?, ?, 'waiting')`,
        dispatch,
        position,
        profile,
        url,
        address,
        timeoutMs,
      ),
    find: ({ dispatch, position }) =>
      database.first(`select state, message, reason from callbacks where ${OF_KEY}`, dispatch, position),
    listByActivity: (ids) =>
      database
        .all<Omit<CallbackView, 'allowedPrivate'> & { readonly byAllowance: number }>(
          `select dispatches.id, action_id as actionId, state, at, ms, callbacks.status, reason as error,
             by_allowance as byAllowance
           from dispatches join callbacks on callbacks.dispatch = dispatches.row
             join action_results on action_results.dispatch = callbacks.dispatch
               and action_results.position = callbacks.position
           where dispatches.id in (select value from json_each(?)) order by dispatches.row, callbacks.position`,
          JSON.stringify(ids),
        )
        .map(({ byAllowance, ...shown }) => ({ ...shown, allowedPrivate: byAllowance === 1 })),
    listWaitingAddresses: () =>
      // From one to the next, however many wait at each.
      database
        .all<{ address: string }>(
          `with recursive known (address) as (
             select min(address) from callbacks where ${WAITING}
             union all
             select (select min(address) from callbacks where ${WAITING} and address > known.address)
             from known where known.address is not null)
           select address from known where address is not null`,
        )
        .map(({ address }) => address),
    listWaiting: (address, most) =>
      database.all(
        `select dispatch, position, profile, url, address, timeout_ms as timeoutMs
         from callbacks where ${WAITING} and address = ? order by dispatch, position limit ?`,
        address,
        most,
      ),
    listAbandoned: (real) =>
      database.all(`select dispatch, position from callbacks where ${ASKING} and ${LEASE_EXPIRED}`, real),
    listInFlight: (real) =>
      database
        .all<{ one: string }>(
          `select dispatch || '.' || position || '.' || fencing_token as one from callbacks where ${ASKING} and ${LEASE_ACTIVE}`,
          real,
        )
        .map(({ one }) => one),
    claim({ dispatch, position }, { at, real }) {
      const taken = database.first<{ fencingToken: number }>(
        `update callbacks set state = 'asking', fencing_token = fencing_token + 1, lease_until = ?3, at = ?4 where ${OF_KEY}
         returning fencing_token as fencingToken`,
        dispatch,
        position,
        computeLeaseEnd(real),
        at,
      );
      if (taken === undefined) throw new Error('a callback that waits is not there');
      return { dispatch, position, fencingToken: taken.fencingToken };
    },
    renewLeases: (asked, real) =>
      database.run(
        `update callbacks set lease_until = ?2 where ${ASKING} and (dispatch, position, fencing_token) in (
           select value ->> 'dispatch', value ->> 'position', value ->> 'fencingToken' from json_each(?1))`,
        JSON.stringify(asked),
        computeLeaseEnd(real),
      ),
    hasLease: ({ dispatch, position, fencingToken }) =>
      database.first(
        `select 1 from callbacks where ${OF_KEY} and fencing_token = ?3 and state = 'asking'`,
        dispatch,
        position,
        fencingToken,
      ) !== undefined,
    recordAnswer: ({ dispatch, position }, { message, reason, status, ms, byAllowance, hasLeft }) =>
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
        Number(hasLeft),
      ),
    remove: ({ dispatch, position }) =>
      database.run(`delete from callbacks where ${OF_KEY}`, dispatch, position),
  };
}
