import type { Database } from '../../disk/open-database.ts';

/** How much the clock has to do about posts. */
export interface PostCounts {
  /** To be published. */
  readonly posts: number;
  /** Copies of which tiktok has still to tell the id. */
  readonly confirmations: number;
}

/** Posts as the clock sees them, over all profiles. */
export interface ComingPosts {
  /** What is due by then. */
  due(now: number): PostCounts;
  /** All of it. */
  all(): PostCounts;
}

export function comingPostsOf(database: Database): ComingPosts {
  const due = (now: number) =>
    database.first<PostCounts>(
      `select (select count(*) from posts where due_at <= ?1) as posts,
         (select count(*) from social_posts where resolves_at <= ?1) as confirmations`,
      now,
    ) ?? { posts: 0, confirmations: 0 };
  return { due, all: () => due(Number.MAX_SAFE_INTEGER) };
}
