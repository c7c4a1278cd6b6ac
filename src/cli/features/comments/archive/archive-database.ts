import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { foldHandle } from '../../../../domain/text/find-words.ts';
import { escapeToken, findMarks, splitIntoTokens } from '../../../../domain/text/search-tokens.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../errors.ts';
import { SECOND_MS } from '../../../../service/durations.ts';
import { runDatabaseOperation } from '../../../../storage/database-faults.ts';
import { runTransaction } from '../../../../storage/transactions.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { createForeignFileError, runArchiveOperation } from '../../archive/archive-file.ts';
import { COMMENTS } from './comment-archive.ts';

/** Marks the file as an archive of this program: "CrAr" in ASCII. */
export const APPLICATION_ID = 0x43724172;
/** 1: comments only. 2: comments by time, with an index of their words. */
const VERSION = 2;
/** How long to wait for another process that writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 30_000;

/** Times are UTC, as YYYY-MM-DDThh:mm:ssZ; `is_mine` is 0 or 1; `extra` is JSON. */
const COLUMNS = {
  platform: 'text not null',
  id: 'text not null',
  profile: 'text',
  post_id: 'text not null',
  post: 'text',
  parent_id: 'text',
  author_id: 'text',
  author_name: 'text',
  author_handle: 'text',
  author_url: 'text',
  author_avatar_url: 'text',
  is_mine: 'integer',
  text: 'text',
  created_at: 'text',
  likes: 'any',
  reply_count: 'any',
  url: 'text',
  extra: 'text not null',
  archived_at: 'text not null',
} as const;

export type ColumnName = keyof typeof COLUMNS;

export const NAMES = Object.keys(COLUMNS) as readonly ColumnName[]; // of the object above

/** Whom a comment is by, for counting: ids of different networks can be equal. */
const AUTHOR_KEY = 'coalesce(author_id, author_handle, author_name)';

/**
 * `place` orders comments by their time, so that the index of words, which is read by place, finds the newest first and
 * stops at the limit. It is a column, since SQLite may renumber rows without one.
 *
 * The index of words has no copy of the texts; what is deleted from it is overwritten. All characters but ASCII signs are
 * parts of tokens: `splitIntoTokens` has decided what a word is. @see docs/decisions/0047-search-of-archives.md
 */
const SCHEMA = `
create table comments (
  place integer primary key,
  ${Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')},
  changed_at text,
  missing_since text,
  author_key text as (${AUTHOR_KEY}) virtual,
  is_reply integer as (parent_id is not null) virtual,
  unique (platform, id)
) strict;
create index comments_by_author on comments (platform, author_key, is_reply, likes);
create index comments_by_post on comments (post_id);
create index missing_comments on comments (missing_since) where missing_since is not null;
create virtual table comment_words using fts5 (
  text, marks, facts, content = '', contentless_delete = 1, prefix = '1', tokenize = "ascii tokenchars ':#@~'"
);
insert into comment_words (comment_words, rank) values ('secure-delete', 1);
create table posts (post_id text primary key, profile text, read_at text) strict;
pragma application_id = ${APPLICATION_ID};
pragma user_version = ${VERSION};
`;

/** @param file exists @param use `read` also opens a file that cannot be written */
export function openArchiveDatabase(file: string, use: 'read' | 'write'): DatabaseSync {
  return runArchiveWork(file, () => {
    // what a killed run left is undone by the first to open the file, which has to write for it
    const readOnly = use === 'read' && !mayWrite(file);
    const opened = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly });
    try {
      // extra: a commit is the removal of the journal, which a power failure would undo
      opened.exec('pragma secure_delete = on; pragma synchronous = extra');
      prepare(opened, file, use);
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  });
}

function mayWrite(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether there is something to read. */
export function hasArchive(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0;
}

/** Runs SQL; a failure of the file or the disk becomes an error that the user can act on. */
export function runArchiveWork<Result>(file: string, work: () => Result): Result {
  return runArchiveOperation(COMMENTS, () =>
    runDatabaseOperation(file, work, 'move it away, or choose another place'),
  );
}

/** Creates the tables in a new file. @throws CrierError of kind usage for a database of another program */
function prepare(database: DatabaseSync, file: string, use: 'read' | 'write'): void {
  if (isNew(database)) {
    if (use === 'read') return;
    // another process may have created it meanwhile
    runTransaction(database, () => void (isNew(database) && database.exec(SCHEMA)));
  }
  if (readNumber(database, 'pragma application_id') !== APPLICATION_ID)
    throw createForeignFileError(file, 'it is a database of another program', COMMENTS);
  const version = readVersion(database);
  if (version > VERSION)
    throw createUsageError(
      `a newer version of crier wrote the archive ${file} (version ${version}, this one knows ${VERSION})`,
      'update crier, as "crier upgrade" says how',
    );
  if (version < VERSION && use === 'write')
    runTransaction(database, () => void (readVersion(database) < VERSION && upgrade(database)));
}

/** @throws CrierError of kind usage for a file without an index of words */
export function requireSearchable(database: DatabaseSync, file: string): void {
  if (!isNew(database) && readVersion(database) === VERSION) return;
  throw createUsageError(
    `the archive ${file} has no index of words: an older version of crier wrote it`,
    `run "${crier`comments export --file ${file}`}" once, which adds the index`,
  );
}

const readVersion = (database: DatabaseSync) => readNumber(database, 'pragma user_version');

export function isNew(database: DatabaseSync): boolean {
  const count = readNumber(database, 'select count(*) from sqlite_schema');
  return count === 0 && readNumber(database, 'pragma application_id') === 0;
}

/** @param sql returns one number */
export function readNumber(database: DatabaseSync, sql: string, ...values: string[]): number {
  return Number(Object.values(database.prepare(sql).get(...values) ?? {})[0]);
}

/** A row of `comments`, as SQLite has it. */
export type ArchiveRow = Readonly<Record<ColumnName, string | number | bigint | null>>;

function upgrade(database: DatabaseSync): void {
  database.exec('drop index if exists comments_by_time; alter table comments rename to former_comments');
  database.exec(SCHEMA);
  const insert = prepareInsert(database);
  const rows = database.prepare(`select ${NAMES.join(', ')} from former_comments order by created_at`);
  for (const row of rows.iterate()) insert(row as ArchiveRow); // these columns
  database.exec(
    'insert or ignore into posts (post_id, profile) select post_id, profile from comments; drop table former_comments',
  );
}

/** Places within a second: the numbers stay exact up to the year 2106. */
const PLACES_A_SECOND = 2 ** 21;
const LAST_SECOND = 2 ** 32 - 1;

/** The first place of a time, in milliseconds since 1970. */
export function getFirstPlace(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms / SECOND_MS), 0), LAST_SECOND) * PLACES_A_SECOND;
}

/** The second of a place, in milliseconds since 1970; null for a comment without a time. */
export function getPlaceMs(place: number): number | null {
  return place < 0 ? null : Math.floor(place / PLACES_A_SECOND) * SECOND_MS;
}

/** Prepares the insertion of a row at the first free place of its time. Those without a time come before all others. */
export function prepareInsert(database: DatabaseSync): (row: ArchiveRow) => void {
  const insert = database.prepare(
    `insert into comments (place, ${NAMES.join(', ')}) values (:place, ${NAMES.map((name) => `:${name}`).join(', ')})`,
  );
  const last = database.prepare('select max(place) as place from comments where place between ? and ?');
  const first = database.prepare('select min(place) as place from comments');
  const index = prepareIndex(database);
  return (row) => {
    const { ms } = readTimestamp(row.created_at);
    let place: number;
    if (ms === null) place = Math.min(Number(first.get()?.['place'] ?? 0), 0) - 1;
    else {
      const start = getFirstPlace(Math.floor(ms / SECOND_MS) * SECOND_MS);
      const taken = last.get(start, start + PLACES_A_SECOND - 1)?.['place'];
      place = typeof taken === 'number' ? taken + 1 : start;
    }
    insert.run({ place, ...row });
    index(place, row);
  };
}

/** Prepares the indexing of a row in place of what the index has of it. */
export function prepareIndex(database: DatabaseSync): (place: number, row: ArchiveRow) => void {
  const insert = database.prepare(
    'insert or replace into comment_words (rowid, text, marks, facts) values (?, ?, ?, ?)',
  );
  return (place, row) => {
    const text = String(row.text ?? '');
    insert.run(place, splitIntoTokens(text).join(' '), findMarks(text).join(' '), listFacts(row).join(' '));
  };
}

/** What comments can be selected by, as tokens of the index: a common word and a rare author are found at once. */
export const FACTS = {
  every: () => 'every',
  network: (platform: string) => `n:${escapeToken(platform)}`,
  post: (id: string) => `p:${escapeToken(id)}`,
  profile: (alias: string | null) => `w:${escapeToken(alias ?? '')}`,
  authorId: (id: string) => `i:${escapeToken(id)}`,
  authorName: (handle: string) => `h:${escapeToken(foldHandle(handle))}`,
} as const;

function listFacts(row: ArchiveRow): readonly string[] {
  // a name can be that of several people: it is only compared where there is no handle
  const name = row.author_handle ?? row.author_name;
  return [
    FACTS.every(),
    FACTS.network(String(row.platform)),
    FACTS.post(String(row.post_id)),
    FACTS.profile(row.profile === null ? null : String(row.profile)),
    ...(row.author_id === null ? [] : [FACTS.authorId(String(row.author_id))]),
    ...(name === null ? [] : [FACTS.authorName(String(name))]),
  ];
}
