import type { Store } from '../store/store.ts';

/**
 * Lets all DMs that wait for their hour ask for it anew, in their order: what they were told holds no more, since the
 * clock was set back or the pace is another one. The caller holds the transaction.
 *
 * @see docs/service/engine.md#ENG-14
 * @see docs/service/readings.md#U-41
 */
export function rescheduleDms({ dmCounts, actionResults, dispatches }: Store, now: number): void {
  dmCounts.releaseSlots(now);
  for (const dispatch of actionResults.releaseSlots()) dispatches.reschedule(dispatch, now);
}
