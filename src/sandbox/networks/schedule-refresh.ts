import { LIMITS } from '../../facts/limits.ts';
import type { Platform } from '../../facts/platforms.ts';
import { floorToSecond } from '../../rules/floor-to-second.ts';
import type { Refresh } from '../store/refreshes.ts';

/** Ours: the interval of X stops growing here. */
export const LONGEST_X_INTERVAL_MS = 24 * 60 * 60 * 1_000;

/** The interval of X grows by this factor from one refresh to the next; the specification names none. */
const X_INTERVAL_GROWTH = 2;

/**
 * Says whether comments have to be fetched from their network again: they never were, it is time, or the
 * clock was set back to before they were.
 */
export function isRefreshDue(last: Refresh | undefined, now: number): boolean {
  return last === undefined || now >= last.next || now < last.refreshed;
}

/**
 * Notes that comments were fetched now, and when they will be again: after ten minutes, and on X after an
 * interval that grows. The next moment is a whole second, as the service shows it, so that asking at the
 * moment shown is never too early.
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
