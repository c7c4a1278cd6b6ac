import type { PrivateAllowlist } from '../../domain/addresses/private-allowlist.ts';
import type { OutboundFault } from '../../outbound/outbound.ts';
import type { Database } from '../../storage/open-database.ts';
import { INTERRUPTED } from './attempts.ts';

/** Counts of outbound requests by kind. */
export interface OutboundCounts {
  readonly deliveries: number;
  readonly callbacks: number;
}

/** Deliveries blocked at a private address that the run does not allow. */
interface BlockedAddress {
  readonly address: string;
  readonly deliveries: number;
}

/** Counts outbound requests over all profiles. */
export interface OutboundStore {
  /** Counts what is due. @param now in sandbox time */
  countDue(now: number, allowance: PrivateAllowlist): OutboundCounts;
  /** Counts what is open, with the earliest due time of a delivery; null when there is none. */
  countPending(allowance: PrivateAllowlist): OutboundCounts & { readonly next: number | null };
  /** Blocked deliveries by address, for addresses that this run does not allow. */
  listBlocked(allowance: PrivateAllowlist): readonly BlockedAddress[];
  /**
   * Counts requests sent so far, including those that failed on the way. Counts each finished attempt of a delivery,
   * but not attempts without a request, or those of unknown outcome.
   */
  countSent(): OutboundCounts;
}

/** Waiting and not blocked, or blocked at an address that this run allows. */
const IS_SENDABLE = `state = 'waiting' and (is_blocked = 0 or address in (select value from json_each(?1)))`;

/** Faults of attempts for which something was sent: a DNS query, a connection or a request. */
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
