import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import { getReason } from './get-reason.ts';

/** Formats a completed row of activity. @param names handles by id */
export function formatCompletedRow(row: ActivityRow, names: Readonly<Record<string, string>>): string {
  const { completedAt, automationId, status } = row;
  const reason = status === 'sent' ? '' : `: ${getReason(row) ?? 'no reason given'}`;
  return `${completedAt ?? ''} ${automationId ?? ''} ${status}, ${getRecipientName(row, names)}${reason}`;
}

/** The person's name from the row, the sandbox, or the id. @param names handles by id */
export function getRecipientName(
  { recipientUsername, recipientId }: ActivityRow,
  names: Readonly<Record<string, string>>,
): string {
  return recipientUsername ?? names[recipientId ?? ''] ?? recipientId ?? '';
}
