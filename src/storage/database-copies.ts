import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CrierError } from '../errors.ts';
import { explainDatabaseFault, UnusableDatabase } from './database-faults.ts';
import { explainFileFault, runFileOperation } from './explain-file-fault.ts';
import { requireWhole } from './open-database.ts';
import { swapFile, writeNewFile } from './swap-file.ts';
import { syncFolder } from './sync-folder.ts';

/** How many copies of each kind are kept beside a database; the oldest is deleted first. */
const MAX_COPIES = 3;

/** Why a copy is kept: before a migration, or before its data is replaced. */
export type CopyKind = `version-${number}` | 'replaced';

/**
 * Keeps a snapshot of a database beside it, with mode 0600, also while a transaction has only begun on another
 * connection. Its name says why and when it was made.
 *
 * @param now milliseconds since 1970
 * @returns the path of the copy
 * @throws CrierError `usage` when it cannot be written
 */
export function keepCopy(file: string, kind: CopyKind, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:.]/g, '');
  const copy = findFreeName(`${file}.${kind}-${stamp}`);
  swapFile(copy, (folder) => {
    const draft = join(folder, basename(copy));
    // SQLite fills an empty file, but would create one that others can read
    writeNewFile(draft, new Uint8Array());
    try {
      vacuumInto(file, draft);
    } catch (error) {
      throw copyFault(file, copy, error);
    }
  });
  removeOldest(file, kind);
  return copy;
}

function findFreeName(name: string, count = 1): string {
  const tried = count === 1 ? name : `${name}-${count}`;
  return existsSync(tried) ? findFreeName(name, count + 1) : tried;
}

/** A separate connection: it is not affected by transactions of another one. */
function vacuumInto(file: string, draft: string): void {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    connection.prepare('vacuum into ?').run(draft);
  } finally {
    connection.close();
  }
}

const BUSY_TIMEOUT_MS = 3_000;

function copyFault(file: string, copy: string, error: unknown): unknown {
  const known = explainDatabaseFault(file, explainFileFault(`cannot copy ${file} to ${copy}`, error));
  if (!(known instanceof CrierError)) return known;
  return new CrierError(known.kind, `cannot copy ${file} to ${copy}: ${getReason(known, file)}`, known.facts);
}

/** The message of a database error without the prefix that names the file. */
function getReason({ message }: CrierError, file: string): string {
  return message.replace(`cannot use ${file}: `, '');
}

/** The version is part of the kind, and all versions count together. */
function removeOldest(file: string, kind: CopyKind): void {
  const start = `${basename(file)}.${kind.replace(/\d+$/, '')}`;
  const folder = dirname(file);
  runFileOperation(`cannot read the folder ${folder}`, () => {
    const copies = readdirSync(folder)
      .filter((name) => name.startsWith(start))
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .toSorted((one, other) => readStamp(one).localeCompare(readStamp(other)));
    for (const path of copies.slice(0, -MAX_COPIES)) rmSync(path, { force: true });
  });
}

function readStamp(path: string): string {
  return /\d{8}T\d+Z(?:-\d+)?$/.exec(path)?.[0] ?? '';
}

/**
 * Opens what a database contains; an unusable database is moved aside and a new one opened.
 *
 * @param open creates the file if missing
 * @param now milliseconds since 1970
 * @returns what was opened, and the new name of the old file: null when it was usable
 * @throws CrierError as `open` does, when the file is not the cause
 */
export async function openOrMoveAside<Opened>({ file, open, now }: OpenAttempt<Opened>): Promise<{
  opened: Opened;
  aside: string | null;
}> {
  try {
    if (existsSync(file)) requireWhole(file);
    return { opened: await open(), aside: null };
  } catch (error) {
    // an untyped error means that the tables are not as crier created them
    const isOfUse = error instanceof CrierError && !(error instanceof UnusableDatabase);
    if (isOfUse || !existsSync(file)) throw error;
    const aside = moveDatabaseAside(file, now);
    return { opened: await open(), aside };
  }
}

interface OpenAttempt<Opened> {
  file: string;
  open(): Promise<Opened>;
  now: number;
}

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
    for (const part of PARTS) {
      if (!existsSync(file + part)) continue;
      renameSync(file + part, aside + part);
      // in this order on the disk too: SQLite deletes a log whose database is gone
      syncFolder(dirname(file));
    }
  });
  return aside;
}

function findFreeAside(name: string, count = 1): string {
  const tried = count === 1 ? name : `${name}-${count}`;
  return PARTS.some((part) => existsSync(tried + part)) ? findFreeAside(name, count + 1) : tried;
}
