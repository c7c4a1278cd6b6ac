import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CrierError } from '../errors.ts';
import { explainFileFault } from './explain-file-fault.ts';
import { UnusableDatabase } from './unusable-database.ts';

/**
 * Checks that a database can be written. SQLite opens a read-only file and fails at the first write, when a request
 * would be half done. Asking the system takes no lock.
 *
 * @throws CrierError `usage` when the file, its folder, or what SQLite keeps beside it cannot be written
 */
export function requireWritable(file: string): void {
  for (const path of [dirname(file), file, ...SIDE_FILES.map((ending) => file + ending)]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (path !== dirname(file) && !found.isFile()) {
      throw new CrierError('usage', `cannot use ${file}: ${path} is not a plain file`, {
        advice: STORE_ELSEWHERE,
      });
    }
    if (path === file && found.size > 0 && found.size < SMALLEST_BYTES) {
      throw new UnusableDatabase(file, 'it is truncated');
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
export const STORE_ELSEWHERE = 'move the file away, or choose another place with CRIER_STATE_DIR';
