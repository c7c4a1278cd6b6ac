import type { Database } from '../../disk/open-database.ts';

/** How much the clock has to do about posts. */
export interface DuePostCounts {
  /** To be published. */
  readonly posts: number;
  /** Copies of which tiktok has still to tell the id. */
  readonly confirmations: number;
}

/** Posts as the clock sees them, over all profiles. */
export interface DuePostStore {
  /** What is due by then. */
  countDue(now: number): DuePostCounts;
  /** All of it. */
  countAll(): DuePostCounts;
}

export function createDuePostStore(database: Database): DuePostStore {
  const due = (now: number) =>
    database.first<DuePostCounts>(
      `select (select count(*) from posts where due_at <= ?1) as posts,
         (select count(*) from social_posts where resolves_at <= ?1) as confirmations`,
      now,
    ) ?? { posts: 0, confirmations: 0 };
  return { countDue: due, countAll: () => due(Number.MAX_SAFE_INTEGER) };
}
