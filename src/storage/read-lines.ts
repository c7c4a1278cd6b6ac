import { open } from 'node:fs/promises';
import { createUsageError } from '../errors.ts';
import { getFaultReason } from './explain-file-fault.ts';

const KIB = 1024;
const CHUNK_BYTES = 256 * KIB;
/** Longer lines are refused, so that memory stays bounded. */
const LINE_MIB = 16;
const LINE_FEED = 0x0a;

/** A line of a file, without its line break. */
export interface FileLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Whether it has no line break, as the last one of a writer that was killed. */
  readonly isOpen: boolean;
}

/**
 * Reads the lines of a file or pipe, in memory that does not grow with it: some at a time, and each is decoded when it is
 * taken.
 *
 * @param name of the file in messages
 * @throws CrierError of kind usage when it cannot be read
 */
export async function* readLines(path: string, name: string): AsyncGenerator<Iterable<FileLine>> {
  const explain = (error: unknown) => createUsageError(`cannot read ${name}: ${getFaultReason(error)}`);
  const handle = await open(path).catch((error: unknown) => Promise.reject(explain(error)));
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let rest: Buffer = Buffer.alloc(0);
    let number = 1;
    for (;;) {
      const { bytesRead } = await handle
        .read(chunk, 0, CHUNK_BYTES, null)
        .catch((error: unknown) => Promise.reject(explain(error)));
      if (bytesRead === 0) {
        if (rest.length > 0) yield [{ text: rest.toString('utf8'), number, isOpen: true }];
        return;
      }
      const added = chunk.subarray(0, bytesRead);
      const end = added.lastIndexOf(LINE_FEED) + 1;
      const whole = end === 0 ? null : Buffer.concat([rest, added.subarray(0, end)]);
      rest = end === 0 ? Buffer.concat([rest, added]) : Buffer.from(added.subarray(end));
      if (rest.length > LINE_MIB * KIB * KIB)
        throw createUsageError(
          `${name} has a line of more than ${LINE_MIB} MiB`,
          'check that it is the right file',
        );
      if (whole === null) continue;
      const first = number;
      for (let at = whole.indexOf(LINE_FEED); at !== -1; at = whole.indexOf(LINE_FEED, at + 1)) number += 1;
      yield splitLines(whole, first);
    }
  } finally {
    await handle.close();
  }
}

/** @param bytes end with a line break */
function* splitLines(bytes: Buffer, first: number): Generator<FileLine> {
  let [from, number] = [0, first];
  for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
    yield { text: bytes.toString('utf8', from, end), number, isOpen: false };
    number += 1;
    from = end + 1;
  }
}
