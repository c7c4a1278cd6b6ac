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
import { createUsageError, getSystemCode } from '../errors.ts';
import { runUnderLock } from './exclusive-lock.ts';
import { runFileOperation } from './explain-file-fault.ts';

/** What the lines are. */
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

/** Up to where a file was read. */
interface ReadPosition {
  /** Device and inode. */
  identity: string;
  offset: number;
  lines: number;
}

/** @param lockFile a dedicated file, the same for all processes that append */
export function openLineFile(file: string, lockFile: string, reader: LineReader) {
  let position: ReadPosition | null = null;
  let removed = 0;
  let isCut = false;
  /** Reads to the end. @returns the last line, without its line break */
  const catchUp = (handle: number): Buffer => runFileOperation(`cannot read ${file}`, () => readNew(handle));
  const readNew = (handle: number): Buffer => {
    const { dev, ino, size } = fstatSync(handle);
    const identity = `${dev}:${ino}`;
    if (position !== null && (position.identity !== identity || size < position.offset)) {
      reader.forget();
      position = null;
    }
    let { offset, lines } = position ?? { offset: 0, lines: 0 };
    const rest = readLines(handle, offset, (line) => {
      requireLineSize(file, line);
      lines += 1;
      offset += line.length + 1;
      reader.take(line.toString('utf8'), lines);
    });
    position = { identity, offset, lines };
    requireLineSize(file, rest);
    return rest;
  };
  const advance = (bytes: number, lines: number) => {
    if (position !== null)
      position = { ...position, offset: position.offset + bytes, lines: position.lines + lines };
  };
  /** Completes a whole last line, and removes one that was cut short. */
  const repair = (handle: number, rest: Buffer) => {
    if (rest.length === 0 || position === null) return;
    const text = rest.toString('utf8');
    if (reader.judgeLast(text, position.lines + 1) === 'cut') {
      ftruncateSync(handle, position.offset);
      removed += 1;
      return;
    }
    writeAll(handle, Buffer.from('\n'));
    reader.take(text, position.lines + 1);
    advance(rest.length + 1, 1);
  };
  return {
    /** Reads what was added since the last read. Changes nothing, and takes no lock. */
    read() {
      const handle = openFile(file, constants.O_RDONLY);
      if (handle === null) return;
      runWithHandle(file, handle, () => {
        const rest = catchUp(handle);
        const text = rest.toString('utf8');
        isCut = rest.length > 0 && reader.judgeLast(text, (position?.lines ?? 0) + 1) === 'cut';
        if (rest.length > 0 && !isCut) reader.take(text, (position?.lines ?? 0) + 1);
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
        const handle = openFile(file, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND);
        if (handle === null) return;
        runWithHandle(file, handle, () => {
          repair(handle, catchUp(handle));
          const lines = choose();
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          appendOrUndo(handle, bytes);
          advance(bytes.length, lines.length);
        });
      }),
    /** Number of last lines that a killed process had cut short, and that were removed, or would be by an append. */
    cutLines: (): number => removed + (isCut ? 1 : 0),
  };
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
function appendOrUndo(handle: number, bytes: Buffer): void {
  if (bytes.length === 0) return;
  const { size } = fstatSync(handle);
  try {
    writeAll(handle, bytes);
    fsyncSync(handle);
  } catch (error) {
    ftruncateSync(handle, size);
    throw error;
  }
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
}
