import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createUsageError } from '../../../../errors.ts';
import { isPostgres, openExistingInbox } from '../../../../receiver/inbox/open-inbox.ts';
import { parseJsonBody } from '../../../../receiver/received-delivery.ts';
import { runDatabaseOperation } from '../../../../storage/database-faults.ts';
import { type FileLine, readLines } from '../../../../storage/read-lines.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { STANDARD_INPUT } from '../../../framework/input/files/file-reader.ts';
import { APPLICATION_ID as ARCHIVE_ID } from '../../comments/archive/archive-database.ts';
import { chooseStore } from '../../webhooks/choose-store.ts';

/** A row of a source, not judged yet. */
export interface SourceRow {
  readonly row: unknown;
  /** Names it in messages: `activity.ndjson:12`. */
  place(): string;
}

/** Some rows, which are read as they are taken. `cut` is a line that a kill or a power failure cut short. */
export type SourceRows = Iterable<SourceRow | 'cut'>;

/** The word for the inbox that `hooks inbox list` shows. */
const INBOX = 'inbox';

/**
 * Reads archives of comments, activity, and deliveries, some rows at a time.
 *
 * @param given a path, the URL of a Postgres database, or `inbox`
 * @throws CrierError of kind usage when it cannot be read
 */
export function readSource(given: string, context: CommandContext): AsyncIterable<SourceRows> {
  const { folder } = context.io.machine;
  if (isPostgres(given)) return readInbox(given, context);
  if (STANDARD_INPUT.has(given))
    throw createUsageError('--replay reads files', 'save the events to a file, and give its name');
  const path = resolve(folder, given);
  if (given === INBOX && !existsSync(path)) return readInbox(undefined, context);
  switch (readFormat(path, given)) {
    case 'archive':
      return readArchive(path, given);
    case 'inbox':
      return readInbox(given, context);
    case 'lines':
      return readNdjson(path, given);
  }
}

const SQLITE = Buffer.from('SQLite format 3\0');
/** Where the header of a SQLite file has the id of its program. @see https://sqlite.org/fileformat.html */
const APPLICATION_ID_AT = 68;
const HEADER_BYTES = 100;

function readFormat(path: string, name: string): 'archive' | 'inbox' | 'lines' {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw createUsageError(`no such file: ${name}`, EXPECTED);
  if (stats.isDirectory()) throw createUsageError(`${name} is a folder`, EXPECTED);
  // what is read from a pipe is lost
  if (!stats.isFile()) return 'lines';
  const header = readHeader(path);
  if (header.length < HEADER_BYTES || !header.subarray(0, SQLITE.length).equals(SQLITE)) return 'lines';
  return header.readInt32BE(APPLICATION_ID_AT) === ARCHIVE_ID ? 'archive' : 'inbox';
}

const EXPECTED = `give an archive of "comments export" or "automations activity --archive", an inbox, or "${INBOX}" for that of this machine`;

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = openSync(path, 'r');
  try {
    return header.subarray(0, Math.max(readSync(handle, header, 0, HEADER_BYTES, 0), 0));
  } finally {
    closeSync(handle);
  }
}

async function* readNdjson(path: string, name: string): AsyncGenerator<SourceRows> {
  for await (const lines of readLines(path, name)) yield parseLines(lines, name);
}

function* parseLines(lines: Iterable<FileLine>, name: string): SourceRows & Generator<SourceRow | 'cut'> {
  for (const { text, number, isOpen } of lines) {
    if (text.trim() === '') continue;
    const row = parseLine(number === 1 ? text.replace(/^\uFEFF/, '') : text);
    if (row !== undefined) yield { row, place: () => `${name}:${number}` };
    else if ((isOpen && number > 1) || text.includes('\0')) yield 'cut';
    else
      throw createUsageError(
        `${name}:${number}: not a JSON document on one line`,
        'write it with -o ndjson, or --archive',
      );
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const PAGE = 500;

async function* readInbox(store: string | undefined, context: CommandContext): AsyncGenerator<SourceRows> {
  const inbox = await openExistingInbox(await chooseStore({ store }, context));
  context.io.onEnd(() => inbox.close());
  for (let after = 0; ; ) {
    const page = await inbox.listContents({}, PAGE, after);
    yield page.map(({ number, body }) => ({
      row: parseJsonBody(body),
      place: () => `delivery ${number} of the inbox`,
    }));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.number;
  }
}

/** Rows of `comments`, as the lines of an archive have them. */
const SELECT = `select platform, id, profile, post_id as postId, text, created_at as createdAt, extra,
  author_id, author_handle, is_mine from comments`;

async function* readArchive(path: string, name: string): AsyncGenerator<SourceRows> {
  const guard = <Result>(work: () => Result) =>
    runDatabaseOperation(name, work, 'check that it is the right file');
  const database = guard(() => new DatabaseSync(path, { readOnly: true }));
  try {
    const found = guard(() => database.prepare(SELECT).iterate());
    for (let isDone = false; !isDone; ) {
      const rows: SourceRow[] = [];
      while (rows.length < PAGE) {
        const next = guard(() => found.next());
        if (next.done === true) {
          isDone = true;
          break;
        }
        const { author_id: id, author_handle: handle, is_mine: isMine, extra, ...row } = next.value;
        const author = { id, handle, isMe: isMine === 1 };
        rows.push({
          row: { ...row, author, extra: parseLine(String(extra)) },
          place: () => `comment ${row['id']} of ${name}`,
        });
      }
      yield rows;
    }
  } finally {
    database.close();
  }
}
