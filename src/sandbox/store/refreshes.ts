import type { Database } from '../../disk/open-database.ts';
import type { CommentPlatform } from '../../facts/platforms.ts';

/** When the comments of one post, or of one comment, were last fetched from their network. */
export interface Refresh {
  readonly platform: CommentPlatform;
  /** Social Post ID, or Social Comment ID. */
  readonly id: string;
  readonly refreshed: number;
  /** They are not fetched again before this moment. */
  readonly next: number;
  /** How long they were kept this time. */
  readonly intervalMs: number;
}

export interface Refreshes {
  of(platform: CommentPlatform, id: string): Refresh | undefined;
  save(refresh: Refresh): void;
}

export function refreshesOf(database: Database): Refreshes {
  return {
    of: (platform, id) =>
      database.first<Refresh>(
        `select platform, id, refreshed, next, interval_ms as intervalMs from refreshes
         where platform = ? and id = ?`,
        platform,
        id,
      ),
    save: ({ platform, id, refreshed, next, intervalMs }) =>
      database.run(
        'replace into refreshes (platform, id, refreshed, next, interval_ms) values (?, ?, ?, ?, ?)',
        platform,
        id,
        refreshed,
        next,
        intervalMs,
      ),
  };
}
