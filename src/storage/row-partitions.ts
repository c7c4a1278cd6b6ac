import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFileOperation } from './explain-file-fault.ts';

/** A power of two. A part is read at once, and has so much less than all rows. */
const PARTS = 512;
const BLOCK_BYTES = 16 * 1024;
/** The most bytes of UTF-8 that a code unit becomes. */
const UNIT_BYTES = 3;
const OWNER_ONLY_FILE = 0o600;
const LINE_FEED = 0x0a;

/** One part of the rows. */
export interface RowPart<Row> {
  readonly bytes: number;
  /** Reads its rows in the order in which they were added. */
  read(): Generator<Row>;
}

/**
 * Rows that are read in parts, each with all rows of its keys, so that they can be grouped although they do not fit into
 * memory (as a hash join does it). They are in a temporary file that only this process can find.
 *
 * @see docs/decisions/0043-replay-in-parts.md
 * @see docs/performance.md#P17
 */
export interface RowPartitions<Row> {
  add(key: string, row: Row): void;
  /** Ends adding. */
  readParts(): Generator<RowPart<Row>>;
  close(): void;
}

interface Part {
  readonly block: Buffer;
  used: number;
  /** Offset and length of each block in the file. */
  readonly places: number[];
  bytes: number;
}

export function openRowPartitions<Row>(): RowPartitions<Row> {
  const what = `cannot use a temporary file in ${tmpdir()}`;
  const guard = <Result>(work: () => Result) => runFileOperation(what, work);
  const handle = guard(openHiddenFile);
  const parts = new Map<number, Part>();
  let size = 0;
  let isClosed = false;
  const write = (part: Part, bytes: Uint8Array) => {
    guard(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at, size + at);
    });
    part.places.push(size, bytes.length);
    part.bytes += bytes.length;
    size += bytes.length;
  };
  const flush = (part: Part) => {
    if (part.used > 0) write(part, part.block.subarray(0, part.used));
    part.used = 0;
  };
  return {
    add(key, row) {
      const number = hashKey(key) % PARTS;
      let part = parts.get(number);
      if (part === undefined) {
        part = { block: Buffer.allocUnsafe(BLOCK_BYTES), used: 0, places: [], bytes: 0 };
        parts.set(number, part);
      }
      const line = `${JSON.stringify(row)}\n`;
      if (part.used + line.length * UNIT_BYTES > BLOCK_BYTES) flush(part);
      if (line.length * UNIT_BYTES > BLOCK_BYTES) write(part, Buffer.from(line));
      else part.used += part.block.write(line, part.used);
    },
    *readParts() {
      for (const part of parts.values()) flush(part);
      for (const { places, bytes } of parts.values())
        yield {
          bytes,
          read: () => readRows<Row>(places, (buffer, at) => guard(() => readAt(handle, buffer, at))),
        };
    },
    close() {
      if (!isClosed) closeSync(handle);
      isClosed = true;
    },
  };
}

/** Opens a file that has no name any more, and is gone when the process ends, however it does. */
function openHiddenFile(): number {
  const path = join(tmpdir(), `crier-${randomUUID()}`);
  const handle = openSync(path, 'wx+', OWNER_ONLY_FILE);
  unlinkSync(path);
  return handle;
}

function* readRows<Row>(
  places: readonly number[],
  readInto: (buffer: Buffer, at: number) => void,
): Generator<Row> {
  for (let place = 0; place < places.length; place += 2) {
    const bytes = Buffer.allocUnsafe(places[place + 1] ?? 0);
    readInto(bytes, places[place] ?? 0);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      yield JSON.parse(bytes.toString('utf8', from, end)) as Row; // as it was added
      from = end + 1;
    }
  }
}

function readAt(handle: number, buffer: Buffer, at: number): void {
  for (let read = 0; read < buffer.length; ) {
    const count = readSync(handle, buffer, read, buffer.length - read, at + read);
    if (count === 0) throw new Error('the temporary file ended early');
    read += count;
  }
}

/** FNV-1a over code units. */
function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
