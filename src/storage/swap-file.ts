import {
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CrierError, createUsageError, getSystemCode } from '../errors.ts';
import { explainFileFault, runFileOperation } from './explain-file-fault.ts';
import { syncFolder } from './sync-folder.ts';

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;

/**
 * Replaces a file atomically: readers find either the old file or the new one, complete, even after a crash or a
 * power failure.
 *
 * @param write fills a private temporary folder with the new file, under the old one's name
 * @throws CrierError `usage` when the old one is a symbolic link or not a file, or the new one cannot be written
 * @see docs/safety.md#C5
 */
export function swapFile(file: string, write: (folder: string) => void): void {
  runFileOperation(`cannot write ${file}`, () => replaceFile(file, write));
}

function replaceFile(file: string, write: (folder: string) => void): void {
  refuseLink(file);
  const name = file.slice(dirname(file).length + 1);
  const folder = `${file}.new`;
  // Left by a process that was killed here: the caller holds the lock.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: OWNER_ONLY_DIRECTORY });
  try {
    write(folder);
    flush(join(folder, name));
    renameSync(join(folder, name), file);
    syncFolder(dirname(file));
  } catch (error) {
    tryRemoveFolder(folder);
    throw error;
  }
  removeFolder(folder, file);
}

function removeFolder(folder: string, file: string): void {
  runFileOperation(`${file} is written, but its temporary folder ${folder} cannot be removed`, () =>
    rmSync(folder, { recursive: true, force: true }),
  );
}

/** After an error, which says more than that of a disk on which nothing can be removed either. */
function tryRemoveFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // the next swap of this file removes it
  }
}

/**
 * Writes a file that the user named, atomically and with mode 0600: it is filled under another name beside it, in a
 * folder that only its owner can access.
 *
 * @param write fills the empty file that it is given
 * @param isNew whether an existing file is an error and stays (default: it is replaced)
 * @throws CrierError `usage` when the name is that of a symbolic link or a folder, or the file cannot be written
 */
export async function writeBeside(
  file: string,
  write: (draft: string) => Promise<void>,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<void> {
  const what = `cannot write ${file}`;
  const folder = runFileOperation(what, () => {
    if (isNew) refuseExisting(file);
    refuseLink(file);
    return mkdtempSync(join(dirname(file), '.crier-'));
  });
  const draft = join(folder, basename(file));
  try {
    writeNewFile(draft, new Uint8Array());
    await write(draft).catch((error: unknown) => {
      throw replaceDraftName(file, draft, error);
    });
    runFileOperation(what, () => {
      flush(draft);
      if (isNew) nameNewFile(draft, file);
      else renameSync(draft, file);
      syncFolder(dirname(file));
    });
  } catch (error) {
    tryRemoveFolder(folder);
    throw error;
  }
  removeFolder(folder, file);
}

/** A rename would replace a file that another program made meanwhile. Not all disks have links. */
function nameNewFile(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch {
    refuseExisting(file);
    renameSync(draft, file);
  }
}

function refuseExisting(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  throw createUsageError(`${file} exists already`, 'choose another name, or remove it first');
}

const MODE_OF_NEW = 0o644;
const PERMISSIONS = 0o777;

/** Writes a file that a repository shares, atomically; an existing one keeps its permissions. */
export async function writeShared(file: string, text: string): Promise<void> {
  const mode = lstatSync(file, { throwIfNoEntry: false })?.mode ?? MODE_OF_NEW;
  await writeBeside(file, async (draft) => {
    writeFileSync(draft, text);
    chmodSync(draft, mode & PERMISSIONS);
  });
}

/** The user knows the named file, not the draft. */
function replaceDraftName(file: string, draft: string, error: unknown): unknown {
  if (!(error instanceof CrierError) || !error.message.includes(draft)) return error;
  return new CrierError(error.kind, error.message.replaceAll(draft, file), error.facts);
}

/**
 * Creates a new file, with mode 0600 from its first byte. It is on the disk when this returns.
 *
 * @returns false when something has its name already, which stays unchanged
 */
export function writeNewFile(file: string, bytes: Uint8Array): boolean {
  const create = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
  let handle: number;
  try {
    handle = openSync(file, create, OWNER_ONLY_FILE);
  } catch (error) {
    if (getSystemCode(error) === 'EEXIST') return false;
    throw explainFileFault(`cannot write ${file}`, error);
  }
  return runFileOperation(`cannot write ${file}`, () => {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
      syncFolder(dirname(file));
      return true;
    } catch (error) {
      rmSync(file, { force: true }); // a partial file is worse than none
      throw error;
    } finally {
      closeSync(handle);
    }
  });
}

function refuseLink(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  throw createUsageError(
    `cannot write ${file}: it is a symbolic link or not a plain file`,
    'replace it by a plain file, or remove it',
  );
}

function flush(file: string): void {
  const handle = openSync(file, constants.O_RDWR);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
