import type { Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { PostStatus, PostType } from '../../service/posts.ts';
import type { Database } from '../../storage/open-database.ts';
import type { XPairSent } from './access.ts';
import { readInBatches } from './pages.ts';

/** Why a network rejected a post. @see docs/service/posts.md#response */
export interface PostError {
  readonly platform: Platform;
  readonly code: number;
  readonly message: string;
  readonly details?: string;
  readonly retryAvailable?: boolean;
  readonly relink?: boolean;
  /** The rejected text, for codes about the text. */
  readonly post?: string;
  /** The part of the service that failed before the network was called. @see docs/service/posts.md#POST-17 */
  readonly source?: string;
}

interface RemovedCopy {
  platform: Platform;
  /** Social Post ID. */
  id: string;
}

/** Details of a post beside its text and copies. */
export interface PostAbout {
  readonly type: PostType;
  /** Null: derived from copies and errors. */
  readonly status: PostStatus | null;
  readonly platforms: readonly Platform[];
  /** When it is or was scheduled, in milliseconds since 1970. */
  readonly scheduleDate: number | null;
  readonly notes: string | null;
  readonly mediaUrls: readonly string[];
  /** The request body; null for a post published before the sandbox was created. */
  readonly body: PostBody | null;
  /** Errors of the last time it was published. */
  readonly errors: readonly PostError[];
  /** Short links created for it. */
  readonly urls: readonly string[];
  readonly autoRepostId: string | null;
  /**
   * Result of checking the X key pair of the request; the values are never stored.
   *
   * @see docs/service/access.md#AUTH-09
   */
  readonly xPair: XPairSent;
  /** Copies that were deleted at their networks. */
  readonly removed: readonly RemovedCopy[];
  /** It was retried once, which is the maximum. */
  readonly retried: boolean;
}

/** A post published at once, without further details. */
export const PLAIN_POST: PostAbout = {
  type: 'immediate',
  status: null,
  platforms: [],
  scheduleDate: null,
  notes: null,
  mediaUrls: [],
  body: null,
  errors: [],
  urls: [],
  autoRepostId: null,
  xPair: 'none',
  removed: [],
  retried: false,
};

export interface Post {
  /** Service Post ID. */
  readonly id: string;
  readonly profile: number;
  readonly text: string;
  readonly created: number;
  /** When the clock publishes it; null for never. */
  readonly dueAt: number | null;
  readonly about: PostAbout;
}

const POST = 'select id, profile, text, created, due_at as dueAt, about_json as aboutJson from posts';

type PostRow = Omit<Post, 'about'> & { aboutJson: string };

function readPost({ aboutJson, ...post }: PostRow): Post {
  // written only by `add` and `change`, from the same type; posts of older versions lack members
  return { ...post, about: { ...PLAIN_POST, ...(JSON.parse(aboutJson) as Partial<PostAbout>) } };
}

const NEXT_DUE = `select min(at) as at from (
  select min(due_at) as at from posts where due_at is not null
  union all
  select min(resolves_at) from social_posts where resolves_at is not null
)`;

const UNPUBLISHED = `${POST} where profile = ?
  and json_extract(about_json, '$.status') in ('awaiting approval', 'pending', 'paused') order by created, number`;

/** Finds a post of this profile; those of another profile are not found. */
export function findPost(database: Database, profile: number, id: string): Post | undefined {
  const row = database.first<PostRow>(`${POST} where id = ? and profile = ?`, id, profile);
  return row && readPost(row);
}

/** Which of the posts are read, as far as indexes find them. */
export type PostChoice =
  | { readonly of: 'all' }
  | { readonly of: 'status' | 'series'; readonly value: string }
  /** Those that have, or had, any of these facets: a network, a type, or `error` after a failure at any network. */
  | { readonly of: 'facets'; readonly values: readonly string[] };

const FOUND = 'id, profile, text, posts.created, due_at as dueAt, about_json as aboutJson, posts.number';
const IN_RANGE = 'profile = ?1 and created >= ?2 and (created, number) < (?3, ?4)';
const NEWEST = 'order by created desc, number desc limit ?5';

/** Builds a query, and the values of its parameters after the fifth. */
function buildNewestQuery(choice: PostChoice): { sql: string; values: readonly string[] } {
  switch (choice.of) {
    case 'all':
      return { sql: `select ${FOUND} from posts where ${IN_RANGE} ${NEWEST}`, values: [] };
    case 'status':
      return { sql: buildIndexedQuery('posts_by_status', '$.status'), values: [choice.value] };
    case 'series':
      return { sql: buildIndexedQuery('posts_by_series', '$.autoRepostId'), values: [choice.value] };
    case 'facets': {
      // each part is in the order of the whole, so that SQLite merges them and reads no more than it returns
      const parts = choice.values.map(
        (_, place) => `select created, number from post_facets where facet = ?${place + 6} and ${IN_RANGE}`,
      );
      const sql = `with found as (${parts.join(' union ')} ${NEWEST})
        select ${FOUND} from found cross join posts using (number) order by posts.created desc, number desc`;
      return { sql, values: choice.values };
    }
  }
}

const buildIndexedQuery = (index: string, path: string) =>
  `select ${FOUND} from posts indexed by ${index} where json_extract(about_json, '${path}') = ?6 and ${IN_RANGE} ${NEWEST}`;

/** Posts of the profile created in this range, newest first; read as they are taken. */
export function readPostsBetween(
  database: Database,
  profile: number,
  { from, to, choice }: { from: number; to: number; choice: PostChoice },
): IteratorObject<Post, void> {
  const { sql, values } = buildNewestQuery(choice);
  return readInBatches<PostRow & { number: number }>((last, most) => {
    const { created, number } = last ?? { created: to, number: Number.MAX_SAFE_INTEGER };
    return database.all(sql, profile, from, created, number, most, ...values);
  }).map(({ number: _number, ...row }) => readPost(row));
}

/** Scheduled, paused and unapproved posts of the profile, oldest first. */
export function listUnpublishedPosts(database: Database, profile: number): readonly Post[] {
  return database.all<PostRow>(UNPUBLISHED, profile).map(readPost);
}

/** The posts that repeat one another, in the order of creation: the first is the one that the others repeat. */
export function listPostSeries(database: Database, profile: number, autoRepostId: string): readonly Post[] {
  return database
    .all<PostRow>(
      `${POST} where profile = ? and json_extract(about_json, '$.autoRepostId') = ? order by number`,
      profile,
      autoRepostId,
    )
    .map(readPost);
}

/** The first post due by now, over all profiles. */
export function findFirstDuePost(database: Database, now: number): Post | undefined {
  const row = database.first<PostRow>(`${POST} where due_at <= ? order by due_at, number limit 1`, now);
  return row && readPost(row);
}

/** Scheduled posts due in this range, both ends included, of all profiles. */
export function listPlannedPosts(
  database: Database,
  { from, to }: { from: number; to: number },
): readonly Post[] {
  return database
    .all<PostRow>(`${POST} where due_at between ? and ? order by due_at, number`, from, to)
    .map(readPost);
}

/** Finds a scheduled post of any profile. */
export function findPlannedPost(database: Database, id: string): Post | undefined {
  const row = database.first<PostRow>(`${POST} where id = ? and due_at is not null`, id);
  return row && readPost(row);
}

/** When the next post or pending TikTok copy falls due; null for never. */
export function getNextPostDue(database: Database): number | null {
  return database.value<number | null>(NEXT_DUE) ?? null;
}

export function hasIdempotencyKey(database: Database, profile: number, key: string): boolean {
  return (
    database.first('select 1 from posts where profile = ? and idempotency_key = ?', profile, key) !==
    undefined
  );
}

/** @param idempotencyKey unique within a profile */
export function insertPost(
  database: Database,
  { id, profile, text, created, dueAt, about }: Post,
  idempotencyKey?: string,
): void {
  database.run(
    `insert into posts (id, profile, text, created, due_at, about_json, idempotency_key, number)
         values (?, ?, ?, ?, ?, ?, ?, (select coalesce(max(number), 0) + 1 from posts))`,
    id,
    profile,
    text,
    created,
    dueAt,
    JSON.stringify(about),
    idempotencyKey ?? null,
  );
}

/** Updates the mutable columns. The caller holds the transaction. */
export function changePost(database: Database, post: Post): void {
  database.run('update posts set text = :text, due_at = :dueAt, about_json = :about where id = :id', {
    ...post,
    about: JSON.stringify(post.about),
  });
}

interface DuePostCounts {
  /** Posts to publish. */
  posts: number;
  /** TikTok copies whose id is pending. */
  confirmations: number;
}

export function countDuePosts(database: Database, now: number) {
  return (
    database.first<DuePostCounts>(
      `select (select count(*) from posts where due_at <= ?1) as posts,
         (select count(*) from social_posts where resolves_at <= ?1) as confirmations`,
      now,
    ) ?? { posts: 0, confirmations: 0 }
  );
}

export function countOpenPosts(database: Database): DuePostCounts {
  return countDuePosts(database, Number.MAX_SAFE_INTEGER);
}
