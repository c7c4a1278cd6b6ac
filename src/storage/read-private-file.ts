import { closeSync, constants, fchmodSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { createUsageError, getSystemCode } from '../errors.ts';
import { explainFileFault, getFaultReason, runFileOperation } from './explain-file-fault.ts';
import { checkInputSize, type InputKind } from './input-limits.ts';

const OWNER_ONLY_FILE = 0o600;
const OTHERS = 0o077;

/** A private file as it was read. */
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
 * @throws CrierError `usage` when it is a link, not a plain file, too large, or cannot be read
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
