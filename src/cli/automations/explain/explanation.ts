import * as z from 'zod';
import { ActivityRow } from '../../../service/endpoints/activity.ts';
import type { CommandText } from '../../shell/shell-command.ts';

const Nullable = z.string().nullable();

/** One reason with advice. */
export const ExplanationFinding = z.strictObject({
  subject: z.string().describe('dispatch, automation, triggers[0], or an action such as send_dm act_v3Nd9s'),
  status: Nullable.describe('status of the subject'),
  code: z.int().nullable().describe('error code of the service'),
  reason: z.string(),
  advice: Nullable.describe('what to do'),
  command: Nullable.describe('a command that does it, or shows more'),
});
export type ExplanationFinding = z.infer<typeof ExplanationFinding>;

/** Output of `automations explain`. */
export const Explanation = z.strictObject({
  automationId: z.string(),
  activity: ActivityRow.nullable().describe('the explained row; null for an event without one'),
  findings: z.array(ExplanationFinding).readonly().describe('most important first'),
});
export type Explanation = z.infer<typeof Explanation>;

/** A reason with what else is known. */
export type FindingCause = Pick<ExplanationFinding, 'reason'> &
  Partial<Omit<ExplanationFinding, 'command'>> & { readonly command?: CommandText | null };

type FindingInput = Pick<ExplanationFinding, 'subject'> & FindingCause;

/** Creates a finding; unknown members are null. */
export function createFinding(found: FindingInput): ExplanationFinding {
  return { status: null, code: null, advice: null, command: null, ...found };
}
