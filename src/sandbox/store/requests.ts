import type { Database } from '../../disk/open-database.ts';
import { LIMITS } from '../../facts/limits.ts';

/** How many requests a profile has made. */
export interface RequestCount {
  /** In the window that is running, this one included. */
  readonly used: number;
  /** In this calendar month, UTC. */
  readonly usedInMonth: number;
  /** Whether it was suspended for too many refusals. */
  readonly isSuspended: boolean;
}

/** The requests of each profile: what limits are held by. @see undescribed.md 1.3 */
export interface Requests {
  /** Counts one more. A window begins with its first request. */
  count(profile: number, now: number): RequestCount;
  /** Notes an answer of 429. @returns how many there were in the window of suspension, this one included */
  refuse(profile: number, now: number): number;
  suspend(profile: number, now: number): void;
}

const LENGTH_OF_MONTH = '2026-03'.length;

export function requestsOf(database: Database): Requests {
  return {
    count(profile, now) {
      const row = lightly(database, () =>
        database.first<{ used: number; usedInMonth: number; suspended: number | null }>(
          COUNT,
          profile,
          now,
          new Date(now).toISOString().slice(0, LENGTH_OF_MONTH),
          LIMITS.requestRate.windowMs,
        ),
      );
      if (row === undefined) throw new Error('a request was not counted');
      return { used: row.used, usedInMonth: row.usedInMonth, isSuspended: row.suspended !== null };
    },
    refuse(profile, now) {
      database.run(
        'delete from refusals where profile = ? and at <= ?',
        profile,
        now - LIMITS.suspendAfter.windowMs,
      );
      database.run('insert into refusals (profile, at) values (?, ?)', profile, now);
      const row = database.first<{ count: number }>(
        'select count(*) as count from refusals where profile = ?',
        profile,
      );
      return row?.count ?? 0;
    },
    suspend: (profile, now) =>
      database.run('update requests set suspended = ? where profile = ?', now, profile),
  };
}

/** One statement, so that of two processes neither loses a request; a clock that was set back begins anew. */
const COUNT = `
  insert into requests (profile, started, used, month, used_in_month) values (?1, ?2, 1, ?3, 1)
  on conflict (profile) do update set
    used = iif(?2 - started between 0 and ?4 - 1, used + 1, 1),
    started = iif(?2 - started between 0 and ?4 - 1, started, ?2),
    used_in_month = iif(month = ?3, used_in_month + 1, 1),
    month = ?3
  returning used, used_in_month as usedInMonth, suspended`;

/** Writes without waiting for the disk: a count that a power cut takes away is no loss, and reading stays quick. */
function lightly<Result>(database: Database, work: () => Result): Result {
  database.script('pragma synchronous = normal');
  try {
    return work();
  } finally {
    database.script('pragma synchronous = full');
  }
}
