import pg from 'pg';
import { SECOND_MS } from '../../../service/durations.ts';
import { explainPostgresFault, isConflict, isConnectionFault } from './postgres-faults.ts';

export interface PostgresAccess {
  /** A URL without a password. */
  readonly url: string;
  /** Default: of `PGPASSWORD`, or of the password file of Postgres. */
  readonly password?: string | undefined;
}

export type SqlValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | Uint8Array | null)[];

/** Runs statements, in a transaction or each by itself. */
export interface PostgresSession {
  /** All rows of a statement; `Row` describes its columns. */
  query<Row>(sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
}

export interface PostgresPool extends PostgresSession {
  /** For people: without a password. */
  address: string;
  /** What opens one more connection, for pg-boss. */
  config: pg.PoolConfig;
  /**
   * Runs `work` in one transaction. It runs again when the transaction lost against another one, or when its connection
   * was lost before the commit was sent.
   */
  transaction<Result>(work: (session: PostgresSession) => Promise<Result>): Promise<Result>;
  /**
   * Runs one statement, which is a transaction of its own, and again as `transaction` does. It may have taken effect
   * although its connection was lost: the second time must then do no harm.
   */
  queryOrRepeat<Row>(sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/**
 * What a time of the caller becomes: null for the database's own clock, which is the one clock that all machines have
 * in common. Tests give their own times.
 */
export type TimeSource = (now: number) => number | null;

/** SQL of the current time in milliseconds since 1970. @param given a parameter, null for the database's clock */
export const buildNow = (given: string) =>
  `coalesce(${given}::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint)`;

/** How long one statement may take, in milliseconds: receivers answer long before their sender gives up. */
export const QUICK_MS = 4 * SECOND_MS;
/** The same for a person who waits for a list. */
export const PATIENT_MS = 120 * SECOND_MS;

const CONNECT_MS = 3 * SECOND_MS;
/** How much longer than the server we wait for its answer: then the connection is lost, though nothing says so. */
const GRACE_MS = SECOND_MS;
/** The server rolls back what waits for a client that has gone. */
const IDLE_IN_TRANSACTION_MS = 5 * SECOND_MS;
const KEEP_ALIVE_MS = 5 * SECOND_MS;
const MOST_CONNECTIONS = 4;
const MOST_TRIES = 5;

const INT8 = 20;

/** 64-bit integers are numbers: ours are times and counts below 2^53. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'], // its overloads
};

/** @param patienceMs how long one statement may take */
export function createPostgresPool({ url, password }: PostgresAccess, patienceMs: number): PostgresPool {
  const address = formatAddress(url);
  const config: pg.PoolConfig = {
    connectionString: password === undefined ? url : addPassword(url, password),
    application_name: 'crier',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: patienceMs + GRACE_MS,
    statement_timeout: patienceMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    max: MOST_CONNECTIONS,
    types: TYPES,
  };
  const pool = new pg.Pool(config);
  // an idle connection ended: the next use opens another one, or fails for itself
  pool.on('error', () => {});
  const runWithClient = createClientRunner(pool);

  async function runInTries<Result>(attempt: (progress: CommitProgress) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      const progress = { isCommitting: false };
      try {
        return await attempt(progress);
      } catch (error) {
        const isStale = tries === 1 && !progress.isCommitting && isConnectionFault(error);
        const mayRepeat = tries < MOST_TRIES && (isConflict(error) || error instanceof LostRace || isStale);
        if (!mayRepeat) throw explainPostgresFault(address, error);
      }
    }
  }

  return {
    address,
    config,
    query: <Row>(sql: string, ...values: readonly SqlValue[]) =>
      runWithClient((client) => createSession(client).query<Row>(sql, ...values)).catch((error: unknown) => {
        throw explainPostgresFault(address, error);
      }),
    transaction: (work) => runInTries((progress) => runTransaction(runWithClient, work, progress)),
    queryOrRepeat: <Row>(sql: string, ...values: readonly SqlValue[]) =>
      runInTries(() => runWithClient((client) => createSession(client).query<Row>(sql, ...values))),
    close: () => pool.end(),
  };
}

type ClientRunner = <Result>(work: (client: pg.PoolClient) => Promise<Result>) => Promise<Result>;

/** Runs work on a connection. After one was lost, those opened before it are not trusted: each would cost its timeout. */
function createClientRunner(pool: pg.Pool): ClientRunner {
  const opened = new WeakMap<pg.PoolClient, number>();
  let generation = 0;

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      const own = opened.get(client) ?? generation;
      opened.set(client, own);
      if (own === generation) return client;
      client.release(true);
    }
  }

  return async (work) => {
    const client = await connect();
    const ignore = () => {}; // the statement under way fails with the same error
    client.on('error', ignore);
    try {
      const result = await work(client);
      client.off('error', ignore);
      client.release();
      return result;
    } catch (error) {
      const isLost = isConnectionFault(error);
      if (isLost && opened.get(client) === generation) generation += 1;
      if (!isLost) client.off('error', ignore);
      client.release(isLost);
      throw error;
    }
  };
}

async function runTransaction<Result>(
  runWithClient: ClientRunner,
  work: (session: PostgresSession) => Promise<Result>,
  progress: CommitProgress,
): Promise<Result> {
  return runWithClient(async (client) => {
    await client.query('begin');
    try {
      const result = await work(createSession(client));
      progress.isCommitting = true;
      await client.query('commit');
      return result;
    } catch (error) {
      if (!isConnectionFault(error)) await client.query('rollback');
      throw error;
    }
  });
}

interface CommitProgress {
  isCommitting: boolean;
}

/** What a transaction has read was changed by another one meanwhile: it has to begin again. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

function createSession(client: pg.PoolClient): PostgresSession {
  return {
    async query<Row>(sql: string, ...values: readonly SqlValue[]) {
      const { rows } = await client.query({ text: sql, values: [...values] });
      return rows as Row[]; // each statement is declared with the rows that it returns
    },
  };
}

/** What node-postgres reads from the URL wins over a password beside it, even if the URL has none. */
function addPassword(url: string, password: string): string {
  const whole = new URL(url);
  whole.searchParams.set('password', password); // not before the host: an address of a socket has none
  return whole.href;
}

/** The address for people: user, host, port and database. */
function formatAddress(url: string): string {
  const { username, host, pathname, searchParams } = new URL(url);
  const user = username === '' ? '' : `${decodeURIComponent(username)}@`;
  return `postgres://${user}${host || searchParams.get('host') || ''}${pathname}`;
}
