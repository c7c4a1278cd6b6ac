import { DAY_MS } from '../../service/durations.ts';
import { type CommentPlatform, PLATFORMS } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import type { NetworkComment, NetworkUser } from '../networks/network-comment.ts';

interface UserRow {
  userId: string;
  handle: string;
  name: string;
  aboutJson: string;
}

/** Columns of a `UserRow`, for queries that join `users u`. */
const USER_COLUMNS = 'u.id as userId, u.handle, u.name, u.about_json as aboutJson';

function readUser({ userId, handle, name, aboutJson }: UserRow): NetworkUser {
  // written only by `add`, from the same type
  const about = JSON.parse(aboutJson) as Omit<NetworkUser, 'id' | 'handle' | 'name'>;
  return { ...about, id: userId, handle, name };
}

export function findNetworkUser(
  database: Database,
  platform: CommentPlatform,
  handle: string,
): NetworkUser | undefined {
  const row = database.first<UserRow>(
    `select ${USER_COLUMNS} from users u where u.platform = :platform and u.handle = :handle`,
    { platform, handle },
  );
  return row && readUser(row);
}

/** If several have the id, which no network allows, the first by handle. */
// without the name of the index, SQLite reads all users of the network in the order of their handles
export function findNetworkUserById(
  database: Database,
  platform: CommentPlatform,
  id: string,
): NetworkUser | undefined {
  const row = database.first<UserRow>(
    `select ${USER_COLUMNS} from users u indexed by users_by_id
         where u.platform = :platform and u.id = :id order by u.handle`,
    { platform, id },
  );
  return row && readUser(row);
}

export function insertNetworkUser(
  database: Database,
  platform: CommentPlatform,
  { id, handle, name, ...about }: NetworkUser,
): void {
  database.run(
    'insert into users (platform, handle, id, name, about_json) values (:platform, :handle, :id, :name, :about)',
    { platform, handle, id, name, about: JSON.stringify(about) },
  );
}

interface NewStoredComment extends Omit<NetworkComment, 'author' | 'replies'> {
  platform: CommentPlatform;
  /** The post it belongs to; on X the first post of the conversation. */
  socialPostId: string;
  /** Handle of a user of the network. */
  author: string;
}

interface CommentsRequest {
  platform: CommentPlatform;
  /** Social Post ID, or Social Comment ID. */
  id: string;
  /** Comments created later are not returned. */
  until: number;
}

/**
 * Builds a query that starts with the rows of `first` and descends to their replies. `cross join` fixes SQLite's join
 * order: otherwise it scans all comments of a network for each row.
 */
const buildTreeQuery = (first: string) => `
  with recursive
    first as (${first}),
    tree (id) as (
      select id from first
      union
      select c.id from tree t cross join comments c on c.platform = ?1 and c.parent_id = t.id and c.created <= ?3
    )
  select c.id, c.parent_id as parentId, c.text, c.created, c.likes, c.extra_json as extraJson, ${USER_COLUMNS}
  from tree t
  cross join comments c on c.platform = ?1 and c.id = t.id
  cross join users u on u.platform = ?1 and u.handle = c.author
  order by c.created desc, c.id desc`;

const OF_POST = buildTreeQuery(`
  select id from comments
  where platform = ?1 and social_post_id = ?2 and created <= ?3 and parent_id is null
  order by created desc, id desc limit ?4`);

const WITH_REPLIES = buildTreeQuery(
  'select id from comments where platform = ?1 and id = ?2 and created <= ?3',
);

const DELETE_WITH_REPLIES = `
  with recursive tree (id) as (
    select ?2
    union
    select c.id from tree t cross join comments c on c.platform = ?1 and c.parent_id = t.id
  )
  delete from comments where platform = ?1 and id in (select id from tree)`;

/** Comments of a post, with their replies. */
const ALL_BELOW = `
  with recursive tree (id, created) as (
    select id, created from comments
      where platform = ?1 and social_post_id = ?2 and parent_id is null and created <= ?3
    union
    select c.id, c.created from tree t
      cross join comments c on c.platform = ?1 and c.parent_id = t.id and c.created <= ?3
  )`;

/** Comments of a post on X, which may be a reply itself, without their replies. */
const DIRECT_REPLIES = `
  with tree (created) as (
    select created from comments
      where platform = ?1 and social_post_id = ?2 and parent_id is null and created <= ?3
    union all
    select created from comments where platform = ?1 and parent_id = ?2 and created <= ?3
  )`;

/** SQLite's "no limit". */
const NO_LIMIT = -1;

/** The newest `most` top-level comments of a post, newest first, with their replies. */
export function listCommentsByPost(
  database: Database,
  { platform, id, until, most }: CommentsRequest & { most: number | null },
): readonly NetworkComment[] {
  const below = buildTree(database.all<StoredCommentRow>(OF_POST, platform, id, until, most ?? NO_LIMIT));
  return below(null).toReversed();
}

/** One comment with its replies. */
export function findCommentWithReplies(
  database: Database,
  { platform, id, until }: CommentsRequest,
): NetworkComment | undefined {
  const rows = database.all<StoredCommentRow>(WITH_REPLIES, platform, id, until);
  const own = rows.find((row) => row.id === id);
  return own && readComment(own, buildTree(rows)(id));
}

/** Counts comments by post id, including replies; on X only direct replies. Posts without comments are missing. */
export function countCommentsByPost(
  database: Database,
  {
    platform,
    ids,
    until,
  }: {
    platform: CommentPlatform;
    ids: readonly string[];
    until: number;
  },
): ReadonlyMap<string, number> {
  const below = PLATFORMS[platform].comments.isFlat ? DIRECT_REPLIES : ALL_BELOW;
  const counts = ids.map((id) => {
    const count = database.value<number>(`${below} select count(*) from tree`, platform, id, until) ?? 0;
    return [id, count] as const;
  });
  return new Map(counts.filter(([, count]) => count > 0));
}

/** The same for one post by day of the comments, in days since 1970; days without any are missing. */
export function countCommentsByDay(
  database: Database,
  { platform, id, until }: CommentsRequest,
): ReadonlyMap<number, number> {
  const rows = database.all<{ day: number; count: number }>(
    `${PLATFORMS[platform].comments.isFlat ? DIRECT_REPLIES : ALL_BELOW}
         select created / ${DAY_MS} as day, count(*) as count from tree group by 1`,
    platform,
    id,
    until,
  );
  return new Map(rows.map(({ day, count }) => [day, count]));
}

export function findPostOfComment(
  database: Database,
  platform: CommentPlatform,
  id: string,
): string | undefined {
  return database.value<string>(
    'select social_post_id as id from comments where platform = :platform and id = :id',
    { platform, id },
  );
}

/** Creation time in milliseconds since 1970; undefined when the comment does not exist. */
export function findCommentTime(
  database: Database,
  platform: CommentPlatform,
  id: string,
): number | undefined {
  return database.value<number>('select created from comments where platform = :platform and id = :id', {
    platform,
    id,
  });
}

/** Deletes a comment and its replies. @returns whether it existed */
export function deleteCommentTree(database: Database, platform: CommentPlatform, id: string): boolean {
  const found = database.first('select 1 from comments where platform = ? and id = ?', platform, id);
  database.run(DELETE_WITH_REPLIES, platform, id);
  return found !== undefined;
}

/** Deletes all comments of a post. */
// one statement deletes replies with their parents: foreign keys are checked at its end
export function deleteCommentsUnder(
  database: Database,
  platform: CommentPlatform,
  socialPostId: string,
): void {
  database.run('delete from comments where platform = ? and social_post_id = ?', platform, socialPostId);
}

export function insertComment(
  database: Database,
  { platform, id, socialPostId, parentId, author, text, created, likes, extra }: NewStoredComment,
): void {
  database.run(
    `insert into comments (platform, id, social_post_id, parent_id, author, text, created, likes, extra_json)
         values (:platform, :id, :socialPostId, :parentId, :author, :text, :created, :likes, :extraJson)`,
    {
      platform,
      id,
      socialPostId,
      parentId,
      author,
      text,
      created,
      likes,
      extraJson: Object.keys(extra).length === 0 ? null : JSON.stringify(extra),
    },
  );
}

interface StoredCommentRow extends UserRow {
  id: string;
  parentId: string | null;
  text: string;
  created: number;
  likes: number;
  extraJson: string | null;
}

/** Returns a function that gives the replies to a comment (or to the post), oldest first. */
function buildTree(
  rows: readonly StoredCommentRow[],
): (parentId: string | null) => readonly NetworkComment[] {
  const newestFirst = Map.groupBy(rows, (row) => row.parentId);
  const below = (parentId: string | null): readonly NetworkComment[] =>
    (newestFirst.get(parentId) ?? []).toReversed().map((row) => readComment(row, below(row.id)));
  return below;
}

function readComment(
  { id, parentId, text, created, likes, extraJson, ...user }: StoredCommentRow,
  replies: readonly NetworkComment[],
): NetworkComment {
  // written only by `add`, from the same type
  const extra = extraJson === null ? {} : (JSON.parse(extraJson) as NetworkComment['extra']);
  return { id, parentId, author: readUser(user), text, created, likes, extra, replies };
}
