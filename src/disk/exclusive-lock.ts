import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { CrierError } from '../errors.ts';
import { type FileIdentity, readFileIdentity } from './file-identity.ts';
import { ensurePrivateFile } from './private-file.ts';

/** How long a process waits for the others, in milliseconds: long enough for fifty that write one after the other. */
const WAIT_MS = 30_000;

/** Held from the moment it is got, until it is let go or the process ends, however it ends. */
export interface ExclusiveLock {
  release(): void;
  /** What has become of its file since; null while the path still leads to it, and others are kept out. */
  fate: FileIdentity['fate'];
}

/**
 * Gets the lock of a file. The lock is SQLite's: the system takes it away with the process, so that one which was
 * killed blocks nobody.
 *
 * @param file a file of its own, made when it is not there (0600); nothing is ever written to it
 * @param waitMs how long to wait for another that has it
 * @returns null when another keeps it for longer
 * @throws CrierError `usage` when the file is of no use
 * @see docs/decisions/0011-settings.md
 */
export function acquireLock(file: string, waitMs: number): ExclusiveLock | null {
  ensurePrivateFile(file);
  const connection = connect(file, { timeout: waitMs });
  try {
    // a lock writes nothing, and needs no journal: many may be held at a time, and each file counts
    connection.exec('pragma journal_mode = memory; begin exclusive');
    const identity = readFileIdentity(file);
    return {
      release: () => connection.close(),
      fate: () => (identity === null ? 'removed' : identity.fate()),
    };
  } catch (cause) {
    connection.close();
    if (isBusy(cause)) return null;
    throw createLockError(file, cause);
  }
}

function connect(
  file: string,
  options: { readonly timeout: number; readonly readOnly?: boolean },
): DatabaseSync {
  try {
    return new DatabaseSync(file, options);
  } catch (cause) {
    throw createLockError(file, cause);
  }
}

function createLockError(file: string, cause: unknown): CrierError {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new CrierError('usage', `cannot lock ${file}${reason}`, {
    advice: 'move it away, since it holds nothing, or choose another place (crier help environment)',
    cause,
  });
}

/**
 * Runs `work` while no other process that locks the same file runs its own.
 *
 * @param work runs at once, and waits for nothing
 * @throws CrierError `unavailable` when others keep the lock for too long, `usage` when the file is of no use
 */
export function runUnderLock<Result>(file: string, work: () => Result): Result {
  const lock = acquireLock(file, WAIT_MS);
  if (lock === null) {
    throw new CrierError('unavailable', `another process keeps ${file} locked`, {
      advice: 'wait for it to end, then try again',
    });
  }
  try {
    return work();
  } finally {
    lock.release();
  }
}

/** Whether somebody has the lock of a file. Looking at it takes it from nobody. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  const connection = connect(file, { timeout: 0, readOnly: true });
  try {
    connection.prepare('select 1 from sqlite_schema').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw createLockError(file, error);
  } finally {
    connection.close();
  }
}

/** SQLite's own result code for a file that others hold; details are in its upper bits. */
const BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY;
}
