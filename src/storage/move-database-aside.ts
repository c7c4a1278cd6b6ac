import { existsSync, renameSync } from 'node:fs';
import { runFileOperation } from './explain-file-fault.ts';

/** The database itself goes last: while it is there, its other files are found again. */
const PARTS = ['-wal', '-shm', ''] as const;

/**
 * Moves a database and its log aside, so that a new one can be created in its place. Nothing is lost.
 *
 * @param now milliseconds since 1970; it becomes part of the new name
 * @returns the new name
 * @throws CrierError `usage` when it cannot be moved
 */
export function moveDatabaseAside(file: string, now: number): string {
  const aside = findFreeAside(`${file}.unusable-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}`);
  runFileOperation(`cannot move ${file} aside`, () => {
    for (const part of PARTS) if (existsSync(file + part)) renameSync(file + part, aside + part);
  });
  return aside;
}

function findFreeAside(name: string, count = 1): string {
  const tried = count === 1 ? name : `${name}-${count}`;
  return PARTS.some((part) => existsSync(tried + part)) ? findFreeAside(name, count + 1) : tried;
}
