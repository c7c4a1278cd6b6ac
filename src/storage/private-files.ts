import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { createUsageError, getSystemCode } from '../errors.ts';
import { explainFileFault, getFaultReason, runFileOperation } from './explain-file-fault.ts';
import { checkInputSize, type InputKind } from './input-limits.ts';
import { makeFolders } from './make-folders.ts';
import { syncFolder } from './sync-folder.ts';

const OWNER_ONLY_DIRECTORY = 0o700;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/**
 * Makes sure that a folder exists. Created folders have mode 0700, parents included.
 *
 * @throws CrierError `usage` when it cannot be created, or something else has its name, including a symbolic link to a
 * folder
 * @see docs/safety.md#C5
 */
export function ensurePrivateFolder(folder: string): void {
  try {
    makeFolders(folder, OWNER_ONLY_DIRECTORY);
  } catch (error) {
    throw explainFileFault(`cannot create the folder ${folder}`, error, ELSEWHERE);
  }
  refuseLink(folder);
}

const ELSEWHERE = 'create it yourself, or choose another place (crier help environment)';

export interface FolderPlace {
  readonly folder: string;
  /** Created by crier, not chosen by the user. */
  readonly isOurs: boolean;
  /** The system has file modes: Windows protects a profile by access lists instead. */
  readonly hasModes: boolean;
}

/**
 * Checks a folder that should only be accessible to its owner. A folder of crier's is fixed. One that the user named
 * may hold other things, so that only a warning is returned.
 *
 * @returns a sentence for each problem that was fixed or should be; null when there is no folder
 * @throws CrierError `usage` when it is a symbolic link or not a folder
 * @see docs/safety.md#C5, #D9
 */
export function checkPrivateFolder({ folder, isOurs, hasModes }: FolderPlace): readonly string[] | null {
  const found = refuseLink(folder);
  if (found === undefined) return null;
  if (!hasModes || (found.mode & OTHERS) === 0) return [];
  if (isOurs && tightenFolder(folder))
    return [`others on this machine could read ${folder}; its permissions were fixed`];
  const isOpen = (found.mode & OTHERS_WRITE) !== 0 && (found.mode & STICKY) === 0;
  const may = isOpen ? 'write to' : 'read';
  return [`others on this machine can ${may} ${folder}, where crier keeps its files: run chmod 700 on it`];
}

/** @returns false when another user owns it */
function tightenFolder(folder: string): boolean {
  try {
    chmodSync(folder, OWNER_ONLY_DIRECTORY);
    return true;
  } catch {
    return false;
  }
}

function refuseLink(folder: string) {
  const found = runFileOperation(`cannot read the folder ${folder}`, () =>
    lstatSync(folder, { throwIfNoEntry: false }),
  );
  if (found?.isSymbolicLink() === true) {
    throw createUsageError(
      `${folder} is a symbolic link, which crier does not follow for its files`,
      'replace it by the folder itself, or choose another one (crier help environment)',
    );
  }
  if (found?.isDirectory() === false) {
    throw createUsageError(
      `cannot create the folder ${folder}: something else with its name exists`,
      ELSEWHERE,
    );
  }
  return found;
}

const OWNER_ONLY_FILE = 0o600;

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
    syncFolder(dirname(file));
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

/** Root's own files may be read by a group, as PostgreSQL allows it for keys of services. */
const OTHERS_OF_ROOT = 0o037;

/**
 * Describes that others can read or change a file of the user that holds a secret. It is not changed: the user may want
 * it like this, and it may be mounted.
 *
 * @param name as the user wrote it
 * @returns null when only its owner can, and for what is not a plain file, such as a pipe
 */
export function describeLooseFile(file: string, name: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return null;
  if ((found.mode & (found.uid === 0 ? OTHERS_OF_ROOT : OTHERS)) === 0) return null;
  return `other users of this machine have access to ${name}, which holds a secret: run chmod 600 on it`;
}

export interface PrivateFile {
  readonly bytes: Buffer;
  /** When it was last written, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly writtenMs: number;
  /** Others had access to it until it was read. */
  readonly wasLoose: boolean;
  /** Why others still have access; null when they have not. */
  readonly stillLoose: string | null;
}

/**
 * Reads a file that holds secrets. Links are not followed, and access of others is removed.
 *
 * @param kind sets its maximum size
 * @returns null when there is no file
 * @throws CrierError `usage` when it is a symbolic link, not a plain file, too large, or cannot be read
 * @see docs/safety.md#C5
 */
export function readPrivateFile(file: string, kind: InputKind): PrivateFile | null {
  return runFileOperation(`cannot read ${file}`, () => readPlain(file, kind));
}

function readPlain(file: string, kind: InputKind): PrivateFile | null {
  const handle = openPlain(file);
  if (handle === null) return null;
  try {
    const found = fstatSync(handle);
    if (!found.isFile()) throw createUsageError(`${file} is not a plain file`, 'move it away');
    checkInputSize(found.size, { name: file, kind });
    // Windows has no such modes: the access list of the user's profile protects the file.
    const wasLoose = constants.O_NOFOLLOW !== undefined && (found.mode & OTHERS) !== 0;
    const stillLoose = wasLoose ? tightenOpenFile(handle) : null;
    return { bytes: readFileSync(handle), writtenMs: found.mtimeMs, wasLoose, stillLoose };
  } finally {
    closeSync(handle);
  }
}

/** @returns why it failed, such as a read-only disk; null on success */
function tightenOpenFile(handle: number): string | null {
  try {
    fchmodSync(handle, OWNER_ONLY_FILE);
    return null;
  } catch (error) {
    return getFaultReason(error);
  }
}

function openPlain(file: string): number | null {
  try {
    // Opening a pipe in its place must not wait for a writer.
    return openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = getSystemCode(error);
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP') {
      throw createUsageError(
        `${file} is a symbolic link, and secrets are not read through links`,
        'replace it by the file itself',
      );
    }
    throw explainFileFault(`cannot read ${file}`, error);
  }
}
