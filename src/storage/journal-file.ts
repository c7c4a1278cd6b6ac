import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { createUsageError } from '../errors.ts';
import { runFileOperation } from './explain-file-fault.ts';
import { syncFolder } from './sync-folder.ts';

/** A file of lines that one process appends to, and that only its owner can read. */
export interface JournalFile {
  /**
   * Appends a line, which is not lost when this process is killed.
   *
   * @param line without a line break
   * @param isDurable waits until it is on the disk (default: no)
   */
  append(line: string, isDurable?: boolean): void;
  /** Writes all lines to the disk, and closes the file. Calls after the first do nothing. */
  close(): void;
}

const OWNER_ONLY_FILE = 0o600;
const LINE_FEED = 0x0a;

/** Appended lines that a power failure may lose: waiting for the disk after each would take most of a run. */
const MOST_UNSYNCED = 100;

/**
 * Opens a journal, created if missing. A last line that a killed process had cut short is removed.
 *
 * @param judge takes its lines before anything is changed @throws when the file is not of this kind
 * @throws CrierError `usage` when the file cannot be used
 * @see docs/safety.md#C5
 */
export function openJournalFile(
  file: string,
  judge: (lines: readonly string[], cutLine: string) => void,
): JournalFile {
  return runFileOperation(`cannot use ${file}`, () => {
    const handle = openPlainFile(file);
    try {
      const bytes = readFileSync(handle);
      const [lines, cutLine, end] = splitJournal(bytes);
      judge(lines, cutLine);
      fchmodSync(handle, OWNER_ONLY_FILE);
      if (end < bytes.length) ftruncateSync(handle, end);
      if (end === 0) syncFolder(dirname(file));
      return createJournal(file, handle);
    } catch (error) {
      closeSync(handle);
      throw error;
    }
  });
}

/** @returns its lines, the last one if it was cut short, and where that begins */
export function splitJournal(bytes: Buffer): [lines: readonly string[], cutLine: string, end: number] {
  const known = findKnownLength(bytes);
  const end = bytes.subarray(0, known).lastIndexOf(LINE_FEED) + 1;
  const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
  return [lines, bytes.toString('utf8', end, known), end];
}

/**
 * Lines have no NUL: one in the last line is where a power failure took a part of a line that was not synced yet, and kept
 * the size that it gave the file.
 *
 * @returns the number of bytes before it; all of a file with a single line and more than that, which may be another's
 */
function findKnownLength(bytes: Buffer): number {
  const last = bytes.subarray(0, -1).lastIndexOf(LINE_FEED) + 1;
  const hole = bytes.indexOf(0, last);
  const isLost = hole !== -1 && (last > 0 || bytes.subarray(hole).every((byte) => byte === 0));
  return isLost ? hole : bytes.length;
}

function openPlainFile(file: string): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDWR } = constants;
  // opening a pipe in its place must not wait for another process
  const handle = openSync(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_RDWR, OWNER_ONLY_FILE);
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw createUsageError(`${file} is not a plain file`, 'choose another file');
}

function createJournal(file: string, handle: number): JournalFile {
  let unsynced = 0;
  let isOpen = true;
  return {
    append: (line, isDurable = false) =>
      runFileOperation(`cannot write ${file}`, () => {
        const bytes = Buffer.from(`${line}\n`);
        for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
        unsynced += 1;
        if (!isDurable && unsynced < MOST_UNSYNCED) return;
        fsyncSync(handle);
        unsynced = 0;
      }),
    close() {
      if (!isOpen) return;
      isOpen = false;
      runFileOperation(`cannot write ${file}`, () => {
        fsyncSync(handle);
        closeSync(handle);
      });
    },
  };
}
