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

/** The requests of each profile: what limits are held by. @see docs/service/access.md#request-limit */
export interface RequestStore {
  /** Counts one more. A window begins with its first request. */
  count(profile: number, now: number): RequestCount;
  /** Notes an answer of 429. @returns how many there were in the window of suspension, this one included */
  refuse(profile: number, now: number): number;
  suspend(profile: number, now: number): void;
}

const LENGTH_OF_MONTH = '2026-03'.length;

interface CountRow {
  readonly used: number;
  readonly usedInMonth: number;
  readonly suspended: number | null;
}

export function createRequestStore(database: Database): RequestStore {
  /** Requests by profile that came while another process held the write lock: written with the next one. */
  const unwritten = new Map<number, number>();
  return {
    count(profile, now) {
      const more = (unwritten.get(profile) ?? 0) + 1;
      const month = new Date(now).toISOString().slice(0, LENGTH_OF_MONTH);
      const values = [profile, now, month, LIMITS.requestRate.windowMs, more] as const;
      const written = database.writeAtOnce(() => database.first<CountRow>(COUNT, ...values));
      if (written === null) unwritten.set(profile, more);
      else unwritten.delete(profile);
      const row = written === null ? database.first<CountRow>(COUNTED, ...values) : written.result;
      const { used, usedInMonth, suspended } = row ?? { used: more, usedInMonth: more, suspended: null };
      return { used, usedInMonth, isSuspended: suspended !== null };
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

/**
 * One statement, so that of two processes neither loses a request; a clock that was set back begins anew. It waits for
 * nothing: a count that a power cut takes away is no loss, and a read needs no write lock.
 */
const COUNT = `
  insert into requests (profile, started, used, month, used_in_month) values (?1, ?2, ?5, ?3, ?5)
  on conflict (profile) do update set
    used = iif(?2 - started between 0 and ?4 - 1, used + ?5, ?5),
    started = iif(?2 - started between 0 and ?4 - 1, started, ?2),
    used_in_month = iif(month = ?3, used_in_month + ?5, ?5),
    month = ?3
  returning used, used_in_month as usedInMonth, suspended`;

/** What `COUNT` would give. */
const COUNTED = `
  select iif(?2 - started between 0 and ?4 - 1, used + ?5, ?5) as used,
    iif(month = ?3, used_in_month + ?5, ?5) as usedInMonth, suspended
  from requests where profile = ?1`;
