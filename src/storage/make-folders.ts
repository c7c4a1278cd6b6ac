import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { getSystemCode } from '../errors.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Makes sure that a folder and its parents exist, also after a power failure, which else may take a new folder with all
 * that was synced in it. Node's own `recursive` never returns in a folder such as /proc, which rejects new entries with
 * ENOENT.
 *
 * @param mode of the folders that are made (default: what the system gives to new ones)
 * @throws the error of the system; not when another process has made them first
 */
export function makeFolders(folder: string, mode?: number): void {
  const fault = makeFolder(folder, mode);
  if (fault === null) return;
  const parent = dirname(folder);
  if (getSystemCode(fault) !== 'ENOENT' || parent === folder) throw fault;
  makeFolders(parent, mode);
  const stillFault = makeFolder(folder, mode);
  if (stillFault !== null) throw stillFault;
}

/** @returns the error; null when something has the name */
function makeFolder(folder: string, mode: number | undefined): unknown {
  try {
    mkdirSync(folder, { mode });
    syncFolder(dirname(folder));
    return null;
  } catch (error) {
    return getSystemCode(error) === 'EEXIST' ? null : error;
  }
}
