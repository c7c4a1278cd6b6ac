import type { DatabaseSync } from 'node:sqlite';
import { tryParseBoundedJson } from '../../../../domain/json/bounded-json.ts';
import { isRecord } from '../../../../domain/json/loose-record.ts';
import {
  type ArchiveRow,
  openArchiveDatabase,
  readNumber,
  requireSearchable,
  runArchiveWork,
} from './archive-database.ts';
import {
  type ArchiveFilter,
  buildRowFilter,
  buildWhere,
  MOST_COUNTED,
  MOST_RANKED,
} from './archive-filter.ts';
import type { FoundComment } from './comment-archive.ts';

/** The order of what is found: the newest first, or the best match first. */
export type FoundOrder = 'time' | 'rank';

/** A comment by its place in an archive, as an order has it. */
export interface FoundPlace {
  readonly place: number;
  /** Lower is better; only for the order `rank`. */
  readonly score: number;
}

/** An archive that is open for reading, until `close`. */
export type ReadArchive = ReturnType<typeof openReadArchive>;

/** @param file exists */
export function openReadArchive(file: string) {
  const database = openArchiveDatabase(file, 'read');
  const run = <Result>(work: () => Result) => runArchiveWork(file, work);
  try {
    requireSearchable(database, file);
    database.exec('pragma query_only = on');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    file,
    /** The profiles whose comments it has. */
    profiles: () => run(() => listProfiles(database)),
    /** The places of what is selected. @param before only places before that one */
    find: (filter: ArchiveFilter, order: FoundOrder, most: number, before?: number): readonly FoundPlace[] =>
      run(() => findPlaces(database, filter, { order, most, before })),
    /** How many there are, up to one more than `MOST_COUNTED`. */
    count: (filter: ArchiveFilter): number =>
      run(() => {
        const { where, values } = buildWhere(filter);
        const sql = `select count(*) from (select 1 from comment_words where ${where} limit ${MOST_COUNTED + 1})`;
        return readNumber(database, sql, ...values);
      }),
    countAll: (filter: ArchiveFilter): number =>
      run(() => {
        const { where, values } = buildRowFilter(filter);
        return readNumber(database, `select count(*) from comments ${where}`, ...values);
      }),
    /** Counts and times of all comments. */
    summarize: () =>
      run(() => {
        const one = (sql: string) => readNumber(database, sql);
        const [first, latest] = ['min', 'max'].map((end) => {
          const { createdAt } = database
            .prepare(
              `select created_at as createdAt from comments where place = (select ${end}(place) from comments where place >= 0)`,
            )
            .get() ?? { createdAt: null };
          return createdAt === null ? null : String(createdAt);
        });
        return {
          comments: one('select count(*) from comments'),
          missing: one('select count(*) from comments where missing_since is not null'),
          first: first ?? null,
          latest: latest ?? null,
        };
      }),
    read: (places: readonly number[]): readonly FoundComment[] =>
      run(() => {
        const find = database.prepare('select * from comments where place = ?');
        return places.flatMap((place) => {
          const row = find.get(place) as MarkedRow | undefined; // columns of the schema
          return row === undefined ? [] : [toComment(row)];
        });
      }),
    /** Calls `visit` with each row of a query, in the order of its columns. */
    visit: (sql: string, values: readonly string[], visit: (row: readonly unknown[]) => void): void =>
      run(() => {
        const statement = database.prepare(sql);
        statement.setReturnArrays(true);
        for (const row of statement.iterate(...values)) visit(Object.values(row));
      }),
    /** What an author is called in their latest comment; null for one without a comment here. */
    findName: (platform: string | null, key: string | null): string | null =>
      run(() => {
        const sql = `select coalesce(author_handle, author_name, author_id) as name from comments
          where platform = ? and author_key = ? order by place desc limit 1`;
        const name = database.prepare(sql).get(platform, key)?.['name'];
        return name == null ? null : String(name);
      }),
    close: () => database.close(),
  };
}

function listProfiles(database: DatabaseSync): readonly (string | null)[] {
  const rows = database.prepare('select distinct profile from posts order by profile').all();
  return rows.map(({ profile }) => (profile === null ? null : String(profile)));
}

function findPlaces(
  database: DatabaseSync,
  filter: ArchiveFilter,
  { order, most, before }: { order: FoundOrder; most: number; before: number | undefined },
): readonly FoundPlace[] {
  const { where, values } = buildWhere(filter, before);
  const isRanked = order === 'rank';
  const sql = `select rowid as place${isRanked ? ', bm25(comment_words, 1, 1, 0) as score' : ''} from comment_words
    where ${where} order by rowid desc limit ${isRanked ? MOST_RANKED : most}`;
  const found = database
    .prepare(sql)
    .all(...values)
    .map(({ place, score }) => ({ place: Number(place), score: Number(score ?? 0) }));
  return isRanked ? found.toSorted((one, other) => one.score - other.score).slice(0, most) : found;
}

type MarkedRow = ArchiveRow & {
  readonly changed_at: string | null;
  readonly missing_since: string | null;
};

function toComment(row: MarkedRow): FoundComment {
  const text = (value: ArchiveRow[keyof ArchiveRow]) => (value === null ? null : String(value));
  const count = (value: ArchiveRow[keyof ArchiveRow]) => (value === null ? null : Number(value));
  const extra = tryParseBoundedJson(String(row.extra));
  return {
    platform: String(row.platform),
    id: String(row.id),
    profile: text(row.profile),
    postId: String(row.post_id),
    post: text(row.post),
    parentId: text(row.parent_id),
    author: {
      id: text(row.author_id),
      name: text(row.author_name),
      handle: text(row.author_handle),
      url: text(row.author_url),
      avatarUrl: text(row.author_avatar_url),
      isMe: row.is_mine === null ? null : row.is_mine === 1,
    },
    text: text(row.text),
    createdAt: text(row.created_at),
    likes: count(row.likes),
    replyCount: count(row.reply_count),
    url: text(row.url),
    extra: isRecord(extra) ? extra : {},
    archivedAt: String(row.archived_at),
    changedAt: row.changed_at,
    missingSince: row.missing_since,
  };
}
