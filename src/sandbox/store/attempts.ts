import type { Database } from '../../storage/open-database.ts';

/** An attempt of a delivery. */
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

/** How an attempt ended. */
export type AttemptEnd = Pick<AttemptRecord, 'ms' | 'status' | 'error' | 'byAllowance'>;

/** Attempts by the row of their delivery. */
export interface AttemptStore {
  /** The caller holds the transaction. */
  start(
    delivery: number,
    attempt: Pick<AttemptRecord, 'attempt' | 'deliveryId' | 'at' | 'byAllowance'>,
  ): void;
  /** The caller holds the transaction. */
  finish(delivery: number, attempt: number, finish: AttemptEnd): void;
  /** Marks an attempt whose process died: its outcome is unknown. The caller holds the transaction. */
  markInterrupted(delivery: number, attempt: number): void;
  /** Attempts in order, by the row of their delivery; deliveries without attempts are missing. */
  listByDelivery(deliveries: readonly number[]): ReadonlyMap<number, readonly AttemptRecord[]>;
}

/** Error of an attempt with unknown outcome: the receiver may have got it. */
export const INTERRUPTED = 'interrupted';

type AttemptRow = Omit<AttemptRecord, 'byAllowance'> & {
  readonly delivery: number;
  readonly byAllowance: 0 | 1;
};

export function createAttemptStore(database: Database): AttemptStore {
  return {
    start: (delivery, { attempt, deliveryId, at, byAllowance }) =>
      database.run(
        'insert into attempts (delivery, attempt, delivery_id, at, by_allowance) values (?, ?, ?, ?, ?)',
        delivery,
        attempt,
        deliveryId,
        at,
        Number(byAllowance),
      ),
    finish: (delivery, attempt, { ms, status, error, byAllowance }) =>
      database.run(
        'update attempts set ms = ?, status = ?, error = ?, by_allowance = ? where delivery = ? and attempt = ?',
        ms,
        status,
        error,
        Number(byAllowance),
        delivery,
        attempt,
      ),
    markInterrupted: (delivery, attempt) =>
      database.run(
        'update attempts set error = ? where delivery = ? and attempt = ?',
        INTERRUPTED,
        delivery,
        attempt,
      ),
    listByDelivery(deliveries) {
      const rows = database.all<AttemptRow>(
        `select delivery, attempt, delivery_id as deliveryId, at, ms, status, error, by_allowance as byAllowance
         from attempts where delivery in (select value from json_each(?)) order by delivery, attempt`,
        JSON.stringify(deliveries),
      );
      const byDelivery = Map.groupBy(rows, ({ delivery }) => delivery);
      return new Map([...byDelivery].map(([delivery, those]) => [delivery, those.map(readAttempt)]));
    },
  };
}

function readAttempt({ delivery: _, byAllowance, ...row }: AttemptRow): AttemptRecord {
  return { ...row, byAllowance: byAllowance === 1 };
}
