import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSystemCode } from '../../../src/errors.ts';

/** A folder on a disk that takes no more files. */
export interface OddDisk {
  readonly folder: string;
  /** What an error has to say about it. */
  readonly reason: string;
  close(): void;
}

/**
 * A full or a read-only disk: a small file system in memory. Where the system mounts none for this user, a path below a
 * plain file stands for it, which takes no file either.
 *
 * @param prepare puts files there before it is full or read-only
 */
export function oddDisk(kind: 'full' | 'read-only', prepare: (folder: string) => void = () => {}): OddDisk {
  const base = mkdtempSync(join(tmpdir(), `crier-${kind}-`));
  const folder = join(base, 'disk');
  mkdirSync(folder, { mode: 0o700 });
  if (!run('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'none', folder])) return foreignPath(base);
  prepare(folder);
  if (kind === 'full') fill(join(folder, 'filler'));
  else run('mount', ['-o', 'remount,ro', folder]);
  return {
    folder,
    reason: kind === 'full' ? 'the disk is full' : 'the file system is read-only',
    close() {
      run('umount', ['-l', folder]);
      rmSync(base, { recursive: true });
    },
  };
}

/** A folder whose path leads through a plain file, as with HOME=/dev/null. */
export function foreignPath(base: string = mkdtempSync(join(tmpdir(), 'crier-foreign-'))): OddDisk {
  writeFileSync(join(base, 'file'), '');
  return {
    folder: join(base, 'file', 'below'),
    reason: 'a part of its path is not a folder',
    close: () => rmSync(base, { recursive: true }),
  };
}

function run(program: string, words: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (const size of [4096, 1]) writeUntilFull(handle, Buffer.alloc(size));
  } finally {
    closeSync(handle);
  }
}

function writeUntilFull(handle: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(handle, bytes);
  } catch (error) {
    if (getSystemCode(error) !== 'ENOSPC') throw error;
  }
}
