import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` in one transaction, begun as a writer: one that reads first fails beside a second process.
 *
 * @param beforeCommit called before the commit; what it throws rolls everything back
 */
export function runTransaction<Result>(
  connection: DatabaseSync,
  work: () => Result,
  beforeCommit: () => void = () => {},
): Result {
  connection.exec('begin immediate');
  return runBegunTransaction(connection, work, beforeCommit);
}

/** The same in a transaction that has begun; commits or rolls it back. */
export function runBegunTransaction<Result>(
  connection: DatabaseSync,
  work: () => Result,
  beforeCommit: () => void,
): Result {
  try {
    const result = work();
    beforeCommit();
    connection.exec('commit');
    return result;
  } catch (error) {
    // SQLite has rolled back by itself when the disk is full or broken.
    if (connection.isTransaction) connection.exec('rollback');
    throw error;
  }
}

/** Runs `work` as a part of the open transaction that is undone by itself when it throws. */
export function runSavepoint<Result>(connection: DatabaseSync, work: () => Result): Result {
  connection.exec('savepoint part');
  try {
    const result = work();
    connection.exec('release part');
    return result;
  } catch (error) {
    // SQLite has rolled back everything by itself when the disk is full or broken
    if (connection.isTransaction) connection.exec('rollback to part; release part');
    throw error;
  }
}

/**
 * Group commit: runs `work`, whose transactions are on disk when it returns, but not one by one. A power failure
 * meanwhile may lose the latest of them, never one in the middle; the death of the process loses none.
 */
export function runGroupCommit<Result>(connection: DatabaseSync, work: () => Result): Result {
  const synchronous = readNumber(connection, 'pragma synchronous');
  const before = readNumber(connection, CHANGES);
  const sync = () => {
    connection.exec(`pragma synchronous = ${synchronous}`);
    if (readNumber(connection, CHANGES) > before)
      runTransaction(connection, () => rewriteVersion(connection));
  };
  connection.exec(`pragma synchronous = ${Math.min(synchronous, NORMAL)}`);
  let result: Result;
  try {
    result = work();
  } catch (error) {
    // What was committed before is synced too. The first error counts.
    ignoreErrors(sync);
    throw error;
  }
  sync();
  return result;
}

/** Of `pragma synchronous`: commits do not wait for the disk; higher values do. */
const NORMAL = 1;

const CHANGES = 'select total_changes() as total_changes';

/** @param sql returns one number */
function readNumber(connection: DatabaseSync, sql: string): number {
  return Number(Object.values(connection.prepare(sql).get() ?? {})[0]);
}

function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // The caller throws the error that matters.
  }
}

/** The write-ahead log is synced by a commit that writes: this one changes nothing. */
function rewriteVersion(connection: DatabaseSync): void {
  connection.exec(`pragma user_version = ${readNumber(connection, 'pragma user_version')}`);
}
