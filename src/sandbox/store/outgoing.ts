import type { Database } from '../../disk/open-database.ts';
import type { OutboundFault } from '../../outbound/outbound.ts';
import type { PrivateAllowlist } from '../../rules/private-allowlist.ts';
import { INTERRUPTED } from './attempts.ts';

/** How many requests to addresses of users there are, whichever kind they are of. */
export interface OutgoingCounts {
  readonly deliveries: number;
  readonly callbacks: number;
}

/** Deliveries that wait for a run which may reach their address. */
interface Held {
  readonly address: string;
  readonly deliveries: number;
}

/** What is to leave the sandbox, and what has left, over all profiles. */
export interface Outgoing {
  /** What may leave by now. @param now the sandbox's time */
  due(now: number, allowance: PrivateAllowlist): OutgoingCounts;
  /** What has not ended, and when the first delivery of it falls due; null when there is none. */
  coming(allowance: PrivateAllowlist): OutgoingCounts & { readonly next: number | null };
  /** What this run may not reach, and an earlier one could. */
  held(allowance: PrivateAllowlist): readonly Held[];
  /**
   * How many requests left so far, or were on their way to an address. Of a delivery, each attempt that is over; neither
   * one that nothing left for, nor one whose process died, of which nobody knows.
   */
  left(): OutgoingCounts;
}

/** What no run has to bring anything for, or what this one brings it for. */
const MAY_GO = `state = 'waiting' and (is_held = 0 or address in (select value from json_each(?1)))`;

/** Faults of attempts without an answer for which something left: a question for a name, a connection, or a request. */
const ON_THE_WAY: readonly OutboundFault[] = [
  'name not found',
  'connection refused',
  'connection lost',
  'certificate not valid',
  'timeout',
  'answer too large',
  'answer not readable',
];

const OPEN_CALLBACKS = `(select count(*) from callbacks where state <> 'answered') as callbacks`;

export function outgoingOf(database: Database): Outgoing {
  return {
    due: (now, allowance) =>
      database.first<OutgoingCounts>(
        `select (select count(*) from deliveries where ${MAY_GO} and due_at <= ?2) as deliveries, ${OPEN_CALLBACKS}`,
        JSON.stringify(allowance),
        now,
      ) ?? NONE,
    coming: (allowance) =>
      database.first<OutgoingCounts & { readonly next: number | null }>(
        `select count(*) as deliveries, min(due_at) as next, ${OPEN_CALLBACKS} from deliveries where ${MAY_GO}`,
        JSON.stringify(allowance),
      ) ?? { ...NONE, next: null },
    held: (allowance) =>
      database.all<Held>(
        `select address, count(*) as deliveries from deliveries
         where state = 'waiting' and is_held = 1 and address not in (select value from json_each(?))
         group by address order by address`,
        JSON.stringify(allowance),
      ),
    left: () =>
      database.first<OutgoingCounts>(
        `select (select count(*) from attempts
             where status is not null or error in (select value from json_each(?1))
               or (error = ?2 and ms is not null)) as deliveries,
           (select count(*) from callbacks where at is not null) as callbacks`,
        JSON.stringify(ON_THE_WAY),
        INTERRUPTED,
      ) ?? NONE,
  };
}

const NONE: OutgoingCounts = { deliveries: 0, callbacks: 0 };
