import { HOUR_MS } from '../../../service/durations.ts';
import type { Database } from '../../../storage/open-database.ts';
import { countDmSlots, findDmSlot, insertDmSlot } from '../../store/messages.ts';

export type DmSlots = ReturnType<typeof createDmSlots>;

/**
 * The hourly rate limit of accounts, for one transaction: at most `perHour` send times in any hour. How many are left is
 * counted once; an undone step and a released slot leave more of them than it says, so when none is left, the rows decide.
 *
 * @see docs/service/engine.md#ENG-14
 */
export function createDmSlots(store: Database) {
  const leftByAccount = new Map<string, number>();
  return {
    /** The first time, from `now` on, at which the account may send another DM. */
    findFree(accountId: string, { now, perHour }: { now: number; perHour: number }): number {
      const left = leftByAccount.get(accountId) ?? perHour - countDmSlots(store, accountId, now - HOUR_MS);
      leftByAccount.set(accountId, left);
      if (left > 0) return now;
      const before = findDmSlot(store, accountId, perHour - 1);
      return before === undefined ? now : Math.max(now, before + HOUR_MS);
    },
    add(accountId: string, at: number, as: 'reserved' | 'sent'): void {
      insertDmSlot(store, accountId, at, as);
      const left = leftByAccount.get(accountId);
      if (left !== undefined) leftByAccount.set(accountId, left - 1);
    },
  };
}
