import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import type { Column, ListView } from '../../render/view.ts';
import { truncate } from '../../render/width.ts';
import type { Explanation, ExplanationFinding } from './explanation.ts';

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
