import { close, constants, fstat, open, read, type Stats } from 'node:fs';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { type CrierError, createUsageError, getSystemCode } from '../errors.ts';
import { getFaultReason } from './explain-file-fault.ts';
import { checkInputSize, INPUT_LIMITS, type InputKind } from './input-limits.ts';

export interface InputFile {
  /** An absolute path. */
  path: string;
  /** How the user wrote it. */
  name: string;
  kind: InputKind;
  /** Aborts reading what is not a plain file. */
  signal: AbortSignal;
}

/**
 * Reads a file of any type that holds bytes. A pipe or a terminal is opened without blocking and read as data
 * arrives, so that a writer that never comes cannot keep the process alive.
 *
 * @throws CrierError `usage` when it cannot be read or is too large; the signal's reason
 * @see docs/safety.md#T19
 */
export async function readInputFile(file: InputFile): Promise<Uint8Array> {
  const descriptor = await explainReadFaults(file.name, promisify(open)(file.path, OPEN_FLAGS));
  const found = await explainReadFaults(file.name, promisify(fstat)(descriptor));
  if (found.isFIFO() || isatty(descriptor)) {
    const bytes = await explainReadFaults(file.name, readStream(await openStream(descriptor), file));
    checkInputSize(bytes.length, file);
    return bytes;
  }
  try {
    checkType(found, file.name);
    checkInputSize(found.size, file);
    const bytes = await explainReadFaults(
      file.name,
      readUpTo(descriptor, INPUT_LIMITS[file.kind] + 1, file.signal),
    );
    checkInputSize(bytes.length, file);
    return bytes;
  } finally {
    close(descriptor, () => {});
  }
}

/** Without waiting for a pipe's writer, and without making a terminal the controlling one. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ENXIO: 'it is a socket or a device without data',
  EAGAIN: 'it is a device without data',
  ELOOP: 'its symbolic links form a loop',
};

/** Turns a system error about a file into a sentence. */
async function explainReadFaults<Value>(name: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const code = getSystemCode(error);
    throw code === null || !/^E[A-Z]/.test(code)
      ? error
      : createReadError(name, REASONS[code] ?? getFaultReason(error));
  }
}

function createReadError(name: string, reason: string): CrierError {
  return createUsageError(`cannot read ${name}: ${reason}`, adviseName(name));
}

/** A shell that knows no `~` or variable of another one, or finds it within `--flag=~/file`, passes it on as it is. */
function adviseName(name: string): string | undefined {
  if (/^~[/\\]/.test(name)) return 'the shell did not replace ~: write the whole path';
  return /^(?:%\w+%|\$\w+|\$env:\w+|\$\{\w+\})[/\\]/i.test(name)
    ? 'the shell did not replace the variable: write the whole path'
    : undefined;
}

function checkType(found: Stats, name: string): void {
  if (found.isDirectory()) throw createReadError(name, 'it is a folder');
  if (found.isBlockDevice()) throw createReadError(name, 'it is a disk');
}

/**
 * A plain file, or a device that always responds, such as `/dev/null`. Sizes cannot be trusted: `/proc` reports 0.
 */
async function readUpTo(descriptor: number, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length < most; ) {
    signal.throwIfAborted();
    const chunk = Buffer.allocUnsafe(Math.min(most - length, CHUNK_BYTES));
    const { bytesRead } = await promisify(read)(descriptor, chunk, 0, chunk.length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
    chunks.push(chunk.subarray(0, bytesRead));
  }
  return Buffer.concat(chunks);
}

const CHUNK_BYTES = 64 * 1024;

/** A stream over a descriptor that the system can poll, outside the thread pool; it closes the descriptor. */
async function openStream(descriptor: number): Promise<ByteStream> {
  if (isatty(descriptor)) {
    const { ReadStream } = await import('node:tty');
    return new ReadStream(descriptor);
  }
  const { Socket } = await import('node:net');
  return new Socket({ fd: descriptor, readable: true, writable: false });
}

interface ByteStream extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
}

/**
 * Reads a stream to its end, or slightly past the limit of its kind.
 *
 * @throws the signal's reason
 */
export async function readStream(
  stream: ByteStream,
  { kind, signal }: Pick<InputFile, 'kind' | 'signal'>,
): Promise<Uint8Array> {
  const stop = () => stream.destroy();
  signal.throwIfAborted();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of stream) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > INPUT_LIMITS[kind]) break;
    }
    return Buffer.concat(chunks);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
