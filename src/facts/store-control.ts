import * as z from 'zod';
import type { ControlCall } from './control.ts';
import { DAY_MS } from './durations.ts';
import { RETENTION } from './retention.ts';

/** The sandbox may run in another process with another working directory. */
const AbsoluteFile = z.string().regex(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, 'must be an absolute path');

const PrunedCount = z.object({
  rows: z.int(),
  bytes: z.int().describe('of their contents'),
});

/** Control calls for the store as a whole. */
export const STORE_CONTROL = {
  exportStore: {
    method: 'POST',
    path: '/_sandbox/export',
    input: z.strictObject({
      file: AbsoluteFile.describe(
        'an empty or a new file, which gets a copy of the store, its keys included, and is 0600',
      ),
    }),
    answer: z.object({ bytes: z.int().describe('size of the file') }),
  },
  importStore: {
    method: 'POST',
    path: '/_sandbox/import',
    input: z.strictObject({
      file: AbsoluteFile.describe('a file that was exported; all data and all keys are replaced'),
    }),
    answer: z.object({
      backup: z
        .string()
        .nullable()
        .describe('a copy of what was replaced; null where nothing is kept on disk'),
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
      dryRun: z.boolean().default(false).describe('nothing is removed, only counted'),
    }),
    answer: z.object({
      before: z.string().describe('what was created before is removed'),
      dryRun: z.boolean(),
      removed: z
        .record(z.string(), PrunedCount)
        .describe('by kind: activity, engagements, dms, emails, deliveries, counters'),
      total: PrunedCount,
      file: z
        .object({ bytesBefore: z.int(), bytesAfter: z.int() })
        .describe(
          'size of the data; what is removed by itself leaves room in it, and does not make it smaller',
        ),
    }),
  },
} as const satisfies Record<string, ControlCall>;

/** Input of a reset. */
export const ResetInput = z.strictObject({
  seed: AbsoluteFile.optional().describe(
    'a file that was exported, without its keys; default: the demo data',
  ),
});
