import { DAY_MS, MINUTE_MS } from './durations.ts';
import { LIMITS } from './limits.ts';

/**
 * How long a sandbox keeps what has ended, in its own time; all of it is ours. What a rule still needs is kept longer:
 * activity of the last 30 days (ACT-01), of each action the newest 1,000 deliveries in 6 months (HOOK-20), dedup claims
 * as long as any window (D-07), and whatever is not over.
 */
export const RETENTION = {
  /** What is older is removed by itself: past the 6 months of the delivery history. */
  days: 200,
  /** The maximum number of rows of each kind; the newest ones are kept, and activity of the last days in any case. */
  rows: 100_000,
  /** The minimum that can be asked for: a row of 30 days and a second is not listed, and still there (L-05). */
  minDays: LIMITS.activityLookbackMs / DAY_MS + 1,
  /** A claim that is older counts in no window. */
  claimMs: LIMITS.dedupWindowMinutes.max * MINUTE_MS + DAY_MS,
  /** Rows examined in one transaction: few enough that no request waits long. */
  batchRows: 2_000,
  /** Interval at which a server prunes. */
  intervalMs: 10 * MINUTE_MS,
} as const;
