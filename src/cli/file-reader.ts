import { systemCode, usageError } from '../errors.ts';
import type { ReadFile } from './secrets.ts';
import type { World } from './world.ts';

/** Reads a file's bytes as they are, or those of standard input for `-`. */
export type ReadBytes = (file: string) => Promise<Uint8Array>;

/** Ours: nothing that is asked for by its bytes is larger. */
const MOST_MEBIBYTES = 64;
const MOST_BYTES = MOST_MEBIBYTES * 1024 * 1024;

/** Reads files, and standard input for `-`: once, since there is only one. */
export function fileReader(world: Pick<World, 'folder' | 'stdin'>): {
  readonly readFile: ReadFile;
  readonly readBytes: ReadBytes;
} {
  let isRead = false;
  function claimInput(): void {
    if (isRead) {
      throw usageError('two settings read standard input, and it holds one', 'give one of them a file');
    }
    isRead = true;
  }
  return {
    async readFile(file) {
      if (file !== '-') return Buffer.from(await bytesOf(file, world.folder)).toString('utf8');
      claimInput();
      return world.stdin.readAll();
    },
    async readBytes(file) {
      if (file === '-') claimInput();
      const bytes =
        file === '-'
          ? await world.stdin.readBytes(MOST_BYTES)
          : await bytesOf(file, world.folder, MOST_BYTES);
      if (bytes.length <= MOST_BYTES) return bytes;
      const what = file === '-' ? 'standard input' : file;
      throw usageError(`${what} holds more than ${MOST_MEBIBYTES} MiB`, 'no delivery is as large');
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
};

/** @param most past it, no more than one byte is read; left out, all of it is */
async function bytesOf(file: string, folder: string, most?: number): Promise<Uint8Array> {
  try {
    const [{ readFile, open }, path] = await Promise.all([import('node:fs/promises'), import('node:path')]);
    const whole = path.resolve(folder, file);
    if (most === undefined) return await readFile(whole);
    await using handle = await open(whole);
    const { buffer } = await import('node:stream/consumers');
    return await buffer(handle.createReadStream({ end: most, autoClose: false }));
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    throw usageError(`cannot read ${file}: ${REASONS[code] ?? code}`);
  }
}
