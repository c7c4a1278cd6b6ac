import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock, type ExclusiveLock } from '../../disk/exclusive-lock.ts';
import { getFaultReason } from '../../disk/explain-file-fault.ts';
import { checkPrivateFolder, ensurePrivateFolder, type FolderPlace } from '../../disk/private-folder.ts';
import { readPrivateFile } from '../../disk/read-private-file.ts';
import { swapFile, writeNewFile } from '../../disk/swap-file.ts';
import { CrierError, createUsageError, getSystemCode } from '../../errors.ts';
import { DAY_MS } from '../../facts/durations.ts';
import { parseCursor, serializeCursor, type WatchCursor } from './cursor-format.ts';

/** The place of one watched id, held while it is watched. */
export interface CursorFile {
  /** Where the last watch ended; null when there was none. */
  readonly found: WatchCursor | null;
  /** What a person should know of it, a sentence each. */
  readonly warnings: readonly string[];
  /** @returns a sentence when it cannot be kept, null when it is; nothing is kept after the release */
  save(place: WatchCursor): string | null;
  /** Lets another watch have it. */
  release(): void;
}

/** What is watched, and where its place is kept. */
export interface CursorLocation {
  readonly where: FolderPlace;
  /** Without an ending; made by us, never of an id. */
  readonly name: string;
  readonly id: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
}

/**
 * Opens the place of an id for one watch alone. A place that cannot be used is moved aside, and one that cannot be
 * kept is done without: both are said, and neither ends the watch.
 *
 * @throws CrierError of kind usage when another watch follows the id, or the system lets us open no more files
 * @see docs/safety.md#C5, #C10
 */
export function openCursorFile(of: CursorLocation): CursorFile {
  const { where, name, id } = of;
  const warnings: string[] = [];
  let lock: ExclusiveLock | null;
  try {
    ensurePrivateFolder(where.folder);
    warnings.push(...(checkPrivateFolder(where) ?? []));
    lock = acquireLock(join(where.folder, `${name}.lock`), 0);
  } catch (error) {
    if (!hasFilesLeft(where.folder)) throw createTooManyFilesError(id);
    return createUnsavedCursor(
      `${formatSaveFault(id, error)}: whatever is there will be printed by the next watch, too`,
    );
  }
  if (lock === null) {
    throw createUsageError(
      `another watch follows ${id} already`,
      'two would share one place, and each print a part: end the other, or leave this id out',
    );
  }
  if (!hasFilesLeft(where.folder)) {
    lock.release();
    throw createTooManyFilesError(id);
  }
  let isHeld = true;
  const { found, fault } = loadCursor(of);
  const moved = fault === null ? null : moveCursorAside(of, fault);
  return {
    found,
    warnings: moved === null ? warnings : [...warnings, moved.sentence],
    // what is of no use to us may be of use to somebody: it is not written over
    save: (place) => (isHeld && moved?.isInTheWay !== true ? saveCursor(of, place) : null),
    release() {
      if (isHeld) lock.release();
      isHeld = false;
    },
  };
}

/** For the service, for what is kept, and for the parts of this program that are loaded when they are needed. */
const SPARE_FILES = 16;

/** Whether the system lets us open more files: each place has one that is open as long as it is held. */
function hasFilesLeft(folder: string): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < SPARE_FILES) opened.push(openSync(folder, 'r'));
    return true;
  } catch (error) {
    return getSystemCode(error) !== 'EMFILE'; // some systems open no folders
  } finally {
    for (const each of opened) closeSync(each);
  }
}

function createTooManyFilesError(id: string): CrierError {
  return createUsageError(
    `${id} cannot be watched beside the others: this system lets a program open no more files`,
    'give fewer ids, or raise the limit, with "ulimit -n"',
  );
}

function createUnsavedCursor(warning: string): CursorFile {
  return { found: null, warnings: [warning], save: () => null, release: () => {} };
}

function getCursorPath({ where: { folder }, name }: Pick<CursorLocation, 'where' | 'name'>): string {
  return join(folder, `${name}.json`);
}

function saveCursor(of: CursorLocation, place: WatchCursor): string | null {
  try {
    swapFile(
      getCursorPath(of),
      (inside) => void writeNewFile(join(inside, `${of.name}.json`), serializeCursor(of.id, place)),
    );
    return null;
  } catch (error) {
    return `${formatSaveFault(of.id, error)}: the next watch will repeat what this one prints`;
  }
}

function formatSaveFault(id: string, error: unknown): string {
  const reason = error instanceof CrierError ? error.message : getFaultReason(error);
  return `the place of the watch of ${id} cannot be kept (${reason})`;
}

function loadCursor(of: CursorLocation): {
  readonly found: WatchCursor | null;
  readonly fault: string | null;
} {
  try {
    const file = readPrivateFile(getCursorPath(of), 'bytes');
    if (file === null) return { found: null, fault: null };
    const place = parseCursor(of.id, file.bytes);
    return typeof place === 'string' ? { found: null, fault: place } : { found: place, fault: null };
  } catch (error) {
    return { found: null, fault: error instanceof CrierError ? error.message : String(error) };
  }
}

function moveCursorAside(
  of: CursorLocation,
  fault: string,
): { readonly sentence: string; readonly isInTheWay: boolean } {
  const file = getCursorPath(of);
  const said = `the place where the last watch of ${of.id} ended cannot be used: ${fault}; everything counts as new`;
  const aside = `${file}.unusable-${new Date(of.now).toISOString().replaceAll(/[-:.]/g, '')}`;
  try {
    renameSync(file, aside);
    return { sentence: `${said}, and the old place is kept in ${aside}`, isInTheWay: false };
  } catch (error) {
    const reason = getFaultReason(error);
    return { sentence: `${said}, and no place is kept: ${file} is in the way (${reason})`, isInTheWay: true };
  }
}

/** A place that no watch came back to for so long is let go. */
export const KEPT_DAYS = 90;

/** Removes the places that nobody came back to; whatever is in the way of that stays. */
export function pruneCursors(folder: string, now: number): void {
  try {
    for (const entry of readdirSync(folder)) pruneCursor(folder, entry, now);
  } catch {
    // it is tried again by the next watch
  }
}

/** A place goes with its lock; a lock that never had a place goes alone. */
function pruneCursor(folder: string, entry: string, now: number): void {
  const [name = ''] = entry.split('.'); // our names have no dot
  const file = join(folder, entry);
  const place = join(folder, `${name}.json`);
  const lockFile = join(folder, `${name}.lock`);
  if (now - statSync(file).mtimeMs < KEPT_DAYS * DAY_MS || (file === lockFile && existsSync(place))) return;
  const lock = acquireLock(lockFile, 0);
  if (lock === null) return;
  try {
    if (file !== lockFile) rmSync(file, { force: true, recursive: true });
    if (!existsSync(place)) rmSync(lockFile, { force: true });
  } finally {
    lock.release();
  }
}
