import { closeSync, constants, fchmodSync, lstatSync, openSync, renameSync, writeSync } from 'node:fs';

/** From this size on a log is put aside, in the place of the one before it: both together are twice as large at most. */
export const LOG_BYTES = 1024 * 1024;

const OWNER_ONLY_FILE = 0o600;

/**
 * Adds a line to a log that only its owner can read. What cannot be written is dropped: a log must not be the reason why
 * something else fails. Its folder is never made: where it is gone, nobody would find the log.
 *
 * @param line without its end
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

/** The part of a log that was put aside. */
export function getPreviousLogPath(file: string): string {
  return `${file}.1`;
}
