import * as z from 'zod';
import { DAY_MS } from '../durations.ts';
import { NO_INPUT } from '../endpoint.ts';
import type { ControlCall } from './call.ts';
import { RETENTION } from './retention.ts';

/** The sandbox may run in another process with another working directory. */
const AbsoluteFile = z.string().regex(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, 'must be an absolute path');

const PrunedCount = z.object({
  rows: z.int(),
  bytes: z.int().describe('size of their contents'),
});

export const STORE_CONTROL = {
  getVersion: {
    method: 'GET',
    path: '/_sandbox/version',
    input: NO_INPUT,
    answer: z.object({
      version: z
        .string()
        .describe('another text after each change of the data; requests that only read change nothing'),
    }),
  },
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
        .describe('by kind: activity, engagements, dms, emails, deliveries, media, counters'),
      total: PrunedCount,
      file: z.object({ bytesBefore: z.int(), bytesAfter: z.int() }).describe('size of the data'),
    }),
  },
} as const satisfies Record<string, ControlCall>;

export const ResetInput = z.strictObject({
  seed: AbsoluteFile.optional().describe(
    'an exported file to start from, without its keys (default: the demo data)',
  ),
});
