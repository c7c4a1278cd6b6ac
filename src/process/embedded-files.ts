import { realpathSync } from 'node:fs';
import type { World } from '../world.ts';

/** What a single executable has inside of it in the place of a folder: its main script, `scripts/binary/main.cjs`, gives it. */
interface EmbeddedFiles {
  /** @returns null when there is no file with this name */
  read(name: string): Uint8Array | null;
  /** The names of the files in a folder. */
  list(folder: string): readonly string[];
  /** Loads a script, and returns what it exports. */
  load(name: string): unknown;
  /** The address under which a thread starts with a script. */
  getThreadUrl(name: string): URL;
}

const EMBEDDED = Symbol.for('crier.embedded');

/** @returns undefined where the program is files in a folder */
export function getEmbeddedFiles(): EmbeddedFiles | undefined {
  return (globalThis as { [EMBEDDED]?: EmbeddedFiles })[EMBEDDED]; // only our own main script sets it
}

/** The words that start another part of a single executable, as its main script reads them. */
export const EMBEDDED_PROGRAMS = { keyring: '__keyring', exit: '__exit' } as const;

/** The file that runs, without links. */
export function findOwnProgram(): World['program'] {
  const isSingle = getEmbeddedFiles() !== undefined;
  return { file: realpathSync((isSingle ? undefined : process.argv[1]) ?? process.execPath), isSingle };
}

/** The command that starts this program again. */
export function getOwnCommand(): readonly [string, ...string[]] {
  if (getEmbeddedFiles() !== undefined) return [process.execPath];
  return [process.execPath, process.argv[1] ?? ''];
}
