import { DELIVERY_WAITS_MS } from '../../../domain/webhooks/delivery.ts';
import { FEED_READING } from '../../../service/assumed-feeds.ts';
import type { Database } from '../../../storage/open-database.ts';
import { bringFeedsForward } from '../../store/feeds.ts';
import { bringDeliveriesForward } from '../../store/outbound/delivery-queue.ts';
import { rescheduleDms } from '../dispatcher/dm-quotas.ts';

/**
 * Limits waits to their length from now on, after the clock was set back: by a user of the sandbox, or that of the machine.
 * Times that users chose stay, such as those of scheduled posts. The caller holds the transaction.
 */
export function limitWaits(store: Database, now: number): void {
  rescheduleDms(store, now);
  bringFeedsForward(store, now + FEED_READING.intervalMs);
  bringDeliveriesForward(store, now, [0, ...DELIVERY_WAITS_MS]);
}
