import type { Database } from '../../disk/open-database.ts';
import type { OutboundFault } from '../../outbound/outbound.ts';
import type { PrivateAllowlist } from '../../rules/private-allowlist.ts';
import { INTERRUPTED } from './attempts.ts';

/** How many requests to addresses of users there are, whichever kind they are of. */
export interface OutboundCounts {
  readonly deliveries: number;
  readonly callbacks: number;
}

/** Deliveries that wait for a run which may reach their address. */
interface BlockedAddress {
  readonly address: string;
  readonly deliveries: number;
}

/** What is to leave the sandbox, and what has left, over all profiles. */
export interface OutboundStore {
  /** What may leave by now. @param now the sandbox's time */
  countDue(now: number, allowance: PrivateAllowlist): OutboundCounts;
  /** What has not ended, and when the first delivery of it falls due; null when there is none. */
  countPending(allowance: PrivateAllowlist): OutboundCounts & { readonly next: number | null };
  /** What this run may not reach, and an earlier one could. */
  listBlocked(allowance: PrivateAllowlist): readonly BlockedAddress[];
  /**
   * How many requests left so far, or were on their way to an address. Of a delivery, each attempt that is over; neither
   * one that nothing left for, nor one whose process died, of which nobody knows.
   */
  countSent(): OutboundCounts;
}

/** What no run has to bring anything for, or what this one brings it for. */
const IS_SENDABLE = `state = 'waiting' and (is_blocked = 0 or address in (select value from json_each(?1)))`;

/** Faults of attempts without an answer for which something left: a question for a name, a connection, or a request. */
const SENT_FAULTS: readonly OutboundFault[] = [
  'name not found',
  'connection refused',
  'connection lost',
  'certificate not valid',
  'timeout',
  'answer too large',
  'answer not readable',
];

const OPEN_CALLBACKS = `(select count(*) from callbacks where state <> 'answered') as callbacks`;

export function createOutboundStore(database: Database): OutboundStore {
  return {
    countDue: (now, allowance) =>
      database.first<OutboundCounts>(
        `select (select count(*) from deliveries where ${IS_SENDABLE} and due_at <= ?2) as deliveries, ${OPEN_CALLBACKS}`,
        JSON.stringify(allowance),
        now,
      ) ?? NONE,
    countPending: (allowance) =>
      database.first<OutboundCounts & { readonly next: number | null }>(
        `select count(*) as deliveries, min(due_at) as next, ${OPEN_CALLBACKS} from deliveries where ${IS_SENDABLE}`,
        JSON.stringify(allowance),
      ) ?? { ...NONE, next: null },
    listBlocked: (allowance) =>
      database.all<BlockedAddress>(
        `select address, count(*) as deliveries from deliveries
         where state = 'waiting' and is_blocked = 1 and address not in (select value from json_each(?))
         group by address order by address`,
        JSON.stringify(allowance),
      ),
    countSent: () =>
      database.first<OutboundCounts>(
        `select (select count(*) from attempts
             where status is not null or error in (select value from json_each(?1))
               or (error = ?2 and ms is not null)) as deliveries,
           (select count(*) from callbacks where at is not null) as callbacks`,
        JSON.stringify(SENT_FAULTS),
        INTERRUPTED,
      ) ?? NONE,
  };
}

const NONE: OutboundCounts = { deliveries: 0, callbacks: 0 };
