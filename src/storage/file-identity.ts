import { statSync } from 'node:fs';

/** A file by device and inode: its path can come to name another file, or none. */
export interface FileIdentity {
  /** What happened to the path; null while it names the same file. */
  fate(): 'removed' | 'replaced' | null;
}

/** @returns null when there is no such file */
export function readFileIdentity(path: string): FileIdentity | null {
  const opened = readInode(path);
  if (opened === null) return null;
  return {
    fate() {
      const found = readInode(path);
      if (found === null) return 'removed';
      return found.ino === opened.ino && found.dev === opened.dev ? null : 'replaced';
    },
  };
}

function readInode(path: string): { readonly dev: bigint; readonly ino: bigint } | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null; // its folder cannot be accessed
  }
}
