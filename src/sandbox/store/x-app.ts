import { ASSUMED } from '../../service/assumed.ts';
import type { Database } from '../../storage/open-database.ts';

/** Requests of the account's app at X, over all profiles. @see docs/service/comments.md#COM-18 */
export interface XAppStore {
  /** Counts the requests in the current window of X. */
  countUsed(now: number): number;
  /** Counts a request. The caller holds the transaction. */
  count(now: number): void;
}

export function createXAppStore(database: Database): XAppStore {
  const running = (now: number) => {
    const row = database.first<{ started: number; used: number }>('select started, used from x_requests');
    const isRunning = row !== undefined && now >= row.started && now < row.started + ASSUMED.xWindowMs;
    return isRunning ? row : { started: now, used: 0 };
  };
  return {
    countUsed: (now) => running(now).used,
    count(now) {
      const { started, used } = running(now);
      database.run('delete from x_requests');
      database.run('insert into x_requests (started, used) values (?, ?)', started, used + 1);
    },
  };
}
