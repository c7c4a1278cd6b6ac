import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ensurePrivateFile } from '../disk/private-file.ts';

/** Held from the moment it is got, until it is let go or the process ends, however it ends. */
export interface ServerLock {
  release(): void;
}

/**
 * How long to try, in milliseconds: somebody who only looks holds the file for an instant, and two that come at the
 * same moment are in each other's way for another.
 */
const TRY_MS = 300;

/**
 * Gets the lock of a file, unless another process has it. The system gives it back when its holder dies.
 *
 * @param file made when it is not there; it never holds anything
 * @returns null when another has it
 * @throws CrierError `usage` when the file cannot be made
 * @see architecture.md, decision 11
 */
export function takeLock(file: string): ServerLock | null {
  ensurePrivateFile(file);
  const connection = new DatabaseSync(file, { timeout: TRY_MS });
  try {
    connection.exec('begin exclusive');
    return { release: () => connection.close() };
  } catch (error) {
    connection.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/** Whether somebody has the lock of a file. Looking at it takes it from nobody. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  const connection = new DatabaseSync(file, { timeout: 0, readOnly: true });
  try {
    connection.prepare('select 1 from sqlite_schema').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    connection.close();
  }
}

/** SQLite's own result code for a file that others hold; details are in its upper bits. */
const BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY;
}
