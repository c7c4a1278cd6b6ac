import * as z from 'zod';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { ActivityRow } from '../../../service/endpoints/activity.ts';
import type { Column, ListView } from '../../render/view.ts';
import { truncate } from '../../render/width.ts';
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

const COLUMNS: readonly Column<ExplanationFinding>[] = [
  { name: 'subject', title: 'subject', value: ({ subject }) => subject, show: formatSubject, drop: 0 },
  { name: 'status', title: 'status', value: ({ status }) => status, role: 'status', drop: 1 },
  { name: 'code', title: 'code', value: ({ code }) => code, dataOnly: true },
  {
    name: 'reason',
    title: 'reason',
    value: ({ reason }) => reason,
    show: formatFinding,
    flexible: true,
    wraps: true,
    holdsCommands: true,
  },
  { name: 'advice', title: 'advice', value: ({ advice }) => advice, dataOnly: true },
  { name: 'command', title: 'command', value: ({ command }) => command, dataOnly: true },
];

/** The id of an action is of no use to people. */
function formatSubject({ subject }: ExplanationFinding): string {
  return subject.split(' ')[0] ?? subject;
}

function formatFinding({ reason, advice, command }: ExplanationFinding): string {
  return [reason, ...(advice === null ? [] : [advice]), ...(command === null ? [] : [`$ ${command}`])].join(
    '\n',
  );
}

/**
 * Builds the view of an explanation; tables show the advice below each reason.
 *
 * @param who handle of the person, if the row has none
 */
export function buildExplanationView(
  document: Explanation,
  who: string | null,
): ListView<ExplanationFinding> {
  const { automationId, activity, findings } = document;
  return {
    kind: 'list',
    document,
    key: 'findings',
    rows: findings,
    columns: COLUMNS,
    heading: activity === null ? `${automationId}: no row` : formatHeading(activity, who),
    empty: 'no information',
  };
}

/** Enough to recognize the text. */
const LONGEST_TEXT = 60;

function formatHeading(row: ActivityRow, known: string | null): string {
  const { status, recipientUsername, recipientId, commentText, keyword, created, eventId, id } = row;
  const who = recipientUsername ?? known ?? recipientId;
  const text = commentText ? `"${truncate(commentText, LONGEST_TEXT)}"` : keyword;
  const when = readTimestamp(created).iso;
  return [status, who, text, when, eventId ?? id].filter((part) => part).join(' · ');
}
