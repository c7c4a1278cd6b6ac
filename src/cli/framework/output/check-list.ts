import * as z from 'zod';
import { type Column, pickMember } from './view.ts';

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
  { ...pickMember('status', 'status'), role: 'status', drop: 0 },
  { ...pickMember('check', 'check'), role: 'name', drop: 0 },
  { ...pickMember('found', 'found'), flexible: true, wraps: true },
  { ...pickMember('advice', 'advice'), dataOnly: true },
];
