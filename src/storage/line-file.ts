import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { createUsageError, getSystemCode } from '../errors.ts';
import { runUnderLock } from './exclusive-lock.ts';
import { runFileOperation } from './explain-file-fault.ts';
import { syncFolder } from './sync-folder.ts';

interface LineReader {
  /** Takes one line. @param number from 1 @throws when the file is none of this reader's */
  take(line: string, number: number): void;
  /** What a last line without a line break is; `take` is called for a whole one. @throws as `take` */
  judgeLast(text: string, number: number): 'whole' | 'cut';
  /** Forgets all lines: the file was replaced, and is read again from its start. */
  forget(): void;
}

const OWNER_ONLY_FILE = 0o600;
const CHUNK_BYTES = 1024 * 1024;
/** Longer lines are refused, so that memory stays bounded. */
const LINE_MIB = 16;
const LINE_BYTES = LINE_MIB * CHUNK_BYTES;
const LINE_FEED = 0x0a;

interface LineFile {
  path: string;
  reader: LineReader;
  /** Up to where it was read; `identity` is its device and inode. */
  position: { identity: string; offset: number; lines: number } | null;
  /** How many last lines that were cut short were removed. */
  removed: number;
  /** How many lines have NULs. */
  torn: number;
  isCut: boolean;
}

/** @param lockFile a dedicated file, the same for all processes that append */
export function openLineFile(path: string, lockFile: string, reader: LineReader) {
  const file: LineFile = { path, reader, position: null, removed: 0, torn: 0, isCut: false };
  return {
    /** Reads what was added since the last read. Changes nothing, and takes no lock. */
    read() {
      const handle = openFile(path, constants.O_RDONLY);
      if (handle === null) return;
      runWithHandle(path, handle, () => {
        const rest = catchUp(file, handle);
        file.isCut = isCut(file, rest);
        if (rest.length > 0 && !file.isCut)
          reader.take(rest.toString('utf8'), (file.position?.lines ?? 0) + 1);
      });
    },
    /**
     * Reads what was added since the last read, and appends lines, while no other process does. They are on disk when it
     * returns; after a failure the file is as before.
     *
     * @param choose called after reading; the lines, without line breaks
     * @throws CrierError `usage` when the file cannot be used, `unavailable` when others hold the lock for too long
     */
    append: (choose: () => readonly string[]) =>
      runUnderLock(lockFile, () => {
        const handle = openFile(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND);
        if (handle === null) return;
        runWithHandle(path, handle, () => {
          repair(file, handle, catchUp(file, handle));
          const lines = choose();
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          appendOrUndo(path, handle, bytes);
          advance(file, bytes.length, lines.length);
        });
      }),
    /**
     * Number of lines that are not whole: last ones that a killed process had cut short, and that were removed, or would be
     * by an append; and those that a power failure tore, which stay.
     */
    cutLines: (): number => file.removed + file.torn + (file.isCut ? 1 : 0),
  };
}

/** Reads to the end. @returns the last line, without its line break */
function catchUp(file: LineFile, handle: number): Buffer {
  return runFileOperation(`cannot read ${file.path}`, () => readNew(file, handle));
}

function readNew(file: LineFile, handle: number): Buffer {
  const { path, reader, position } = file;
  const { dev, ino, size } = fstatSync(handle);
  const identity = `${dev}:${ino}`;
  if (position !== null && (position.identity !== identity || size < position.offset)) {
    reader.forget();
    file.position = null;
    file.torn = 0;
  }
  let { offset, lines } = file.position ?? { offset: 0, lines: 0 };
  const take = (line: Buffer) => {
    requireLineSize(path, line);
    lines += 1;
    offset += line.length + 1;
    // what a power failure tore is passed over, and stays: the lines behind it are whole
    if (line.includes(0)) file.torn += 1;
    else reader.take(line.toString('utf8'), lines);
  };
  const rest = size === offset ? Buffer.alloc(0) : readLines(handle, offset, take);
  file.position = { identity, offset, lines };
  requireLineSize(path, rest);
  return rest;
}

/**
 * Whether a last line was cut short, by a kill or by a power failure, which may leave NULs, that no line has, where it took
 * what was not synced yet.
 *
 * @throws for a file of another program, which must not be cut
 */
function isCut({ position, reader, torn }: LineFile, rest: Buffer): boolean {
  if (rest.length === 0) return false;
  const lines = position?.lines ?? 0;
  const hole = rest.indexOf(0);
  if (hole === -1) return reader.judgeLast(rest.toString('utf8'), lines + 1) === 'cut';
  if (lines === torn && rest.some((byte) => byte !== 0))
    reader.judgeLast(rest.toString('utf8', 0, hole === 0 ? rest.length : hole), lines + 1);
  return true;
}

function advance({ position }: LineFile, bytes: number, lines: number): void {
  if (position === null) return;
  position.offset += bytes;
  position.lines += lines;
}

/** Completes a whole last line, and removes one that was cut short. */
function repair(file: LineFile, handle: number, rest: Buffer): void {
  const { reader, position } = file;
  if (rest.length === 0 || position === null) return;
  const text = rest.toString('utf8');
  if (isCut(file, rest)) {
    ftruncateSync(handle, position.offset);
    file.removed += 1;
    return;
  }
  writeAll(handle, Buffer.from('\n'));
  reader.take(text, position.lines + 1);
  advance(file, rest.length + 1, 1);
}

/** @returns null when there is no such file */
function openFile(file: string, flags: number): number | null {
  return runFileOperation(`cannot open ${file}`, () => {
    try {
      // opening a pipe in its place must not wait for another process
      const extra = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
      return openSync(file, flags | extra, OWNER_ONLY_FILE);
    } catch (error) {
      if (getSystemCode(error) === 'ENOENT' && (flags & constants.O_CREAT) === 0) return null;
      throw error;
    }
  });
}

function runWithHandle(file: string, handle: number, work: () => void): void {
  runFileOperation(`cannot write ${file}`, () => {
    try {
      if (!fstatSync(handle).isFile())
        throw createUsageError(`${file} is not a plain file`, 'choose another file');
      work();
    } finally {
      closeSync(handle);
    }
  });
}

function requireLineSize(file: string, line: Buffer): void {
  if (line.length <= LINE_BYTES) return;
  throw createUsageError(`${file} has a line of more than ${LINE_MIB} MiB`, 'choose another file');
}

/** @returns what follows the last line break, up to where it is too long */
function readLines(handle: number, start: number, take: (line: Buffer) => void): Buffer {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let rest: Buffer = Buffer.alloc(0);
  for (let at = start; ; ) {
    const count = readSync(handle, chunk, 0, CHUNK_BYTES, at);
    if (count === 0) return rest;
    at += count;
    const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      take(bytes.subarray(from, end));
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > LINE_BYTES) return rest;
  }
}

/** A disk that fills up must not leave half of a line. */
function appendOrUndo(path: string, handle: number, bytes: Buffer): void {
  if (bytes.length === 0) return;
  const { size } = fstatSync(handle);
  try {
    writeAll(handle, bytes);
    fsyncSync(handle);
    if (size === 0) syncFolder(dirname(path)); // the file may be new
  } catch (error) {
    ftruncateSync(handle, size);
    throw error;
  }
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
}
