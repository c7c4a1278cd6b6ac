import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CrierError, type ErrorFacts } from '../errors.ts';
import { explainFileFault } from './explain-file-fault.ts';

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
  // SQLite reports a page that the disk cannot read as damaged, too
  11: 'it is damaged, or the disk failed to read it',
  26: 'it is not a database',
};

/** What to do about a file of the sandbox that cannot be used any more. */
export const START_OVER = 'start over with "crier sandbox reset", which moves the file aside';

/**
 * Turns a failure of the file or the disk into an error that the user can act on; any other error is returned
 * unchanged.
 *
 * @param startOver what to do about a file that cannot be used any more
 */
export function explainDatabaseFault(file: string, error: unknown, startOver = START_OVER): unknown {
  const code = getResultCode(error);
  if (code === undefined) return error;
  if (code === BUSY) return new BusyDatabase(file, error);
  const damage = DAMAGE[code];
  if (damage !== undefined) return new UnusableDatabase(file, damage, { advice: startOver, cause: error });
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

/** Runs a database operation and explains its failures. @param startOver as for `explainDatabaseFault` */
export function runDatabaseOperation<Result>(file: string, work: () => Result, startOver?: string): Result {
  try {
    return work();
  } catch (error) {
    throw explainDatabaseFault(file, error, startOver);
  }
}

/** A database that is permanently unusable: damaged, or written by another program. */
export class UnusableDatabase extends CrierError {
  constructor(file: string, reason: string, facts: ErrorFacts = {}) {
    super('usage', `cannot use ${file}: ${reason}`, {
      advice: START_OVER,
      ...facts,
    });
  }
}

/** A database whose file was removed, moved or replaced while it was open: what is written to it is lost. */
export class MovedDatabase extends CrierError {
  constructor(file: string, fate: string) {
    super('usage', `cannot use ${file}: it was ${fate} while in use`, {
      advice: 'run the command again: it opens the current file, or creates it',
    });
  }
}

/** A database that another process keeps locked for too long. */
export class BusyDatabase extends CrierError {
  constructor(file: string, cause: unknown) {
    super('unavailable', `another process keeps ${file} locked`, {
      advice: 'wait for it to finish, then try again',
      cause,
    });
  }
}

/**
 * Checks that a database can be written. SQLite opens a read-only file and fails at the first write, when a request
 * would be half done. Asking the system takes no lock.
 *
 * @param startOver as for `explainDatabaseFault`
 * @throws CrierError `usage` when the file, its folder, or what SQLite keeps beside it cannot be written
 */
export function requireWritable(file: string, startOver = START_OVER): void {
  for (const path of [dirname(file), file, ...SIDE_FILES.map((ending) => file + ending)]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (path !== dirname(file) && !found.isFile()) {
      throw new CrierError('usage', `cannot use ${file}: ${path} is not a plain file`, {
        advice: STORE_ELSEWHERE,
      });
    }
    if (path === file && found.size > 0 && found.size < SMALLEST_BYTES) {
      throw new UnusableDatabase(file, 'it is truncated', { advice: startOver });
    }
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw explainFileFault(`cannot use ${file}: cannot write to ${path}`, error, STORE_ELSEWHERE);
    }
  }
}

/** The smallest page of a database. SQLite takes a file of one byte for a new one. */
const SMALLEST_BYTES = 512;

/** Files that SQLite keeps beside a database in write-ahead mode. */
const SIDE_FILES = ['-wal', '-shm'] as const;

/** Advice for a store that cannot be used where it is. */
const STORE_ELSEWHERE = 'move the file away, or choose another place with CRIER_STATE_DIR';
