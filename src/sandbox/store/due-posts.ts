import type { Database } from '../../storage/open-database.ts';

/** Posts that the clock has to process. */
export interface DuePostCounts {
  /** Posts to publish. */
  readonly posts: number;
  /** TikTok copies whose id is pending. */
  readonly confirmations: number;
}

/** Counts scheduled posts over all profiles. */
export interface DuePostStore {
  countDue(now: number): DuePostCounts;
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
