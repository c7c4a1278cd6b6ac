import type { Store } from '../store/store.ts';

/**
 * Releases all reserved slots and makes the waiting DMs due, so that they reserve new ones in order: the clock was
 * set back, or the rate limit changed. The caller holds the transaction.
 *
 * @see docs/service/engine.md#ENG-14
 * @see docs/service/readings.md#U-41
 */
export function rescheduleDms({ dmCounts, actionResults, dispatches }: Store, now: number): void {
  dmCounts.releaseSlots(now);
  for (const dispatch of actionResults.releaseSlots()) dispatches.reschedule(dispatch, now);
}
