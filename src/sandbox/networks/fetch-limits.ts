import { LIMITS } from '../../service/limits.ts';
import type { Platform } from '../../service/platforms.ts';
import { floorToSecond } from '../clock.ts';
import type { Refresh } from '../store/social-posts.ts';
import type { Store } from '../store/store.ts';
import type { NetworkFailure } from './check-account.ts';

/** Assumed: maximum interval on X. */
export const LONGEST_X_INTERVAL_MS = 24 * 60 * 60 * 1_000;

/** Assumed: growth of the interval on X between refreshes. */
const X_INTERVAL_GROWTH = 2;

/**
 * Whether comments must be fetched again: never fetched, due, or fetched later than now since the clock was set back.
 */
export function isRefreshDue(last: Refresh | undefined, now: number): boolean {
  return last === undefined || now >= last.next || now < last.refreshed;
}

/**
 * Records a refresh, and computes the next one: after ten minutes, on X after a growing interval. Rounded to a whole
 * second, as the service shows it, so that a request at the time shown is never too early.
 *
 * @see docs/service/comments.md#refresh, #COM-13
 */
export function scheduleRefresh(
  of: { platform: Platform; id: string },
  last: Refresh | undefined,
  now: number,
): Refresh {
  const intervalMs = of.platform === 'twitter' ? computeXInterval(last) : LIMITS.commentRefreshMs;
  return { ...of, refreshed: now, next: floorToSecond(now) + intervalMs, intervalMs };
}

function computeXInterval(last: Refresh | undefined): number {
  if (last === undefined) return LIMITS.commentRefreshMs;
  return Math.min(last.intervalMs * X_INTERVAL_GROWTH, LONGEST_X_INTERVAL_MS);
}

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
