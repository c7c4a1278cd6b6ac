import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { CrierError } from '../errors.ts';
import { STORE_ELSEWHERE } from './require-writable.ts';
import { BusyDatabase, UnusableDatabase } from './unusable-database.ts';

/** SQLite's primary result code for a locked file. */
export const BUSY = 5;

/** SQLite's result codes for problems of the file or the disk. */
const REASONS: Readonly<Record<number, string>> = {
  3: 'permission denied',
  8: 'it cannot be written',
  10: 'the disk failed to read or write',
  13: 'the disk is full',
  14: 'it cannot be opened',
  15: 'the locks beside it cannot be used',
  22: 'it is larger than this system allows',
};

const FULL = 13;
/** The shared memory of a write-ahead log is a file too: when the disk is full, SQLite only reports these codes. */
const FULL_MAY_BE = new Set([10, 14]);

function isFull(file: string): boolean {
  try {
    return statfsSync(dirname(file)).bavail === 0;
  } catch {
    return false;
  }
}

/** Permanent damage of the file. */
const DAMAGE: Readonly<Record<number, string>> = {
  11: 'it is damaged',
  26: 'it is not a database',
};

/**
 * Turns a failure of the file or the disk into an error that the user can act on; any other error is returned
 * unchanged.
 */
export function explainDatabaseFault(file: string, error: unknown): unknown {
  const code = getResultCode(error);
  if (code === undefined) return error;
  if (code === BUSY) return new BusyDatabase(file, error);
  const damage = DAMAGE[code];
  if (damage !== undefined) return new UnusableDatabase(file, damage, { cause: error });
  const reason = getReason(file, code);
  if (reason === undefined) return error;
  return new CrierError('usage', `cannot use ${file}: ${reason}`, {
    advice: `free disk space, ${STORE_ELSEWHERE}`,
    cause: error,
  });
}

function getReason(file: string, code: number | undefined): string | undefined {
  if (code === undefined) return undefined;
  return FULL_MAY_BE.has(code) && isFull(file) ? REASONS[FULL] : REASONS[code];
}

/** SQLite's primary result code, without the detail in its upper bits. */
export function getResultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

/** SQLite does not say which of the two files failed: damage is the source's, anything else the target's. */
export function explainCopyFault(file: string, target: string, error: unknown): unknown {
  const ofSource = explainDatabaseFault(file, error);
  const isSource = ofSource instanceof UnusableDatabase || ofSource instanceof BusyDatabase;
  const reason = getReason(target, getResultCode(error));
  if (isSource || reason === undefined) return ofSource;
  return new CrierError('usage', `cannot write ${target}: ${reason}`, {
    advice: 'free disk space, or choose another place',
    cause: error,
  });
}

/** Runs a database operation and explains its failures. */
export function runDatabaseOperation<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw explainDatabaseFault(file, error);
  }
}
