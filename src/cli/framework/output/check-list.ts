import * as z from 'zod';
import type { Column } from './view.ts';

/** One requirement of something that was checked. */
export const CheckRow = z.strictObject({
  check: z.string(),
  status: z
    .enum(['ok', 'warn', 'fail', 'skipped'])
    .describe('skipped: unknown, because an earlier check failed, or not applicable'),
  found: z.string(),
  advice: z.string().nullable().describe('what to do; null if nothing'),
});
export type CheckRow = z.infer<typeof CheckRow>;

/** What was found, and what to do about it. */
export type CheckFinding = Pick<CheckRow, 'found' | 'advice'>;

/** Columns of a check. The advice for a failed check is printed elsewhere. */
export const CHECK_COLUMNS: readonly Column<CheckRow>[] = [
  { name: 'status', title: 'status', value: ({ status }) => status, role: 'status', drop: 0 },
  { name: 'check', title: 'check', value: ({ check }) => check, role: 'name', drop: 0 },
  { name: 'found', title: 'found', value: ({ found }) => found, flexible: true, wraps: true },
  { name: 'advice', title: 'advice', value: ({ advice }) => advice, dataOnly: true },
];
