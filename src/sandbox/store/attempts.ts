import type { Database } from '../../disk/open-database.ts';

/** An attempt to deliver something. */
export interface AttemptRecord {
  /** As it was sent: 0 for the first one. */
  readonly attempt: number;
  /** Of this attempt alone. */
  readonly deliveryId: string;
  /** When it began, in the sandbox's time. */
  readonly at: number;
  /** How long it took by the machine's clock; null while it is underway, and of one that was cut short. */
  readonly ms: number | null;
  /** HTTP status; null where none came. */
  readonly status: number | null;
  /** Why it does not count as delivered; null when it does, and while it is underway. */
  readonly error: string | null;
  /**
   * It went to an address that a run alone allowed; while it is underway, as far as the spelling tells.
   *
   * @see docs/safety.md#S9
   */
  readonly byAllowance: boolean;
}

/** How an attempt ended. */
export type AttemptEnd = Pick<AttemptRecord, 'ms' | 'status' | 'error' | 'byAllowance'>;

/** Attempts of a delivery, which is known by its row. */
export interface AttemptStore {
  /** The caller holds the transaction. */
  start(
    delivery: number,
    attempt: Pick<AttemptRecord, 'attempt' | 'deliveryId' | 'at' | 'byAllowance'>,
  ): void;
  /** The caller holds the transaction. */
  finish(delivery: number, attempt: number, finish: AttemptEnd): void;
  /** Of one whose process died nobody knows more than when it began. The caller holds the transaction. */
  markInterrupted(delivery: number, attempt: number): void;
  /** In their order, by the row of their delivery; none for one that was never attempted. */
  listByDelivery(deliveries: readonly number[]): ReadonlyMap<number, readonly AttemptRecord[]>;
}

/** Error of an attempt of which nobody knows how it ended: it may have come to the receiver. */
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
