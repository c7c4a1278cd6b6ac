import { CrierError, createUsageError, getSystemCode } from '../errors.ts';

interface FaultFacts {
  /** What is wrong, as the end of a sentence. */
  reason: string;
  /** A remedy, besides choosing another place for the file. */
  remedy?: string;
  /** A defect may cause it too: it is only explained where a caller expects it. */
  isAmbiguous?: true;
}

const PERMISSION = 'change its permissions';
const FREE_SPACE = 'free disk space';
const RAISE_LIMIT = 'raise the limit with "ulimit -n"';

/** What the error codes of file operations mean for the user. Source: errno(3), and the manual pages of open(2) and write(2). */
const FAULTS: Readonly<Record<string, FaultFacts>> = {
  EACCES: { reason: 'permission denied', remedy: PERMISSION },
  EBUSY: { reason: 'it is in use by another program' },
  EDQUOT: { reason: 'the disk quota is used up', remedy: FREE_SPACE },
  EEXIST: { reason: 'something else with its name exists', isAmbiguous: true },
  EFBIG: { reason: 'it would be larger than this system allows', remedy: FREE_SPACE },
  EIO: { reason: 'the disk failed to read or write' },
  EISDIR: { reason: 'it is a folder', isAmbiguous: true },
  ELOOP: { reason: 'its path has a symbolic link that is not followed' },
  EMFILE: { reason: 'this program has too many open files', remedy: RAISE_LIMIT },
  ENAMETOOLONG: { reason: 'its name is too long' },
  ENFILE: { reason: 'the system has too many open files', remedy: 'end other programs' },
  ENODEV: { reason: 'its device does not exist' },
  ENOENT: { reason: 'there is no such file or folder', isAmbiguous: true },
  ENOMEM: { reason: 'the system is out of memory' },
  ENOSPC: { reason: 'the disk is full', remedy: FREE_SPACE },
  ENOTDIR: { reason: 'a part of its path is not a folder' },
  ENOTEMPTY: { reason: 'the folder is not empty', isAmbiguous: true },
  ENXIO: { reason: 'its device does not exist' },
  EPERM: { reason: 'operation not permitted', remedy: PERMISSION },
  EROFS: { reason: 'the file system is read-only', remedy: 'make it writable' },
  ESTALE: { reason: 'the file server no longer knows it' },
  ETXTBSY: { reason: 'it is in use by another program' },
};

/** Node refuses such a path itself, before any system call. */
const NUL_IN_PATH: FaultFacts = { reason: 'a file name cannot contain a NUL character' };

/** Node's `rmSync` of a folder gives these errors no code, only the text of the system. */
const CODES_OF_REMOVALS: Readonly<Record<string, string>> = {
  'Device or resource busy': 'EBUSY',
  'Input/output error': 'EIO',
  'No space left on device': 'ENOSPC',
  'Read-only file system': 'EROFS',
};

const ELSEWHERE = 'choose another place (crier help environment)';

/** What is wrong with a file or its disk, as the end of a sentence; the system's error code when it is unknown. */
export function getFaultReason(error: unknown): string {
  return findFacts(error)?.reason ?? (getSystemCode(error) || String(error));
}

/**
 * Turns the failure of a file operation into an error that the user can act on.
 *
 * @param what what failed, such as `cannot write /a/b`
 * @param place how to choose another place for the file
 * @returns any other error unchanged: typed errors, and defects
 */
export function explainFileFault(what: string, error: unknown, place: string = ELSEWHERE): unknown {
  const facts = isFromSystem(error) ? findFacts(error) : undefined;
  if (facts === undefined) return error;
  const advice = facts.remedy === undefined ? place : `${facts.remedy}, or ${place}`;
  return new CrierError('usage', `${what}: ${facts.reason}`, { advice, cause: error });
}

/** Runs file operations and explains their failures. @param what what failed, when one does */
export function runFileOperation<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw explainFileFault(what, error);
  }
}

/**
 * Explains a disk failure that no file operation explained: a full or read-only disk is never a defect of the
 * program, whichever file it affects.
 *
 * @returns null for what may be a defect
 */
export function explainUnexpectedFault(error: unknown): CrierError | null {
  const facts = isFromSystem(error) ? findFacts(error) : undefined;
  if (facts === undefined || facts.isAmbiguous) return null;
  const explained = explainFileFault(`cannot use ${getPath(error)}`, error);
  return explained instanceof CrierError ? explained : createUsageError(facts.reason);
}

function findFacts(error: unknown): FaultFacts | undefined {
  if (hasNulInPath(error)) return NUL_IN_PATH;
  const code = getSystemCode(error);
  if (code !== '') return FAULTS[code ?? ''];
  const text = /Unknown error: ([^':]+)/.exec(String(error))?.[1]?.trim();
  if (text === undefined) return undefined;
  return FAULTS[CODES_OF_REMOVALS[text] ?? ''] ?? { reason: text.toLowerCase() };
}

function getPath(error: unknown): string {
  return error instanceof Error && 'path' in error ? String(error.path) : 'a file';
}

/** Node's errors of system calls name the call; other errors with a code do not. */
function isFromSystem(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || hasNulInPath(error));
}

function hasNulInPath(error: unknown): boolean {
  return getSystemCode(error) === 'ERR_INVALID_ARG_VALUE' && String(error).includes('without null bytes');
}
