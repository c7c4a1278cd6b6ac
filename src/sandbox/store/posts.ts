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

/** Which of the posts are read, as far as indexes find them; the value is a status, or the id of a series. */
const CHOICES = {
  all: 'posts where ?6 is null',
  status: `posts indexed by posts_by_status where json_extract(about_json, '$.status') = ?6`,
  series: `posts indexed by posts_by_series where json_extract(about_json, '$.autoRepostId') = ?6`,
  // of all networks or of one; TikTok's result comes later
  failed: `(select id as failed from posts where profile = ?1 and json_array_length(about_json, '$.errors') > 0
    union select post_id from social_posts where id = 'failed') cross join posts on id = failed where ?6 is null`,
} as const;

export interface PostChoice {
  readonly of: keyof typeof CHOICES;
  readonly value: string | null;
}

const buildNewestQuery = (choice: PostChoice['of']) => `
  select id, profile, text, created, due_at as dueAt, about_json as aboutJson, number from ${CHOICES[choice]}
    and profile = ?1 and created >= ?2 and (created, number) < (?3, ?4)
  order by created desc, number desc limit ?5`;

/** Posts of the profile created in this range, newest first; read as they are taken. */
export function readPostsBetween(
  database: Database,
  profile: number,
  { from, to, choice }: { from: number; to: number; choice: PostChoice },
): IteratorObject<Post> {
  const sql = buildNewestQuery(choice.of);
  return readInBatches<PostRow & { number: number }>((last, most) => {
    const { created, number } = last ?? { created: to, number: Number.MAX_SAFE_INTEGER };
    return database.all(sql, profile, from, created, number, most, choice.value);
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
