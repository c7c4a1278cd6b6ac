import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createUsageError, getSystemCode } from '../errors.ts';
import { explainFileFault, runFileOperation } from './explain-file-fault.ts';

const OWNER_ONLY_DIRECTORY = 0o700;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/**
 * Makes sure that a folder exists. Created folders have mode 0700, parents included.
 *
 * @throws CrierError `usage` when it cannot be created, or something else has its name, including a link to a folder
 * @see docs/safety.md#C5
 */
export function ensurePrivateFolder(folder: string): void {
  try {
    makeWithParents(folder);
  } catch (error) {
    throw explainFileFault(`cannot create the folder ${folder}`, error, ELSEWHERE);
  }
  refuseLink(folder);
}

const ELSEWHERE = 'create it yourself, or choose another place (crier help environment)';

/** Node's own `recursive` never returns in a folder such as /proc, which rejects new entries with ENOENT. */
function makeWithParents(folder: string): void {
  const fault = makeFolder(folder);
  if (fault === null) return;
  const parent = dirname(folder);
  if (getSystemCode(fault) !== 'ENOENT' || parent === folder) throw fault;
  makeWithParents(parent);
  const stillFault = makeFolder(folder);
  if (stillFault !== null) throw stillFault;
}

/** @returns the error; null when the folder exists, also if another process created it first */
function makeFolder(folder: string): unknown {
  try {
    mkdirSync(folder, { mode: OWNER_ONLY_DIRECTORY });
    return null;
  } catch (error) {
    return getSystemCode(error) === 'EEXIST' ? null : error;
  }
}

/** A folder that crier uses. */
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
 * @throws CrierError `usage` when it is a link or not a folder
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
