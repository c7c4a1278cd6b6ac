import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { writeNewFile } from '../../../../storage/swap-file.ts';
import { runTransaction } from '../../../../storage/transactions.ts';
import { stringifySafely } from '../../../framework/output/text/sanitize-text.ts';
import type { ArchiveOptions } from '../../archive/archive-file.ts';
import {
  type ArchiveRow,
  isNew,
  NAMES,
  openArchiveDatabase,
  prepareIndex,
  prepareInsert,
  runArchiveWork,
} from './archive-database.ts';
import {
  type ArchiveChange,
  type ArchivedComment,
  type CommentArchive,
  formatArchiveKey,
  type PostListing,
} from './comment-archive.ts';

/** Opens an archive in a SQLite file. SQLite's own locks keep processes apart, and its journal undoes what was cut. */
export function openSqliteArchive({ file, isDryRun }: ArchiveOptions): CommentArchive {
  if (isDryRun) return openDryArchive(file);
  runArchiveWork(file, () => writeNewFile(file, new Uint8Array()));
  const database = openArchiveDatabase(file, 'write');
  const write = prepareWrite(database);
  const run = <Result>(work: () => Result) => runArchiveWork(file, () => runTransaction(database, work));
  return {
    // by time: the index writes a part of its own for each one that is older than the one before
    add: (comments) => run(() => countChanges(sortByTime(comments).map(write))),
    settle: (listing) => run(() => settlePost(database, listing)),
    readTimes: () => runArchiveWork(file, () => readTimes(database)),
    cutLines: () => 0,
    close: () => database.close(),
  };
}

type RowFate = 'added' | 'changed' | 'same';

function countChanges(fates: readonly RowFate[]): ArchiveChange {
  const count = (fate: RowFate) => fates.filter((each) => each === fate).length;
  return { added: count('added'), changed: count('changed') };
}

function sortByTime(comments: readonly ArchivedComment[]): readonly ArchivedComment[] {
  const timeOf = ({ createdAt }: ArchivedComment) => readTimestamp(createdAt).ms ?? 0;
  return comments.toSorted((one, other) => timeOf(one) - timeOf(other));
}

/** Counts what would be added and changed. */
function openDryArchive(file: string): CommentArchive {
  const database = existsSync(file) ? openArchiveDatabase(file, 'read') : null;
  const find = database === null || isNew(database) ? () => undefined : prepareFind(database);
  const seen = new Set<string>();
  const judge = (comment: ArchivedComment): RowFate => {
    const key = formatArchiveKey(comment);
    const found = runArchiveWork(file, () => find(comment));
    if (seen.has(key)) return 'same';
    seen.add(key);
    if (found === undefined) return 'added';
    return isSameRow(found, toRow(comment)) ? 'same' : 'changed';
  };
  return {
    add: (comments) => countChanges(comments.map(judge)),
    settle: () => 0,
    readTimes: () => new Map(),
    cutLines: () => 0,
    close: () => database?.close(),
  };
}

type PlacedRow = ArchiveRow & { readonly place: number; readonly missing_since: string | null };

function prepareFind(database: DatabaseSync): (comment: ArchivedComment) => PlacedRow | undefined {
  const find = database.prepare('select * from comments where platform = ? and id = ?');
  return ({ platform, id }) => find.get(platform, id) as PlacedRow | undefined; // columns of the schema
}

/** One that is listed under several posts, or for several profiles, stays with the first of them. */
function isSameRow(before: ArchiveRow, after: ArchiveRow): boolean {
  if (before.profile !== after.profile || before.post_id !== after.post_id) return true;
  return NAMES.every((name) => name === 'archived_at' || isSameValue(before[name], after[name]));
}

const isSameValue = (one: unknown, other: unknown) =>
  one === other || (one !== null && other !== null && String(one) === String(other));

const SEARCHED = ['text', 'post_id', 'profile', 'author_id', 'author_name', 'author_handle'] as const;

/** Prepares the insertion of a comment, or its update. */
function prepareWrite(database: DatabaseSync): (comment: ArchivedComment) => RowFate {
  const find = prepareFind(database);
  const insert = prepareInsert(database);
  const index = prepareIndex(database);
  const kept = NAMES.filter((name) => name !== 'archived_at');
  const update = database.prepare(
    `update comments set ${kept.map((name) => `${name} = :${name}`).join(', ')}, changed_at = :archived_at, missing_since = null
      where place = :place`,
  );
  const found = database.prepare('update comments set missing_since = null where place = ?');
  const remove = database.prepare('delete from comments where place = ?');
  const unindex = database.prepare('delete from comment_words where rowid = ?');
  return (comment) => {
    const before = find(comment);
    const row = toRow(comment);
    if (before === undefined) {
      insert(row);
      return 'added';
    }
    const { place } = before;
    if (isSameRow(before, row)) {
      if (before.missing_since !== null) found.run(place);
      return 'same';
    }
    if (before.created_at !== row.created_at) {
      // its place is that of its time
      remove.run(place);
      unindex.run(place);
      insert({ ...row, archived_at: before.archived_at });
      return 'changed';
    }
    update.run({ place, ...row });
    if (SEARCHED.some((name) => before[name] !== row[name])) index(place, row);
    return 'changed';
  };
}

/** Marks what is no longer listed, and remembers that the post was read. */
function settlePost(database: DatabaseSync, listing: PostListing): number {
  const { profile, post, listed, readAt, wouldList } = listing;
  const rows = database
    .prepare(
      'select place, platform, id, created_at from comments where post_id = ? and missing_since is null',
    )
    .all(post.id);
  const mark = database.prepare('update comments set missing_since = ? where place = ?');
  let count = 0;
  for (const { place, platform, id, created_at: createdAt } of rows) {
    const key = { platform: String(platform), id: String(id) };
    if (listed.has(formatArchiveKey(key))) continue;
    if (!wouldList(key.platform, createdAt === null ? null : String(createdAt))) continue;
    mark.run(readAt, Number(place));
    count += 1;
  }
  database
    .prepare('insert or replace into posts (post_id, profile, read_at) values (?, ?, ?)')
    .run(post.id, profile, readAt);
  return count;
}

function readTimes(database: DatabaseSync): ReadonlyMap<string, string> {
  const rows = database.prepare('select post_id, read_at from posts where read_at is not null').all();
  return new Map(rows.map((row) => [String(row['post_id']), String(row['read_at'])]));
}

function toRow(comment: ArchivedComment): ArchiveRow {
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
