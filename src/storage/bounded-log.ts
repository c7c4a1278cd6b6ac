import { closeSync, constants, fchmodSync, lstatSync, openSync, renameSync, writeSync } from 'node:fs';

/**
 * Maximum size of a log file. A full one replaces the previous file (`.1`), so that both together are at most twice
 * as large.
 */
export const LOG_BYTES = 1024 * 1024;

const OWNER_ONLY_FILE = 0o600;

/**
 * Appends a line to a log that only its owner can read. Write errors are ignored: a log must not make anything else
 * fail. Its folder is never created: where it is missing, the log would not be found.
 *
 * @param line without a line break
 * @returns whether it was written
 */
export function appendToLog(file: string, line: string): boolean {
  try {
    const bytes = Buffer.from(`${line}\n`).subarray(0, LOG_BYTES);
    const size = lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && size + bytes.length > LOG_BYTES) renameSync(file, getPreviousLogPath(file));
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
    const descriptor = openSync(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, OWNER_ONLY_FILE);
    try {
      fchmodSync(descriptor, OWNER_ONLY_FILE);
      writeSync(descriptor, bytes);
    } finally {
      closeSync(descriptor);
    }
    return true;
  } catch {
    return false;
  }
}

export function getPreviousLogPath(file: string): string {
  return `${file}.1`;
}
