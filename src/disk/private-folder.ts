import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createUsageError, getSystemCode } from '../errors.ts';
import { explainFileFault, runFileOperation } from './explain-file-fault.ts';

const OWNER_ONLY_DIRECTORY = 0o700;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/**
 * Makes sure that a folder is there. It and those above it are 0700 when they have to be made.
 *
 * @throws CrierError `usage` when it cannot be made, or something else has its name, a link to a folder included
 * @see docs/safety.md#C5
 */
export function ensurePrivateFolder(folder: string): void {
  try {
    makeWithParents(folder);
  } catch (error) {
    throw explainFileFault(`cannot make the folder ${folder}`, error, ELSEWHERE);
  }
  refuseLink(folder);
}

const ELSEWHERE = 'make it yourself, or choose another place (crier help environment)';

/** Node's own `recursive` never returns in a folder that takes none and says that there is none, such as /proc. */
function makeWithParents(folder: string): void {
  const fault = makeFolder(folder);
  if (fault === null) return;
  const parent = dirname(folder);
  if (getSystemCode(fault) !== 'ENOENT' || parent === folder) throw fault;
  makeWithParents(parent);
  const stillFault = makeFolder(folder);
  if (stillFault !== null) throw stillFault;
}

/** @returns what is in the way; null when the folder is there, whoever made it: another process may come first */
function makeFolder(folder: string): unknown {
  try {
    mkdirSync(folder, { mode: OWNER_ONLY_DIRECTORY });
    return null;
  } catch (error) {
    return getSystemCode(error) === 'EEXIST' ? null : error;
  }
}

/** A folder of crier's. */
export interface FolderPlace {
  readonly folder: string;
  /** crier made it: the user did not choose it. */
  readonly isOurs: boolean;
  /** The system has modes: Windows protects a profile by access lists instead. */
  readonly hasModes: boolean;
}

/**
 * Looks at a folder that should be its owner's alone. One of ours is made so. One that the user named may hold other
 * things, so that its rights are the user's business: they are only warned of.
 *
 * @returns a sentence for each thing that was put right, or should be; null when there is no folder
 * @throws CrierError `usage` when it is a link or not a folder
 * @see docs/safety.md#C5, #D9
 */
export function checkPrivateFolder({ folder, isOurs, hasModes }: FolderPlace): readonly string[] | null {
  const found = refuseLink(folder);
  if (found === undefined) return null;
  if (!hasModes || (found.mode & OTHERS) === 0) return [];
  if (isOurs && tightenFolder(folder))
    return [`others on this machine could look into ${folder}; that is mended`];
  const isOpen = (found.mode & OTHERS_WRITE) !== 0 && (found.mode & STICKY) === 0;
  const may = isOpen ? 'write' : 'look';
  return [`others on this machine can ${may} into ${folder}, where crier keeps its files: chmod 700 it`];
}

/** @returns false when it is somebody else's */
function tightenFolder(folder: string): boolean {
  try {
    chmodSync(folder, OWNER_ONLY_DIRECTORY);
    return true;
  } catch {
    return false;
  }
}

function refuseLink(folder: string) {
  const found = runFileOperation(`cannot look into the folder ${folder}`, () =>
    lstatSync(folder, { throwIfNoEntry: false }),
  );
  if (found?.isSymbolicLink() === true) {
    throw createUsageError(
      `${folder} is a link, and crier keeps nothing behind links`,
      'put the folder itself there, or name another one (crier help environment)',
    );
  }
  if (found?.isDirectory() === false) {
    throw createUsageError(`cannot make the folder ${folder}: something else is there`, ELSEWHERE);
  }
  return found;
}
