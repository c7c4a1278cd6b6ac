import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { tryParseBoundedJson } from '../../../../domain/json/bounded-json.ts';
import { CrierError, createUsageError, getSystemCode } from '../../../../errors.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { acquireLock, type ExclusiveLock } from '../../../../storage/exclusive-lock.ts';
import { getFaultReason } from '../../../../storage/explain-file-fault.ts';
import {
  checkPrivateFolder,
  ensurePrivateFolder,
  type FolderPlace,
  readPrivateFile,
} from '../../../../storage/private-files.ts';
import { swapFile, writeNewFile } from '../../../../storage/swap-file.ts';
import { FINGERPRINT_PATTERN } from './comment-fingerprint.ts';
import { type CursorNames, WatchedWords } from './cursor-name.ts';
import { CommentEventKind, formatSeenName, type SeenComment } from './find-comment-changes.ts';

/** The cursor file of one watched id, locked while it is watched. */
export interface CursorFile {
  /** The saved cursor; null when there is none. */
  found: WatchCursor | null;
  /** Warnings for the user, a sentence each. */
  warnings: readonly string[];
  /** @returns a sentence when it cannot be saved, else null; nothing is saved after the release */
  save(place: WatchCursor): string | null;
  /** Releases the lock. */
  release(): void;
}

/** What is watched, and where its cursor is saved. */
interface CursorLocation {
  where: FolderPlace;
  /** Without an extension; hashes, not the id. */
  names: CursorNames;
  id: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now: number;
}

/** One of the files of a watch. */
type CursorPlace = Omit<CursorLocation, 'names'> & { name: string } & Pick<CursorNames, 'words'>;

/**
 * Opens and locks the cursor of an id. An unusable cursor is moved aside, and one that cannot be saved is
 * skipped: both are warnings, and neither ends the watch.
 *
 * @throws CrierError of kind usage when another process watches the id, or too many files are open
 * @see docs/safety.md#C5, #C10
 */
export function openCursorFile({ names, ...location }: CursorLocation): CursorFile {
  const of = { ...location, name: names.own, words: names.words };
  const { where, name, id } = of;
  const warnings: string[] = [];
  let lock: ExclusiveLock | null;
  try {
    ensurePrivateFolder(where.folder);
    warnings.push(...(checkPrivateFolder(where) ?? []));
    lock = acquireLock(join(where.folder, `${name}.lock`), 0);
  } catch (error) {
    if (!hasFilesLeft(where.folder)) throw createTooManyFilesError(id);
    return { found: null, warnings: [formatSaveFault(id, error)], save: () => null, release: () => {} };
  }
  if (lock === null) {
    throw createUsageError(
      `another process is already watching ${id}`,
      'two watches would share one cursor: stop the other one, or omit this id',
    );
  }
  if (!hasFilesLeft(where.folder)) {
    lock.release();
    throw createTooManyFilesError(id);
  }
  let isHeld = true;
  const { found, fault } = loadCursor(of);
  const moved = fault === null ? null : moveCursorAside(of, fault);
  if (moved !== null) warnings.push(moved.sentence);
  const handedOver = { ...of, name: names.handed };
  const handed = found === null && fault === null ? loadCursor(handedOver).found : null;
  if (handed !== null) warnings.push(`${id} continues at the position that was handed over`);
  return {
    found: found ?? handed,
    warnings,
    save(place) {
      // an unusable file that could not be moved is not overwritten
      if (!isHeld || moved?.isInTheWay === true) return null;
      const unsaved = saveCursor(of, place);
      if (handed !== null && unsaved === null) rmSync(getCursorPath(handedOver), { force: true });
      return unsaved;
    },
    release() {
      if (isHeld) lock.release();
      isHeld = false;
    },
  };
}

/** Spare file descriptors for connections, saved files, and modules loaded on demand. */
const SPARE_FILES = 16;

/** Whether more files can be opened: each locked cursor keeps one open. */
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
    `${id} cannot be watched: this process cannot open any more files`,
    'watch fewer ids, or raise the limit with "ulimit -n"',
  );
}

function getCursorPath({ where: { folder }, name }: CursorPlace): string {
  return join(folder, `${name}.json`);
}

function saveCursor(of: CursorPlace, place: WatchCursor): string | null {
  try {
    swapFile(
      getCursorPath(of),
      (inside) => void writeNewFile(join(inside, `${of.name}.json`), serializeCursor(of, place)),
    );
    return null;
  } catch (error) {
    return formatSaveFault(of.id, error);
  }
}

function formatSaveFault(id: string, error: unknown): string {
  const reason = error instanceof CrierError ? error.message : getFaultReason(error);
  return `the cursor of ${id} cannot be saved (${reason}): the next watch will print the same again`;
}

function loadCursor(of: CursorPlace): { found: WatchCursor | null; fault: string | null } {
  try {
    const file = readPrivateFile(getCursorPath(of), 'bytes');
    if (file === null) return { found: null, fault: null };
    const place = parseCursor(of.id, file.bytes);
    return typeof place === 'string' ? { found: null, fault: place } : { found: place, fault: null };
  } catch (error) {
    return { found: null, fault: error instanceof CrierError ? error.message : String(error) };
  }
}

function moveCursorAside(of: CursorPlace, fault: string): { sentence: string; isInTheWay: boolean } {
  const file = getCursorPath(of);
  const said = `the saved cursor of ${of.id} is unusable: ${fault}; all comments count as new`;
  const aside = `${file}.unusable-${new Date(of.now).toISOString().replaceAll(/[-:.]/g, '')}`;
  try {
    renameSync(file, aside);
    return { sentence: `${said}; the old file was moved to ${aside}`, isInTheWay: false };
  } catch (error) {
    const reason = getFaultReason(error);
    const sentence = `${said}, and no cursor is saved: ${file} cannot be moved (${reason})`;
    return { sentence, isInTheWay: true };
  }
}

/** A stored cursor, with the name of its file. */
export interface NamedCursor {
  readonly name: string;
  readonly cursor: StoredCursor;
}

/** Reads the cursors of a folder, in the order of their names; those that cannot be read are left out. */
export function readStoredCursors({ folder }: FolderPlace): readonly NamedCursor[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((each) => each.endsWith('.json'));
  return files.toSorted().flatMap((entry) => {
    const name = entry.slice(0, -'.json'.length);
    const cursor = readStoredCursor(folder, name);
    return cursor === null ? [] : [{ name, cursor }];
  });
}

/** @returns null where there is none, or none that this version can read */
export function readStoredCursor(folder: string, name: string): StoredCursor | null {
  const found = readPrivateFile(join(folder, `${name}.json`), 'bytes');
  const value = found === null ? null : tryParseBoundedJson(found.bytes.toString('utf8'));
  return StoredCursor.safeParse(value).data ?? null;
}

/** Stores a cursor for the next watch of its id. */
export function writeStoredCursor(folder: string, { name, cursor }: NamedCursor): void {
  ensurePrivateFolder(folder);
  const write = (inside: string) =>
    void writeNewFile(join(inside, `${name}.json`), Buffer.from(`${JSON.stringify(cursor)}\n`));
  swapFile(join(folder, `${name}.json`), write);
}

/** Days after which an unused cursor is deleted. */
export const KEPT_DAYS = 90;

/** Deletes unused cursors; errors are ignored. */
export function pruneCursors(folder: string, now: number): void {
  try {
    for (const entry of readdirSync(folder)) pruneCursor(folder, entry, now);
  } catch {
    // the next watch tries again
  }
}

/** Deletes a cursor with its lock file, or a lock file without a cursor. */
function pruneCursor(folder: string, entry: string, now: number): void {
  const [name = ''] = entry.split('.'); // our names contain no dot
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

/** The cursor of a watch for one id: what it has printed, and when it may poll again. */
interface WatchCursor {
  seen: ReadonlyMap<string, SeenComment>;
  /** When the last poll was, and the next one is due, in the watch's time: whole milliseconds. */
  lookedAt: number;
  due: number;
  /** Networks that have not responded since existing comments were skipped. */
  unheard: readonly string[];
  /** Networks that the last response did not mention. */
  absent: readonly string[];
}

const VERSION = 1;
/** The latest time of a JavaScript date. */
const LATEST_MS = 8_640_000_000_000_000;
const Moment = z.int().min(0).max(LATEST_MS);

export const StoredCursor = z.strictObject({
  kind: z.literal('crier comments watch'),
  version: z.literal(VERSION),
  id: z.string(),
  words: WatchedWords.optional(),
  lookedAt: Moment,
  due: Moment,
  unheard: z.array(z.string()),
  absent: z.array(z.string()),
  comments: z.array(
    z.tuple([
      z.string().describe('platform'),
      z.string().regex(/^[=~]/),
      z.string().nullable().describe('parentId'),
      z.string().nullable().describe('createdAt'),
      z.string().regex(FINGERPRINT_PATTERN),
      CommentEventKind.nullable().describe('doubt'),
    ]),
  ),
});

export type StoredCursor = z.infer<typeof StoredCursor>;

/** Serializes a cursor: ids, times, hashes and the words of the user, no text of comments. */
function serializeCursor({ id, words }: CursorPlace, { seen, ...rest }: WatchCursor): Buffer {
  const comments = [...seen.values()].map(
    ({ platform, key, parentId, createdAt, print, doubt }) =>
      [platform, key, parentId, createdAt, print, doubt] as const,
  );
  const stored = { kind: 'crier comments watch', version: VERSION, id, words, ...rest, comments };
  return Buffer.from(`${JSON.stringify(stored)}\n`);
}

/** @returns the fault, when it is not a cursor of this id written by this version */
function parseCursor(id: string, bytes: Buffer): WatchCursor | string {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return bytes.length === 0 ? 'it is empty' : 'it is damaged';
  }
  const result = StoredCursor.safeParse(value);
  if (!result.success) {
    const isOther = z.looseObject({ version: z.int().gt(VERSION) }).safeParse(value).success;
    return isOther ? 'it was written by a newer version of crier' : 'it is damaged';
  }
  const { comments, lookedAt, due, unheard, absent } = result.data;
  if (result.data.id !== id) return 'it belongs to another id';
  const seen = comments.map(([platform, key, parentId, createdAt, print, doubt]) => {
    const entry: SeenComment = { platform, key, parentId, createdAt, print, doubt };
    return [formatSeenName(entry), entry] as const;
  });
  return { seen: new Map(seen), lookedAt, due, unheard, absent };
}
