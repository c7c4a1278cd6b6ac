import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { createUsageError } from '../errors.ts';
import { runFileOperation } from './explain-file-fault.ts';
import { checkInputSize } from './input-limits.ts';
import { syncFolder } from './sync-folder.ts';

const LINE_FEED = 0x0a;
const OWNER_AND_GROUP = 0o660;
const MOST_ATTEMPTS = 5;

/**
 * Lists a file that several machines append to, and the copies that programs which synchronize folders make beside it
 * when two wrote at once: their names begin and end as the file's does. The file itself is last.
 *
 * @throws CrierError of kind usage when the folder cannot be read
 */
export function listSharedCopies(file: string): readonly string[] {
  const folder = dirname(file);
  const name = basename(file);
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  const entries = runFileOperation(`cannot read the folder ${folder}`, () => readdirSync(folder));
  const copies = entries.filter((each) => each.startsWith(stem) && each.endsWith(ending) && each !== name);
  return [...copies.toSorted(), ...(entries.includes(name) ? [name] : [])].map((each) => join(folder, each));
}

/** Reads a shared file. @throws CrierError of kind usage when it cannot be read, or is too large */
export function readSharedText(file: string): { readonly text: string; readonly stamp: string } {
  return runFileOperation(`cannot read ${file}`, () => {
    const { size, mtimeMs } = requirePlain(file, statSync(file));
    checkInputSize(size, { name: file, kind: 'bytes' });
    return { text: readFileSync(file, 'utf8'), stamp: `${mtimeMs} ${size}` };
  });
}

/** What changes when a file is written: its time and its size. */
export function getSharedStamp(file: string): string {
  const { size, mtimeMs } = runFileOperation(`cannot read ${file}`, () => statSync(file));
  return `${mtimeMs} ${size}`;
}

/**
 * Appends lines to a file that several machines append to: in one write, which local disks keep whole. File servers may
 * lose one of two that are made at once, so that it is read again, and repeated where it is missing. A line that another
 * machine was writing when it stopped is ended first.
 *
 * @param text whole lines, which may be appended twice without harm
 * @throws CrierError of kind usage when they cannot be written
 */
export function appendSharedLines(file: string, text: string): void {
  runFileOperation(`cannot write ${file}`, () => {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      appendOnce(file, text);
      if (readFileSync(file, 'utf8').includes(text)) return;
    }
    throw createUsageError(
      `cannot write ${file}: what was appended is not in it`,
      'the disk is full, or another program replaces the file: try again',
    );
  });
}

function appendOnce(file: string, text: string): void {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = openSync(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, OWNER_AND_GROUP);
  try {
    const { size } = requirePlain(file, fstatSync(handle));
    if (size === 0) letGroupWrite(handle);
    const last = Buffer.alloc(1);
    if (size > 0) readSync(handle, last, 0, 1, size - 1);
    const isCut = size > 0 && last[0] !== LINE_FEED;
    writeSync(handle, isCut ? `\n${text}` : text);
    fsyncSync(handle);
    if (size === 0) syncFolder(dirname(file));
  } finally {
    closeSync(handle);
  }
}

/** The usual mask would let only its creator write. */
function letGroupWrite(handle: number): void {
  try {
    fchmodSync(handle, OWNER_AND_GROUP);
  } catch {
    // another user's empty file, or a disk without modes
  }
}

function requirePlain<Found extends { isFile(): boolean }>(file: string, found: Found): Found {
  if (found.isFile()) return found;
  throw createUsageError(`${file} is not a plain file`, 'choose another file');
}
