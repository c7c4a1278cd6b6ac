import type { ActivityRow } from '../../facts/activity.ts';
import { getReason } from '../activity/get-reason.ts';

/** What became of one engagement, in a line. @param names handles by id */
export function formatCompletedRow(row: ActivityRow, names: Readonly<Record<string, string>>): string {
  const { completedAt, automationId, status } = row;
  const reason = status === 'sent' ? '' : `: ${getReason(row) ?? 'nobody says why'}`;
  return `${completedAt ?? ''} ${automationId ?? ''} ${status}, ${getRecipientName(row, names)}${reason}`;
}

/** The person by name, where the network told it, or the sandbox knows it. @param names handles by id */
export function getRecipientName(
  { recipientUsername, recipientId }: ActivityRow,
  names: Readonly<Record<string, string>>,
): string {
  return recipientUsername ?? names[recipientId ?? ''] ?? recipientId ?? '';
}
