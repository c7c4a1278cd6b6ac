import type { PrivateAllowlist } from '../../../domain/addresses/public-url.ts';
import type { Database } from '../../../storage/open-database.ts';

export interface AttemptRecord {
  /** Zero-based, as sent in the header. */
  readonly attempt: number;
  /** Unique to this attempt. */
  readonly deliveryId: string;
  /** Start, in sandbox time. */
  readonly at: number;
  /** Duration by the machine's clock; null while in flight, and for an interrupted attempt. */
  readonly ms: number | null;
  /** HTTP status; null when there was no response. */
  readonly status: number | null;
  /** Why the attempt does not count as delivered; null when it does, and while in flight. */
  readonly error: string | null;
  /**
   * The address is private and was allowed by the run. While in flight, judged by the spelling of the URL.
   *
   * @see docs/safety.md#S9
   */
  readonly byAllowance: boolean;
}

export type AttemptEnd = Pick<AttemptRecord, 'ms' | 'status' | 'error' | 'byAllowance'>;

/** Error of an attempt with unknown outcome: the receiver may have got it. */
export const INTERRUPTED = 'interrupted';

type AttemptRow = Omit<AttemptRecord, 'byAllowance'> & {
  delivery: number;
  byAllowance: 0 | 1;
};

/** The caller holds the transaction. */
export function startAttempt(
  database: Database,
  delivery: number,
  record: Pick<AttemptRecord, 'attempt' | 'deliveryId' | 'at' | 'byAllowance'>,
): void {
  database.run(
    'insert into attempts (delivery, attempt, delivery_id, at, by_allowance) values (:delivery, :attempt, :deliveryId, :at, :byAllowance)',
    { ...record, delivery, byAllowance: Number(record.byAllowance) },
  );
}

/** The caller holds the transaction. */
export function finishAttempt(database: Database, delivery: number, attempt: number, end: AttemptEnd): void {
  database.run(
    'update attempts set ms = :ms, status = :status, error = :error, by_allowance = :byAllowance where delivery = :delivery and attempt = :attempt',
    { ...end, byAllowance: Number(end.byAllowance), delivery, attempt },
  );
}

/** Marks an attempt whose process died: its outcome is unknown. The caller holds the transaction. */
export function markInterrupted(database: Database, delivery: number, attempt: number): void {
  database.run('update attempts set error = :interrupted where delivery = :delivery and attempt = :attempt', {
    interrupted: INTERRUPTED,
    delivery,
    attempt,
  });
}

/** Attempts in order, by the row of their delivery; deliveries without attempts are missing. */
export function listAttempts(
  database: Database,
  deliveries: readonly number[],
): ReadonlyMap<number, readonly AttemptRecord[]> {
  const rows = database.all<AttemptRow>(
    `select delivery, attempt, delivery_id as deliveryId, at, ms, status, error, by_allowance as byAllowance
         from attempts where delivery in (select value from json_each(?)) order by delivery, attempt`,
    JSON.stringify(deliveries),
  );
  const byDelivery = Map.groupBy(rows, ({ delivery }) => delivery);
  return new Map([...byDelivery].map(([delivery, those]) => [delivery, those.map(readAttempt)]));
}

function readAttempt({ delivery: _, byAllowance, ...row }: AttemptRow): AttemptRecord {
  return { ...row, byAllowance: byAllowance === 1 };
}

interface OutboundCounts {
  deliveries: number;
  callbacks: number;
}

/** Deliveries blocked at a private address that the run does not allow. */
interface BlockedAddress {
  address: string;
  deliveries: number;
}

/** Waiting and not blocked, or blocked at an address that this run allows. */
const IS_SENDABLE = `state = 'waiting' and (is_blocked = 0 or address in (select value from json_each(?1)))`;

const OPEN_CALLBACKS = `(select count(*) from callbacks where state <> 'answered') as callbacks`;

/** Counts what is due. @param now in sandbox time */
export function countDueOutbound(
  database: Database,
  now: number,
  allowance: PrivateAllowlist,
): OutboundCounts {
  return (
    database.first<OutboundCounts>(
      `select (select count(*) from deliveries where ${IS_SENDABLE} and due_at <= ?2) as deliveries, ${OPEN_CALLBACKS}`,
      JSON.stringify(allowance),
      now,
    ) ?? NONE
  );
}

/** Counts what is open, with the earliest due time of a delivery; null when there is none. */
export function countPendingOutbound(
  database: Database,
  allowance: PrivateAllowlist,
): OutboundCounts & { next: number | null } {
  return (
    database.first<OutboundCounts & { next: number | null }>(
      `select count(*) as deliveries, min(due_at) as next, ${OPEN_CALLBACKS} from deliveries where ${IS_SENDABLE}`,
      JSON.stringify(allowance),
    ) ?? { ...NONE, next: null }
  );
}

/** Blocked deliveries by address, for addresses that this run does not allow. */
export function listBlockedAddresses(
  database: Database,
  allowance: PrivateAllowlist,
): readonly BlockedAddress[] {
  return database.all<BlockedAddress>(
    `select address, count(*) as deliveries from deliveries
         where state = 'waiting' and is_blocked = 1 and address not in (select value from json_each(?))
         group by address order by address`,
    JSON.stringify(allowance),
  );
}

/**
 * Requests sent so far, including those that failed on the way and those that were pruned. Counts each finished attempt
 * of a delivery, but not attempts without a request, or those of unknown outcome.
 */
export function countSentOutbound(database: Database): OutboundCounts {
  const counts = database.all<{ kind: keyof OutboundCounts; sent: number }>(
    'select kind, sent from sent_requests',
  );
  return { ...NONE, ...Object.fromEntries(counts.map(({ kind, sent }) => [kind, sent])) };
}

const NONE: OutboundCounts = { deliveries: 0, callbacks: 0 };
