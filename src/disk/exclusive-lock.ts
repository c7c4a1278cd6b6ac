import { DatabaseSync } from 'node:sqlite';
import { CrierError, usageError } from '../errors.ts';
import { ensurePrivateFile } from './private-file.ts';

/** How long a process waits for the others, in milliseconds: long enough for fifty that write one after the other. */
const WAIT_MS = 30_000;

/** SQLite's result code for a file that others hold. */
const BUSY = 5;

/**
 * Runs `work` while no other process that locks the same file runs its own. The lock is SQLite's: the system takes it
 * away with the process, so that one which was killed blocks nobody.
 *
 * @param file a file of its own, made when it is not there (0600); nothing is ever written to it
 * @param work runs at once, and waits for nothing
 * @throws CrierError `unavailable` when others keep the lock for too long, `usage` when the file is of no use
 * @see architecture.md, decision 11
 */
export function underLock<Result>(file: string, work: () => Result): Result {
  ensurePrivateFile(file);
  const lock = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    acquire(lock, file);
    return work();
  } finally {
    lock.close();
  }
}

function acquire(lock: DatabaseSync, file: string): void {
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY) {
      throw new CrierError('unavailable', `another process keeps ${file} locked`, {
        advice: 'wait for it to end, then try again',
        cause: error,
      });
    }
    throw usageError(`cannot lock ${file}`, 'move it away: it holds nothing');
  }
}
