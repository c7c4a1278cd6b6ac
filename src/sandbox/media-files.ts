import { lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSystemCode } from '../errors.ts';
import { ASSUMED } from '../service/assumed.ts';
import { DAY_MS } from '../service/durations.ts';
import { explainFileFault, runFileOperation } from '../storage/explain-file-fault.ts';
import type { Database } from '../storage/open-database.ts';
import { createPartReader } from '../storage/part-reader.ts';
import { ensurePrivateFolder } from '../storage/private-files.ts';
import { syncFolder } from '../storage/sync-folder.ts';
import { ALPHANUMERIC, generateRandomText, type Random } from './generate-ids.ts';
import { ServiceFailure } from './http/service-failure.ts';
import { listStoredFiles, type MediaFile, saveMediaFile } from './store/media-files.ts';

/** Length of the id of a file: unguessable, since the id is all that its address needs. */
const ID_LETTERS = 20;
const ID = /^[A-Za-z\d]{20}$/;
const PART = '.part';

/** A new file for the library, besides what its bytes say. */
export type NewMediaFile = Pick<MediaFile, 'id' | 'profile' | 'fileName' | 'description' | 'created'>;

/** The bytes of uploaded files, in a folder beside the database. */
export type MediaFiles = ReturnType<typeof createMediaFiles>;

/** Generates the id of a new file. */
export function generateMediaId(random: Random): string {
  return generateRandomText(random, ALPHANUMERIC, ID_LETTERS);
}

/** @see docs/safety.md#D9 */
export function createMediaFiles({
  file: database,
  store,
  random,
  now,
}: {
  /** The database of the sandbox; null for one in memory. */
  file: string | null;
  store: Database;
  random: Random;
  /** By the machine's clock. */
  now: () => number;
}) {
  let temporary: string | null = null;
  /** Parts of uploads in progress. */
  const parts = new Set<string>();
  const getFolder = (): string => {
    if (database !== null) return `${database}-media`;
    temporary ??= runFileOperation('cannot create a folder for media', () =>
      mkdtempSync(join(tmpdir(), 'crier-media-')),
    );
    return temporary;
  };
  const findFolder = () => (database === null ? temporary : `${database}-media`);
  const pathOf = (stored: string) => join(getFolder(), stored);
  /**
   * Deletes files that the library does not name, and what uploads of killed processes left.
   *
   * @param withUploads also those of uploads in progress, which then fail
   */
  const sweep = ({ withUploads }: { withUploads: boolean }) => {
    const folder = findFolder();
    if (folder === null) return;
    store.transaction(() => {
      const named = listStoredFiles(store);
      const isKept = (name: string) =>
        name.endsWith(PART) ? !withUploads && isRecent(join(folder, name), now()) : named.has(name);
      for (const name of listNames(folder)) {
        if (!isKept(name)) rmSync(join(folder, name), { force: true, recursive: true });
      }
    });
  };
  return {
    /**
     * Writes a file as its bytes arrive, looks at them, and adds it to the library. Nothing stays of an upload that
     * ends early.
     *
     * @throws ServiceFailure 164 for one that is too large, ends early or finds the library full, or when a reset deletes
     * it meanwhile
     * @throws CrierError `usage` when it cannot be written, such as on a full disk
     */
    async keep(chunks: AsyncIterable<Uint8Array>, file: NewMediaFile): Promise<MediaFile> {
      ensurePrivateFolder(getFolder());
      sweep({ withUploads: false });
      const part = pathOf(`${file.id}-${generateMediaId(random)}${PART}`);
      parts.add(part);
      try {
        await writePart(part, chunks, () => refuseFullLibrary(getFolder()));
        const kept: MediaFile = { ...file, ...(await inspectFile(part)), stored: file.id };
        // in the transaction, so that a sweep of another process finds the file with its row
        store.transaction(() => {
          moveIntoLibrary(part, kept, getFolder());
          saveMediaFile(store, kept);
        });
        return kept;
      } catch (error) {
        rmSync(part, { force: true });
        throw error;
      } finally {
        parts.delete(part);
      }
    },
    /** Gives access to the bytes of a file; null when they are gone. */
    open({ stored }: MediaFile) {
      // an imported database may name anything
      if (findFolder() === null || !ID.test(stored)) return null;
      const path = pathOf(stored);
      const found = lstatSync(path, { throwIfNoEntry: false });
      return found === undefined ? null : { size: found.size, chunks: () => readFile(path) };
    },
    sweep,
    /** Deletes what uploads in progress have written, and the files of a sandbox in memory. */
    close() {
      for (const part of parts) rmSync(part, { force: true });
      if (temporary !== null) rmSync(temporary, { recursive: true, force: true });
      temporary = null;
    },
  };
}

function moveIntoLibrary(part: string, { stored }: MediaFile, folder: string): void {
  if (lstatSync(part, { throwIfNoEntry: false }) === undefined) throw createSweptFailure();
  refuseFullLibrary(folder);
  runFileOperation(`cannot write ${part}`, () => {
    renameSync(part, join(folder, stored));
    syncFolder(folder); // before the row that names it
  });
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return [];
    throw explainFileFault(`cannot read the folder ${folder}`, error);
  }
}

/** An upload takes less than a day. */
function isRecent(path: string, now: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && Math.abs(now - found.mtimeMs) < DAY_MS;
}

const OWNER_ONLY_FILE = 0o600;

/** After this many bytes of an upload, the whole library is measured again: others may be uploading as well. */
const MEASURED_BYTES = 64 * 1024 * 1024;

async function writePart(
  part: string,
  chunks: AsyncIterable<Uint8Array>,
  requireSpace: () => void,
): Promise<void> {
  const what = `cannot write ${part}`;
  const handle = await open(part, 'wx', OWNER_ONLY_FILE).catch((error) => {
    throw explainFileFault(what, error);
  });
  try {
    let [bytes, measured] = [0, Number.NEGATIVE_INFINITY];
    for await (const chunk of explainInterruption(chunks)) {
      bytes += chunk.length;
      if (bytes > ASSUMED.mediaFileBytes) throw createTooLargeFailure();
      if (bytes - measured >= MEASURED_BYTES) {
        requireSpace();
        measured = bytes;
      }
      await handle.writeFile(chunk).catch((error) => {
        throw explainFileFault(what, error);
      });
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A client that goes away is no fault of the sandbox. */
async function* explainInterruption(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (cause) {
    if (cause instanceof ServiceFailure) throw cause;
    throw new ServiceFailure(164, {
      message: 'The upload ended before the file was complete.',
      details: cause instanceof Error ? cause.message : String(cause),
    });
  }
}

/** @see docs/service/limits.md#media-files */
export function createTooLargeFailure(): ServiceFailure {
  return new ServiceFailure(164, {
    message: 'The file is too large.',
    details: `file: at most ${ASSUMED.mediaFileBytes} bytes`,
  });
}

/**
 * All files count, and what uploads in progress have written.
 *
 * @throws ServiceFailure 164
 * @see docs/safety.md#D8
 */
function refuseFullLibrary(folder: string): void {
  const bytes = listNames(folder)
    .map((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
  if (bytes < ASSUMED.mediaLibraryBytes) return;
  const most = ASSUMED.mediaLibraryBytes / 1024 ** 3;
  throw new ServiceFailure(164, {
    message: `The media library is full: the files of a sandbox may have ${most} GiB in all.`,
    details:
      'file: delete older files by "crier sandbox prune --older-than 30d", or all by "crier sandbox reset"',
  });
}

/** A reset deletes what uploads in progress have written. */
function createSweptFailure(): ServiceFailure {
  return new ServiceFailure(164, {
    message: 'The file was deleted while it was uploaded.',
    details: 'file: the sandbox was reset meanwhile; upload it again',
  });
}

async function inspectFile(path: string) {
  // loaded on demand: other requests do not need it
  const { inspectMedia } = await import('../media/inspect-media.ts');
  const handle = await open(path, 'r').catch((error) => {
    throw getSystemCode(error) === 'ENOENT' ? createSweptFailure() : error;
  });
  try {
    return await inspectMedia({ size: (await handle.stat()).size, read: createPartReader(handle) });
  } finally {
    await handle.close();
  }
}

const CHUNK_BYTES = 256 * 1024;

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    for (;;) {
      const buffer = new Uint8Array(CHUNK_BYTES);
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
