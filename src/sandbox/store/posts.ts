import type { Database } from '../../disk/open-database.ts';
import type { Platform } from '../../facts/platforms.ts';
import type { PostBody } from '../../facts/post-body.ts';
import type { PostStatus, PostType } from '../../facts/posts.ts';
import type { XPairSent } from '../classify-x-pair.ts';
import { createSocialPostStore, type SocialPostStore } from './social-posts.ts';

/** Why one network did not take a post. @see docs/service/posts.md#response */
export interface PostError {
  readonly platform: Platform;
  readonly code: number;
  readonly message: string;
  readonly details?: string;
  readonly retryAvailable?: boolean;
  readonly relink?: boolean;
  /** What was refused there, where the code is about its text. */
  readonly post?: string;
  /** The part of the service that failed, before the network was asked. @see docs/service/posts.md#POST-17 */
  readonly source?: string;
}

/** A network's copy of a post that is not there any more. */
interface RemovedCopy {
  readonly platform: Platform;
  /** Social Post ID. */
  readonly id: string;
}

/** What is known of a post beside its text and its copies. */
export interface PostAbout {
  readonly type: PostType;
  /** Null: its copies and errors tell how it went. */
  readonly status: PostStatus | null;
  /** The networks it is meant for. */
  readonly platforms: readonly Platform[];
  /** When it is to be published, or was, in milliseconds since 1970. */
  readonly scheduleDate: number | null;
  readonly notes: string | null;
  readonly mediaUrls: readonly string[];
  /** What is to be sent; null of a post that was published before the sandbox began. */
  readonly body: PostBody | null;
  /** What became of it where it was not taken, when it was published last. */
  readonly errors: readonly PostError[];
  /** Short links that were made for it. */
  readonly urls: readonly string[];
  readonly autoRepostId: string | null;
  /**
   * What the request brought of the X pair: the verdict alone, never the values.
   *
   * @see docs/service/access.md#AUTH-09
   */
  readonly xPair: XPairSent;
  /** Copies that were deleted at their networks. */
  readonly removed: readonly RemovedCopy[];
  /** It was sent again once, and is not again. */
  readonly retried: boolean;
}

/** A post that was published at once, and of which nothing more is known. */
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

/** A post of the service. */
export interface Post {
  /** Service Post ID. */
  readonly id: string;
  readonly profile: number;
  readonly text: string;
  readonly created: number;
  /** When it is to be published by the clock; null when the clock does nothing about it. */
  readonly dueAt: number | null;
  readonly about: PostAbout;
}

export interface PostStore extends SocialPostStore {
  /** A post of this profile; another profile's is as if it did not exist. */
  find(profile: number, id: string): Post | undefined;
  /** The profile's posts that were made inside these times, newest first. */
  listBetween(profile: number, from: number, to: number): readonly Post[];
  /** The profile's posts that wait for their time or for a person, or are held back, oldest first. */
  listUnpublished(profile: number): readonly Post[];
  /** The first that is to be published by now, over all profiles. */
  findFirstDue(now: number): Post | undefined;
  /** The profile's posts that are to be published between two moments, both included. */
  listDueBetween(profile: number, from: number, to: number): readonly Post[];
  /** When the clock next has something to do: to publish a post, or to let tiktok tell of one; null when never. */
  getNextDue(): number | null;
  hasKey(profile: number, idempotencyKey: string): boolean;
  /** @param idempotencyKey used once in a profile */
  add(post: Post, idempotencyKey?: string): void;
  /** Writes over what may change. The caller holds the transaction. */
  change(post: Pick<Post, 'id' | 'text' | 'dueAt' | 'about'>): void;
}

const POST = 'select id, profile, text, created, due_at as dueAt, about_json as aboutJson from posts';

type PostRow = Omit<Post, 'about'> & { readonly aboutJson: string };

function readPost({ aboutJson, ...post }: PostRow): Post {
  // Written by `add` and `change` alone, from the same type; posts of an older crier lack some of it.
  return { ...post, about: { ...PLAIN_POST, ...(JSON.parse(aboutJson) as Partial<PostAbout>) } };
}

const NEXT_DUE = `select min(at) as at from (
  select min(due_at) as at from posts where due_at is not null
  union all
  select min(resolves_at) from social_posts where resolves_at is not null
)`;

const UNPUBLISHED = `${POST} where profile = ?
  and json_extract(about_json, '$.status') in ('awaiting approval', 'pending', 'paused') order by created, number`;

export function createPostStore(database: Database): PostStore {
  return {
    ...createSocialPostStore(database),
    find(profile, id) {
      const row = database.first<PostRow>(`${POST} where id = ? and profile = ?`, id, profile);
      return row && readPost(row);
    },
    listBetween: (profile, from, to) =>
      database
        .all<PostRow>(
          `${POST} where profile = ? and created between ? and ? order by created desc, number desc`,
          profile,
          from,
          to,
        )
        .map(readPost),
    listUnpublished: (profile) => database.all<PostRow>(UNPUBLISHED, profile).map(readPost),
    findFirstDue(now) {
      const row = database.first<PostRow>(`${POST} where due_at <= ? order by due_at, number limit 1`, now);
      return row && readPost(row);
    },
    listDueBetween: (profile, from, to) =>
      database
        .all<PostRow>(
          `${POST} where due_at between ? and ? and profile = ? order by due_at, number`,
          from,
          to,
          profile,
        )
        .map(readPost),
    getNextDue: () => database.first<{ at: number | null }>(NEXT_DUE)?.at ?? null,
    hasKey: (profile, key) =>
      database.first('select 1 from posts where profile = ? and idempotency_key = ?', profile, key) !==
      undefined,
    add: ({ id, profile, text, created, dueAt, about }, idempotencyKey) =>
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
      ),
    change: ({ id, text, dueAt, about }) =>
      database.run(
        'update posts set text = ?, due_at = ?, about_json = ? where id = ?',
        text,
        dueAt,
        JSON.stringify(about),
        id,
      ),
  };
}
