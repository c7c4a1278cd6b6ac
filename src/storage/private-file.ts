import { chmodSync, closeSync, constants, lstatSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { createUsageError, getSystemCode } from '../errors.ts';
import { explainFileFault, getFaultReason, runFileOperation } from './explain-file-fault.ts';
import { ensurePrivateFolder } from './private-files.ts';

const OWNER_ONLY_FILE = 0o600;
const OTHERS = 0o077;

const MOVE_AWAY = 'move it away, or choose another place with CRIER_STATE_DIR';

/**
 * Makes sure that a file exists and only its owner can read it: from its first byte, in a folder with mode 0700 if it
 * had to be created. An existing file keeps its content.
 *
 * An existing file is never opened here: closing it would release the locks that SQLite holds on it in this process.
 *
 * @throws CrierError `usage` when the file cannot be created, or it or its folder is a symbolic link or something
 * else
 * @see docs/safety.md#C5, #D9
 */
export function ensurePrivateFile(file: string): void {
  try {
    ensurePrivateFolder(dirname(file));
    if (!createFile(file)) tightenFile(file);
  } catch (error) {
    throw explainFileFault(`cannot create ${file}`, error);
  }
}

/** @returns false when something exists there already, even a dangling link */
function createFile(file: string): boolean {
  try {
    const create = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR;
    closeSync(openSync(file, create, OWNER_ONLY_FILE));
    return true;
  } catch (error) {
    if (getSystemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function tightenFile(file: string): void {
  const found = lstatSync(file);
  if (!found.isFile()) throw createUsageError(`${file} is not a plain file`, MOVE_AWAY);
  if ((found.mode & OTHERS) !== 0) chmodSync(file, OWNER_ONLY_FILE);
}

/**
 * Restricts an existing file of crier's to its owner.
 *
 * @returns a sentence for each problem that was fixed, or cannot be
 */
export function checkPrivateFile(file: string): readonly string[] {
  const found = runFileOperation(`cannot read ${file}`, () => lstatSync(file, { throwIfNoEntry: false }));
  if (found?.isFile() !== true || (found.mode & OTHERS) === 0) return [];
  try {
    chmodSync(file, OWNER_ONLY_FILE);
    return [`others on this machine could read or change ${file}; its permissions were fixed`];
  } catch (error) {
    return [
      `others on this machine can read or change ${file}: run chmod 600 on it (${getFaultReason(error)})`,
    ];
  }
}
