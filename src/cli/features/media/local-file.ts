import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { createUsageError, getSystemCode } from '../../../errors.ts';
import type { InspectedMedia } from '../../../media/inspect-media.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { getFaultReason } from '../../../storage/explain-file-fault.ts';
import { createPartReader } from '../../../storage/part-reader.ts';
import type { IoPort } from '../../framework/command/io.ts';

/** A file of this machine, as it was when it was read. */
export interface LocalMedia {
  /** As the user wrote it. */
  readonly label: string;
  readonly path: string;
  readonly fileName: string;
  readonly media: InspectedMedia;
  /** Of its bytes, in hex. */
  readonly sha256: string;
}

/**
 * Reads a file once: its hash, and what its bytes say. Memory stays small, whatever its size.
 *
 * @throws CrierError of kind usage for standard input, a file that cannot be read, is empty, or changes meanwhile
 */
export async function readLocalMedia(label: string, io: IoPort): Promise<LocalMedia> {
  if (label === '-' || label === '/dev/stdin') {
    throw createUsageError(
      'media cannot be read from standard input: the size and the type are needed before it is sent',
      'save it to a file, and name that',
    );
  }
  const path = resolve(io.machine.folder, label);
  const handle = await openFile(path, label);
  try {
    const before = await handle.stat();
    if (!before.isFile()) {
      throw createUsageError(
        `cannot read ${label}: it is ${before.isDirectory() ? 'a folder' : 'no plain file'}`,
      );
    }
    if (before.size === 0) throw createUsageError(`${label} is empty`, 'nothing was sent');
    const sha256 = await hashFile(handle, { label, size: before.size, io });
    const { inspectMedia } = await import('../../../media/inspect-media.ts');
    const media = await inspectMedia({ size: before.size, read: createPartReader(handle) });
    const after = await handle.stat();
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) throw createChangedError(label);
    return { label, path, fileName: shortenName(basename(path).toWellFormed()), media, sha256 };
  } finally {
    await handle.close();
  }
}

/** A pipe without a writer must not keep the command waiting. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

async function openFile(path: string, label: string): Promise<FileHandle> {
  try {
    return await open(path, READ_FLAGS);
  } catch (error) {
    const isMissing = getSystemCode(error) === 'ENOENT';
    throw createUsageError(
      `cannot read ${label}: ${isMissing ? 'there is no such file' : getFaultReason(error)}`,
      ...(isMissing ? ['a URL of media begins with https://'] : []),
    );
  }
}

function createChangedError(label: string): Error {
  return createUsageError(`${label} changed while it was read`, 'run the command again when it is complete');
}

/** Keeps the extension. */
function shortenName(name: string): string {
  const { fileNameCharacters: most } = ASSUMED;
  const letters = [...name];
  return letters.length <= most ? name : letters.slice(letters.length - most).join('');
}

const CHUNK_BYTES = 1024 * 1024;

async function hashFile(
  handle: FileHandle,
  { label, size, io }: { label: string; size: number; io: IoPort },
): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let done = 0;
  io.progress(() => `reading ${label}: ${Math.floor((done / size) * 100)} %`);
  try {
    for (;;) {
      io.signal.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, done);
      if (bytesRead === 0) break;
      hash.update(buffer.subarray(0, bytesRead));
      done += bytesRead;
    }
  } finally {
    io.progress(null);
  }
  if (done !== size) throw createChangedError(label);
  return hash.digest('hex');
}

/**
 * Reads a file again, to send it. Its last bytes are only given out when all of them are those that were read before.
 *
 * @param onRead called with the number of bytes given out so far
 * @throws CrierError of kind usage when it has changed
 */
export async function* readChunks(
  { label, path, media, sha256 }: LocalMedia,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const handle = await openFile(path, label);
  try {
    const hash = createHash('sha256');
    let done = 0;
    let held: Buffer | null = null;
    for (;;) {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, done);
      if (held !== null && bytesRead > 0) yield held;
      if (bytesRead === 0) break;
      held = buffer.subarray(0, bytesRead);
      hash.update(held);
      done += bytesRead;
      onRead(done);
      if (done > media.bytes) break;
    }
    if (done !== media.bytes || hash.digest('hex') !== sha256) throw createChangedError(label);
    if (held !== null) yield held;
  } finally {
    await handle.close();
  }
}
