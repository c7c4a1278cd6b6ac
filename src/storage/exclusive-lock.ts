import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { CrierError } from '../errors.ts';
import { ensurePrivateFile } from './private-files.ts';

/** How long a process waits for others, in milliseconds: enough for fifty that write one after the other. */
const WAIT_MS = 30_000;

/** Held until it is released or the process ends, however it ends. */
export interface ExclusiveLock {
  release(): void;
  /** What happened to the lock file; null while the path still leads to it and other processes are kept out. */
  fate: FileIdentity['fate'];
}

/**
 * Acquires the lock of a file. It is an SQLite lock: the system releases it with the process, so that a killed
 * process blocks nothing.
 *
 * @param file a dedicated file, created if missing (0600); nothing is ever written to it
 * @param waitMs how long to wait for another holder
 * @returns null when another process holds it for longer
 * @throws CrierError `usage` when the file cannot be used
 * @see docs/decisions/0011-settings.md
 */
export function acquireLock(file: string, waitMs: number): ExclusiveLock | null {
  ensurePrivateFile(file);
  const connection = connect(file, { timeout: waitMs });
  try {
    // a lock writes nothing and needs no journal file: many may be held at a time
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

function connect(file: string, options: { timeout: number; readOnly?: boolean }): DatabaseSync {
  try {
    return new DatabaseSync(file, options);
  } catch (cause) {
    throw createLockError(file, cause);
  }
}

function createLockError(file: string, cause: unknown): CrierError {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new CrierError('usage', `cannot lock ${file}${reason}`, {
    advice: 'move it away (it contains nothing), or choose another place (crier help environment)',
    cause,
  });
}

/**
 * Runs `work` while no other process holds the lock of the same file.
 *
 * @param work runs synchronously
 * @param waitMs how long to wait for another holder
 * @throws CrierError `unavailable` when others hold the lock for too long, `usage` when the file cannot be used
 */
export function runUnderLock<Result>(file: string, work: () => Result, waitMs: number = WAIT_MS): Result {
  const lock = acquireLock(file, waitMs);
  if (lock === null) {
    throw new CrierError('unavailable', `another process keeps ${file} locked`, {
      advice: 'wait for it to finish, then try again',
    });
  }
  try {
    return work();
  } finally {
    lock.release();
  }
}

/** Whether another process holds the lock of a file. The check does not take the lock. */
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

/** SQLite's primary result code for a locked file; the upper bits hold details. */
const BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY;
}

/** A file by device and inode: its path can come to name another file, or none. */
export interface FileIdentity {
  /** What happened to the path; null while it names the same file. */
  fate(): 'removed' | 'replaced' | null;
}

/** @returns null when there is no such file */
export function readFileIdentity(path: string): FileIdentity | null {
  const opened = readInode(path);
  if (opened === null) return null;
  return {
    fate() {
      const found = readInode(path);
      if (found === null) return 'removed';
      return found.ino === opened.ino && found.dev === opened.dev ? null : 'replaced';
    },
  };
}

function readInode(path: string): { dev: bigint; ino: bigint } | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null; // its folder cannot be accessed
  }
}
