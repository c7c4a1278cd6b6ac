import * as z from 'zod';
import { ActivityRow } from '../../facts/activity.ts';
import type { CommandText } from '../shell-command.ts';

const Nullable = z.string().nullable();

/** One thing that is so, and what can be done about it. */
export const ExplanationFinding = z.strictObject({
  subject: z.string().describe('dispatch, automation, triggers[0], or an action: send_dm act_v3Nd9s'),
  status: Nullable.describe('how that ended'),
  code: z.int().nullable().describe('number of the error that it names'),
  reason: z.string(),
  advice: Nullable.describe('what to do about it'),
  command: Nullable.describe('the command that would do it, or show more'),
});
export type ExplanationFinding = z.infer<typeof ExplanationFinding>;

/** What `automations explain` prints. */
export const Explanation = z.strictObject({
  automationId: z.string(),
  activity: ActivityRow.nullable().describe('the row that is explained; null for an event that made none'),
  findings: z.array(ExplanationFinding).readonly().describe('what weighs most first'),
});
export type Explanation = z.infer<typeof Explanation>;

/** Why something is so, with what is known about it. */
export type FindingCause = Pick<ExplanationFinding, 'reason'> &
  Partial<Omit<ExplanationFinding, 'command'>> & { readonly command?: CommandText | null };

type FindingInput = Pick<ExplanationFinding, 'subject'> & FindingCause;

/** A finding with nothing in it that is not known. */
export function createFinding(found: FindingInput): ExplanationFinding {
  return { status: null, code: null, advice: null, command: null, ...found };
}
