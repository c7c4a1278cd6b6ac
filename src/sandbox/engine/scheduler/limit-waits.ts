import { DELIVERY_WAITS_MS } from '../../../domain/webhooks/delivery.ts';
import { FEED_READING } from '../../../service/assumed-feeds.ts';
import type { Store } from '../../store/store.ts';
import { rescheduleDms } from '../dispatcher/dm-quotas.ts';

/**
 * Limits waits to their length from now on, after the clock was set back: by a user of the sandbox, or that of the machine.
 * Times that users chose stay, such as those of scheduled posts. The caller holds the transaction.
 */
export function limitWaits(store: Store, now: number): void {
  rescheduleDms(store, now);
  store.feeds.bringForward(now + FEED_READING.intervalMs);
  store.deliveryQueue.bringForward(now, [0, ...DELIVERY_WAITS_MS]);
}
