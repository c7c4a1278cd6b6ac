import type { Store } from '../store/store.ts';
import type { NetworkFailure } from './network-failure.ts';

/**
 * Counts a request of the account's app at X, over all profiles, and returns a failure when its credits are used up
 * or its rate limit is reached. The caller holds the transaction.
 *
 * @see docs/service/comments.md#read-status, #COM-18
 */
export function countXRequest(store: Store, now: number): NetworkFailure | null {
  const refusal = checkXLimits(store, now);
  if (refusal !== null) return refusal;
  const { xCredits } = store.settings.read();
  store.xApp.count(now);
  if (xCredits !== null) store.settings.change({ xCredits: xCredits - 1 });
  return null;
}

/** The same check without counting. */
export function checkXLimits(store: Store, now: number): NetworkFailure | null {
  const { xCredits, xRateMax } = store.settings.read();
  if (xCredits !== null && xCredits <= 0)
    return { code: 416, message: 'The credits of the X app are used up.' };
  if (xRateMax !== null && store.xApp.countUsed(now) >= xRateMax)
    return { code: 364, message: 'The X app has reached its rate limit.' };
  return null;
}
