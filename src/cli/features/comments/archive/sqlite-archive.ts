import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { runDatabaseOperation } from '../../../../storage/database-faults.ts';
import { writeNewFile } from '../../../../storage/swap-file.ts';
import { runTransaction } from '../../../../storage/transactions.ts';
import { stringifySafely } from '../../../framework/output/text/sanitize-text.ts';
import {
  type ArchiveOptions,
  createForeignFileError,
  runArchiveOperation,
} from '../../archive/archive-file.ts';
import { type ArchivedComment, COMMENTS, type CommentArchive, formatArchiveKey } from './comment-archive.ts';

/** Marks the file as an archive of this program: "CrAr" in ASCII. */
export const APPLICATION_ID = 0x43724172;
const VERSION = 1;
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

type ColumnName = keyof typeof COLUMNS;

const NAMES = Object.keys(COLUMNS) as readonly ColumnName[]; // of the object above

const SCHEMA = `
create table comments (
  ${Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')},
  primary key (platform, id)
) strict;
create index comments_by_time on comments (created_at);
pragma application_id = ${APPLICATION_ID};
pragma user_version = ${VERSION};
`;

const INSERT = `
insert into comments (${NAMES.join(', ')})
values (${NAMES.map((name) => `:${name}`).join(', ')})
on conflict do nothing`;

/** Opens an archive in a SQLite file. SQLite's own locks keep processes apart, and its journal undoes what was cut. */
export function openSqliteArchive({ file, isDryRun }: ArchiveOptions): CommentArchive {
  if (isDryRun && !existsSync(file)) return createDryArchive({ has: () => false, close: () => {} });
  if (!isDryRun) runDatabaseWork(file, () => writeNewFile(file, new Uint8Array()));
  const database = runDatabaseWork(file, () => {
    const opened = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    try {
      prepare(opened, file, isDryRun);
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  });
  if (isDryRun) {
    const isEmpty = isNew(database);
    const has = ({ platform, id }: ArchivedComment) =>
      !isEmpty && runDatabaseWork(file, () => find(database, platform, id));
    return createDryArchive({ has, close: () => database.close() });
  }
  const insert = database.prepare(INSERT);
  return {
    add: (comments) =>
      runDatabaseWork(file, () =>
        runTransaction(database, () =>
          comments.reduce((sum, each) => sum + Number(insert.run(toRow(each)).changes), 0),
        ),
      ),
    cutLines: () => 0,
    close: () => database.close(),
  };
}

/** Counts what would be added. */
function createDryArchive({
  has,
  close,
}: {
  has(comment: ArchivedComment): boolean;
  close(): void;
}): CommentArchive {
  const counted = new Set<string>();
  return {
    add(comments) {
      const before = counted.size;
      for (const each of comments) if (!has(each)) counted.add(formatArchiveKey(each));
      return counted.size - before;
    },
    cutLines: () => 0,
    close,
  };
}

/** Creates the table in a new file. @throws CrierError of kind usage for a database of another program */
function prepare(database: DatabaseSync, file: string, isDryRun: boolean): void {
  if (isNew(database)) {
    if (isDryRun) return;
    // another process may have created it meanwhile
    runTransaction(database, () => void (isNew(database) && database.exec(SCHEMA)));
  }
  if (readNumber(database, 'pragma application_id') !== APPLICATION_ID)
    throw createForeignFileError(file, 'it is a database of another program', COMMENTS);
  if (readNumber(database, 'pragma user_version') > VERSION)
    throw createForeignFileError(file, 'a newer version of crier wrote it', COMMENTS);
}

function isNew(database: DatabaseSync): boolean {
  const count = readNumber(database, 'select count(*) from sqlite_schema');
  return count === 0 && readNumber(database, 'pragma application_id') === 0;
}

/** @param sql returns one number */
function readNumber(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0]);
}

function find(database: DatabaseSync, platform: string, id: string): boolean {
  const sql = 'select 1 from comments where platform = ? and id = ?';
  return database.prepare(sql).get(platform, id) !== undefined;
}

function toRow(comment: ArchivedComment): Record<ColumnName, SQLInputValue> {
  const { author, postId, parentId, createdAt, likes, replyCount, archivedAt, ...rest } = comment;
  return {
    platform: rest.platform,
    id: rest.id,
    profile: rest.profile,
    post_id: postId,
    post: rest.post,
    parent_id: parentId,
    author_id: author.id,
    author_name: author.name,
    author_handle: author.handle,
    author_url: author.url,
    author_avatar_url: author.avatarUrl,
    is_mine: author.isMe === null ? null : Number(author.isMe),
    text: rest.text,
    created_at: createdAt,
    likes: toNumber(likes),
    reply_count: toNumber(replyCount),
    url: rest.url,
    extra: stringifySafely(rest.extra),
    archived_at: archivedAt,
  };
}

/** Numbers are bound as floating point, also whole ones. */
function toNumber(value: number | null): number | bigint | null {
  return Number.isSafeInteger(value) && value !== null ? BigInt(value) : value;
}

function runDatabaseWork<Result>(file: string, work: () => Result): Result {
  return runArchiveOperation(COMMENTS, () => runDatabaseOperation(file, work));
}
