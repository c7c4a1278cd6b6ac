import type { DatabaseSync } from 'node:sqlite';

/**
 * Does `work` in one transaction, which begins as a writer: one that reads first fails beside a second process.
 *
 * @param beforeCommit what it throws rolls everything back
 */
export function runTransaction<Result>(
  connection: DatabaseSync,
  work: () => Result,
  beforeCommit: () => void = () => {},
): Result {
  connection.exec('begin immediate');
  return runBegunTransaction(connection, work, beforeCommit);
}

/** The same in a transaction that has begun; it ends it. */
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

/**
 * Does `work`, whose transactions are on the disk when it returns, but not one by one: a loss of power meanwhile may
 * take the last of them, never one without all that came after it. The death of a process takes none.
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
    // What was committed before is on the disk too. What failed first counts.
    ignoreErrors(sync);
    throw error;
  }
  sync();
  return result;
}

/** Of `pragma synchronous`: commits are not waited for; what is above it waits. */
const NORMAL = 1;

const CHANGES = 'select total_changes() as total_changes';

/** @param sql gives one number */
function readNumber(connection: DatabaseSync, sql: string): number {
  return Number(Object.values(connection.prepare(sql).get() ?? {})[0]);
}

function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // Whoever calls it throws something that matters more.
  }
}

/** The write-ahead log is synced with a commit that writes: this one leaves everything as it is. */
function rewriteVersion(connection: DatabaseSync): void {
  connection.exec(`pragma user_version = ${readNumber(connection, 'pragma user_version')}`);
}
