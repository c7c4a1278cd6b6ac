import * as z from 'zod';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import type { ControlCall } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

/** The sandbox may run in another process with another working directory. */
const AbsoluteFile = z.string().regex(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, 'must be an absolute path');

const PrunedCount = z.object({
  rows: z.int(),
  bytes: z.int().describe('size of their contents'),
});

/**
 * Retention of finished rows in a sandbox, in its own time; all values are ours. Rows that a rule needs are kept
 * longer: activity of the last 30 days (ACT-01), the newest 1,000 deliveries of each action in 6 months (HOOK-20),
 * dedup claims within any window (D-07), and everything unfinished.
 */
export const RETENTION = {
  /** Maximum age before automatic pruning: longer than the 6 months of the delivery history. */
  days: 200,
  /** Maximum number of rows of each kind; the newest are kept, and recent activity in any case. */
  rows: 100_000,
  /**
   * Minimum age that can be requested: a row of 30 days and one second is not listed any more, but must still exist
   * (L-05).
   */
  minDays: LIMITS.activityLookbackMs / DAY_MS + 1,
  /** Claims older than this are outside every dedup window. */
  claimMs: LIMITS.dedupWindowMinutes.max * MINUTE_MS + DAY_MS,
  /** Rows examined in one transaction: few enough not to block requests for long. */
  batchRows: 2_000,
  /** Pruning interval of a server. */
  intervalMs: 10 * MINUTE_MS,
} as const;

/** Control calls for the store as a whole. */
export const STORE_CONTROL = {
  exportStore: {
    method: 'POST',
    path: '/_sandbox/export',
    input: z.strictObject({
      file: AbsoluteFile.describe(
        'a new or empty file for a copy of the store, including its keys; created with mode 0600',
      ),
    }),
    answer: z.object({ bytes: z.int().describe('size of the file') }),
  },
  importStore: {
    method: 'POST',
    path: '/_sandbox/import',
    input: z.strictObject({
      file: AbsoluteFile.describe('an exported file; it replaces all data and keys'),
    }),
    answer: z.object({
      backup: z
        .string()
        .nullable()
        .describe('file with a copy of the replaced data; null if it is not stored on disk'),
    }),
  },
  prune: {
    method: 'POST',
    path: '/_sandbox/prune',
    input: z.strictObject({
      olderThanMs: z
        .int()
        .min(RETENTION.minDays * DAY_MS)
        .describe('minimum age of what is removed'),
      dryRun: z.boolean().default(false).describe('only count, do not remove'),
    }),
    answer: z.object({
      before: z.string().describe('rows created before this time are removed'),
      dryRun: z.boolean(),
      removed: z
        .record(z.string(), PrunedCount)
        .describe('by kind: activity, engagements, dms, emails, deliveries, counters'),
      total: PrunedCount,
      file: z
        .object({ bytesBefore: z.int(), bytesAfter: z.int() })
        .describe('file size; automatic pruning frees space inside the file without shrinking it'),
    }),
  },
} as const satisfies Record<string, ControlCall>;

/** Input of a reset. */
export const ResetInput = z.strictObject({
  seed: AbsoluteFile.optional().describe(
    'an exported file to start from, without its keys (default: the demo data)',
  ),
});
