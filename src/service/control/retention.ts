import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { LIMITS } from '../limits.ts';

/**
 * Retention of finished rows in a sandbox, in its own time; all values are ours. Nothing is removed without a request,
 * and then rows that a rule needs are kept longer: activity of the last 30 days (ACT-01), the newest 1,000 deliveries of each action in 6 months (HOOK-20),
 * dedup claims within any window (D-07), and everything unfinished.
 */
export const RETENTION = {
  /** Default age of what a request removes: longer than the 6 months of the delivery history. */
  days: 200,
  /**
   * Minimum age that can be requested: a row of 30 days and one second is not listed any more, but must still exist
   * (L-05).
   */
  minDays: LIMITS.activityLookbackMs / DAY_MS + 1,
  /** Claims older than this are outside every dedup window. */
  claimMs: LIMITS.dedupWindowMinutes.max * MINUTE_MS + DAY_MS,
  /** Rows examined in one transaction: few enough not to block requests for long. */
  batchRows: 2_000,
  /** From this size on, the status of a sandbox says that it is large. */
  largeBytes: 256 * 1024 * 1024,
} as const;
