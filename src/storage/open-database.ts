import { DatabaseSync } from 'node:sqlite';
import {
  BUSY,
  BusyDatabase,
  explainCopyFault,
  explainDatabaseFault,
  getResultCode,
  MovedDatabase,
  requireWritable,
  runDatabaseOperation,
  START_OVER,
  UnusableDatabase,
} from './database-faults.ts';
import { type FileIdentity, readFileIdentity } from './exclusive-lock.ts';
import { createStatementCache, type SqlValues } from './prepared-statements.ts';
import { ensurePrivateFile } from './private-files.ts';
import { type DiskLookup, requireLocalDisk } from './require-local-disk.ts';
import { runBegunTransaction, runGroupCommit, runSavepoint, runTransaction } from './transactions.ts';

/**
 * How long a process waits for another writer, in milliseconds. Clearly shorter than a lease, so that waiting does
 * not lose it.
 */
const BUSY_TIMEOUT_MS = 3_000;

const IN_MEMORY = ':memory:';

interface DatabaseOptions {
  /** Finds out on which file system the file is; default: this machine's. */
  lookup?: DiskLookup | undefined;
  /** The bytes of a SQLite file that a database in memory starts with; default: none. */
  image?: Uint8Array | undefined;
  /** What to do about a file that cannot be used any more (default: for that of the sandbox). */
  startOver?: string | undefined;
}

/** An open SQLite file. Its statements are prepared once and cached. */
export interface Database {
  /** Its path, or `:memory:`. */
  file: string;
  /** What to do about it when it cannot be used any more. */
  startOver: string;
  /** Runs any number of statements without parameters, such as DDL. */
  script(sql: string): void;
  /** All rows of a query; `Row` describes its columns. */
  all<Row>(sql: string, ...values: SqlValues): readonly Row[];
  /** The first row, if there is one. */
  first<Row>(sql: string, ...values: SqlValues): Row | undefined;
  /** The first column of the first row; undefined without a row. */
  value<Value>(sql: string, ...values: SqlValues): Value | undefined;
  /** The first column of all rows. */
  column<Value>(sql: string, ...values: SqlValues): readonly Value[];
  /** Runs a statement for its effect. @returns how many rows it changed */
  run(sql: string, ...values: SqlValues): number;
  /**
   * Runs `work` in one transaction. It is `begin immediate`: a transaction that reads first and then writes fails
   * beside a second process.
   */
  transaction<Result>(work: () => Result): Result;
  /** Runs `work` as a part of the open transaction that is undone by itself when it throws. */
  savepoint<Result>(work: () => Result): Result;
  /** The same as `transaction` without waiting; null, and nothing is done, when another process holds the write lock. */
  tryTransaction<Result>(work: () => Result): { result: Result } | null;
  /**
   * Runs `work`, one statement that writes, without waiting for the disk or for the write lock; null, and nothing is
   * done, when another process holds it.
   */
  writeAtOnce<Result>(work: () => Result): { result: Result } | null;
  /** Runs `work`, whose changes are no change of the data, such as the count of a request: `readVersion` leaves them out. */
  countAside<Result>(work: () => Result): Result;
  /** Another text after each change of the data, by this process or another one. */
  readVersion(): string;
  /** Whether another process holds the write lock now. */
  isWriteLocked(): boolean;
  /**
   * Makes sure that the path still leads to the opened files; every transaction checks it before it commits.
   *
   * @throws MovedDatabase when it does not: what is written would be lost
   */
  requireInPlace(): void;
  /** Group commit: runs `work` and waits for the disk once for all of its transactions, before it returns. */
  group<Result>(work: () => Result): Result;
  /**
   * Writes a copy of the database into an empty file.
   *
   * @throws CrierError about the target, unless the database itself is damaged or busy
   */
  copyTo(target: string): void;
  close(): void;
}

/**
 * Opens a SQLite file, and creates it if missing: only readable by its owner, busy timeout set first, write-ahead
 * log, every commit synced to disk, foreign keys enforced.
 *
 * @param file a path, or `:memory:`
 * @throws CrierError here and from every use: `usage` when the file or its disk cannot be used, `unavailable` when
 * another process locks it for too long
 * @see docs/decisions/0004-sqlite.md
 */
export function openDatabase(
  file: string,
  { lookup, image, startOver = START_OVER }: DatabaseOptions = {},
): Database {
  if (file !== IN_MEMORY) {
    requireLocalDisk(file, lookup);
    ensurePrivateFile(file);
    requireWritable(file, startOver);
  }
  try {
    return createDatabase(file, connect(file, image), startOver);
  } catch (error) {
    throw explainDatabaseFault(file, error, startOver);
  }
}

/** Polling interval while the file is locked, in milliseconds. */
const PAUSE_MS = 5;

/**
 * Opens the file, and retries when it is busy: SQLite itself does not wait while two processes switch to the
 * write-ahead log at the same time, or while the last one to close deletes it.
 */
function connect(file: string, image?: Uint8Array): DatabaseSync {
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    const connection = new DatabaseSync(file, {
      timeout: BUSY_TIMEOUT_MS,
      enableForeignKeyConstraints: true,
    });
    try {
      if (image !== undefined) connection.deserialize(image);
      connection.exec('pragma journal_mode = wal; pragma synchronous = full');
      return connection;
    } catch (error) {
      connection.close();
      if (getResultCode(error) !== BUSY || performance.now() > deadline) throw error;
      Atomics.wait(flag, 0, 0, PAUSE_MS);
    }
  }
}

/** Compares the opened files with those that the path leads to now. */
function createPlaceCheck(file: string): Database['requireInPlace'] {
  if (file === IN_MEMORY) return () => {};
  const paths = [file, `${file}-wal`];
  const opened = new Map<string, FileIdentity>();
  return () => {
    for (const path of paths) {
      // the log exists after the first read
      const identity = opened.get(path) ?? readFileIdentity(path);
      const fate = identity === null ? null : identity.fate();
      if (fate !== null)
        throw new MovedDatabase(file, path === file ? fate : `separated from its log, which was ${fate}`);
      if (identity !== null) opened.set(path, identity);
    }
  };
}

function createDatabase(file: string, connection: DatabaseSync, startOver: string): Database {
  const requireInPlace = createPlaceCheck(file);
  requireInPlace();
  const prepare = createStatementCache(connection);
  const explained = <Result>(work: () => Result): Result => runDatabaseOperation(file, work, startOver);
  // SQLite's rows are untyped: each query is declared with the row that it returns.
  const all = <Row>(sql: string, ...values: SqlValues) =>
    explained(() => prepare(sql).all(values) as readonly Row[]);
  const first = <Row>(sql: string, ...values: SqlValues) =>
    explained(() => prepare(sql).first(values) as Row | undefined);
  const value = <Value>(sql: string, ...values: SqlValues) =>
    Object.values(first<Record<string, Value>>(sql, ...values) ?? {})[0];
  const countChanges = () => value<number>('select total_changes()') ?? 0;
  let aside = 0;
  return {
    file,
    startOver,
    script: (sql) => explained(() => connection.exec(sql)),
    all,
    first,
    value,
    column: <Value>(sql: string, ...values: SqlValues) =>
      all<Record<string, Value>>(sql, ...values).flatMap((row) => Object.values(row).slice(0, 1)),
    run: (sql, ...values) => explained(() => prepare(sql).run(values)),
    transaction: (work) => explained(() => runTransaction(connection, work, requireInPlace)),
    savepoint: (work) => explained(() => runSavepoint(connection, work)),
    tryTransaction(work) {
      const free = explained(() => beginAtOnce(connection));
      if (!free) return null;
      return { result: explained(() => runBegunTransaction(connection, work, requireInPlace)) };
    },
    countAside(work) {
      const before = countChanges();
      try {
        return work();
      } finally {
        aside += countChanges() - before;
      }
    },
    // the first number is that of the changes by others
    readVersion: () => `${value<number>('pragma data_version')}.${countChanges() - aside}`,
    writeAtOnce: (work) => explained(() => writeAtOnce(connection, work)),
    isWriteLocked() {
      if (connection.isTransaction) return false;
      const free = explained(() => beginAtOnce(connection));
      if (free) connection.exec('rollback');
      return !free;
    },
    requireInPlace,
    group: (work) => explained(() => runGroupCommit(connection, work)),
    copyTo(target) {
      try {
        prepare('vacuum into ?').run([target]);
      } catch (error) {
        throw explainCopyFault(file, target, error);
      }
    },
    close: () => connection.close(),
  };
}

/** A commit that may be lost in a power failure: it is not synced. */
function writeAtOnce<Result>(connection: DatabaseSync, work: () => Result): { result: Result } | null {
  connection.exec('pragma busy_timeout = 0; pragma synchronous = normal');
  try {
    return { result: work() };
  } catch (error) {
    if (error instanceof BusyDatabase) return null;
    throw error;
  } finally {
    connection.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma synchronous = full`);
  }
}

/** Begins a write transaction without waiting. @returns false when another process holds the write lock */
function beginAtOnce(connection: DatabaseSync): boolean {
  connection.exec('pragma busy_timeout = 0');
  try {
    connection.exec('begin immediate');
    return true;
  } catch (error) {
    if (getResultCode(error) === BUSY) return false;
    throw error;
  } finally {
    connection.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/**
 * Checks the integrity of a whole database, which opening does not do, without changing it; what a commit that was cut
 * short has left is undone.
 *
 * @throws CrierError `UnusableDatabase` when anything in it is damaged
 */
export function requireWhole(file: string): void {
  requireWritable(file);
  const found = runDatabaseOperation(file, () => {
    try {
      return readFirstDamage(file, { readOnly: true });
    } catch (error) {
      if (!needsRollback(error)) throw error;
      return readFirstDamage(file, { readOnly: false });
    }
  });
  const fault = Object.values(found ?? {})[0];
  if (fault !== 'ok') throw new UnusableDatabase(file, `it is damaged (${String(fault)})`);
}

function readFirstDamage(file: string, access: { readOnly: boolean }) {
  const connection = new DatabaseSync(file, { ...access, timeout: BUSY_TIMEOUT_MS });
  try {
    return connection.prepare('pragma quick_check(1)').get();
  } finally {
    connection.close();
  }
}

/** SQLITE_READONLY_ROLLBACK: a process that ended in its first commit left a journal, which has to be undone first. */
const READONLY_ROLLBACK = 776;

function needsRollback(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === READONLY_ROLLBACK;
}
