import { createUsageError } from '../../../../errors.ts';
import { checkInputSize, type InputKind } from '../../../../storage/input-limits.ts';
import type { World } from '../../../../world.ts';
import { decodeText } from './decode-text.ts';

/** Reads a file's text, or standard input for `-`. @param kind sets the size limit (default: `text`) */
export type ReadFile = (file: string, kind?: InputKind) => Promise<string>;

/** Reads a file as bytes, or standard input for `-`. */
export type ReadBytes = (file: string) => Promise<Uint8Array>;

/** Names of standard input; opening these paths fails when it is a socket. */
export const STANDARD_INPUT = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** Reads only standard input: what a program calls must not read files of the user that it names. */
export function createInputReader(world: World): ReturnType<typeof createFileReader> {
  const { readFile, readBytes } = createFileReader(world);
  const requireInput = (file: string) => {
    if (!STANDARD_INPUT.has(file))
      throw createUsageError(`files are not read here: ${file}`, 'give its text');
  };
  return {
    async readFile(file, kind) {
      requireInput(file);
      return readFile(file, kind);
    },
    async readBytes(file) {
      requireInput(file);
      return readBytes(file);
    },
  };
}

/** Reads files, and standard input for `-`, which can be read only once. */
export function createFileReader(world: World): {
  readFile: ReadFile;
  readBytes: ReadBytes;
} {
  let isRead = false;
  async function readStandardInput(kind: InputKind): Promise<Uint8Array> {
    if (isRead) {
      throw createUsageError(
        'two settings read standard input, which can be read only once',
        'use a file for one of them',
      );
    }
    isRead = true;
    const bytes = await world.stdin.readBytes(kind);
    checkInputSize(bytes.length, { name: 'standard input', kind });
    return bytes;
  }
  async function readFileBytes(file: string, kind: InputKind): Promise<Uint8Array> {
    if (STANDARD_INPUT.has(file)) return readStandardInput(kind);
    const [{ readInputFile }, { resolve }] = await Promise.all([
      import('../../../../storage/read-input.ts'),
      import('node:path'),
    ]);
    return readInputFile({ path: resolve(world.folder, file), name: file, kind, signal: world.signal });
  }
  return {
    readFile: async (file, kind = 'text') => decodeText(await readFileBytes(file, kind)),
    readBytes: (file) => readFileBytes(file, 'bytes'),
  };
}
