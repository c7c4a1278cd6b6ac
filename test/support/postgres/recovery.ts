import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const POLL_MS = 100;
const OPEN = `select count(*)::int as count from crier.forwardings
  where number <= $1 and state in ('behind', 'waiting', 'running')`;

/** Measures how long it takes until what was stored before a fault is forwarded. */
export interface RecoveryMeter {
  /** Causes a fault, and measures from it on, in the background. */
  during(fault: () => Promise<unknown>): Promise<void>;
  /** Waits for all of them. @returns the times in milliseconds, ascending */
  finish(): Promise<readonly number[]>;
}

/** @param url of the database itself, whatever is between it and the receivers */
export function createRecoveryMeter(url: string): RecoveryMeter {
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => {}); // the database is killed, too
  const measured: Promise<number>[] = [];

  /** The database may be down: the query is repeated until it has answered. */
  async function query<Row>(sql: string, ...values: readonly number[]): Promise<Row | undefined> {
    for (;;) {
      try {
        const { rows } = await pool.query(sql, [...values]);
        return rows[0] as Row | undefined; // each statement is declared with the row that it returns
      } catch {
        await sleep(POLL_MS);
      }
    }
  }

  async function waitForForwarding(last: number): Promise<void> {
    for (;;) {
      const open = await query<{ count: number }>(OPEN, last);
      if (open?.count === 0) return;
      await sleep(POLL_MS);
    }
  }

  return {
    async during(fault) {
      const highest = await query<{ last: string | null }>(
        'select max(number) as last from crier.deliveries',
      );
      const began = performance.now();
      measured.push(
        waitForForwarding(Number(highest?.last ?? 0)).then(() => Math.round(performance.now() - began)),
      );
      await fault();
    },
    async finish() {
      const times = await Promise.all(measured);
      await pool.end();
      return times.toSorted((one, other) => one - other);
    },
  };
}
