import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CrierError, createUsageError, getSystemCode } from '../errors.ts';
import { explainFileFault, runFileOperation } from './explain-file-fault.ts';

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;

/**
 * Puts a new file in place of an old one at one stroke: whoever looks finds the old one whole or the new one whole,
 * and neither a crash nor a power cut changes that.
 *
 * @param write fills a folder, which nobody else can look into and which is gone afterwards, with the new file under
 * the old one's name
 * @throws CrierError `usage` when the old one is a link or not a file, or the disk does not take the new one
 * @see docs/safety.md#C5
 */
export function swapFile(file: string, write: (folder: string) => void): void {
  runFileOperation(`cannot write ${file}`, () => replaceFile(file, write));
}

function replaceFile(file: string, write: (folder: string) => void): void {
  refuseLink(file);
  const name = file.slice(dirname(file).length + 1);
  const folder = `${file}.new`;
  // What a process that was killed here left behind: nobody else writes while we do.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: OWNER_ONLY_DIRECTORY });
  try {
    write(folder);
    flush(join(folder, name), constants.O_RDWR);
    renameSync(join(folder, name), file);
    flush(dirname(file), constants.O_RDONLY);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes a file that a user named, at one stroke and 0600: it is filled under another name beside it, in a folder that
 * only its owner can look into.
 *
 * @param write fills the empty file that it is given
 * @throws CrierError `usage` when the name is that of a link or a folder, or the disk does not take the file
 */
export async function writeBeside(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const what = `cannot write ${file}`;
  const folder = runFileOperation(what, () => {
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
      flush(draft, constants.O_RDWR);
      renameSync(draft, file);
      flush(dirname(file), constants.O_RDONLY);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The user knows the file that was named, and nothing of the draft. */
function replaceDraftName(file: string, draft: string, error: unknown): unknown {
  if (!(error instanceof CrierError) || !error.message.includes(draft)) return error;
  return new CrierError(error.kind, error.message.replaceAll(draft, file), error.facts);
}

/**
 * Writes a file that was not there, 0600 from its first byte.
 *
 * @returns false when something has its name already, and then it is left alone
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
      return true;
    } catch (error) {
      rmSync(file, { force: true }); // half of a file is worse than none
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
    `${file} is a link or not a plain file, and is not written`,
    'put a file there, or nothing',
  );
}

function flush(path: string, flags: number): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
