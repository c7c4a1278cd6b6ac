import type { Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';

/** When comments or posts were last fetched from their network. */
export interface Refresh {
  readonly platform: Platform;
  /** Social Post ID, Social Comment ID, or a name for an account. */
  readonly id: string;
  readonly refreshed: number;
  /** Not fetched again before this time. */
  readonly next: number;
  /** The interval until `next`. */
  readonly intervalMs: number;
}

export interface RefreshStore {
  find(platform: Platform, id: string): Refresh | undefined;
  save(refresh: Refresh): void;
}

export function createRefreshStore(database: Database): RefreshStore {
  return {
    find: (platform, id) =>
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
