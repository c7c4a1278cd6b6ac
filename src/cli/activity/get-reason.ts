import { ACTIVITY_STATES, type ActivityRow, ActivityStatus } from '../../facts/activity.ts';

/** Why a row was not sent: in the service's words where it has some, else what its state means. */
export function getReason({ status, errorDetails, actionResults }: ActivityRow): string | null {
  const results = actionResults ?? [];
  // another action's reason is not why the row ended so: a webhook that is missing is no refused login
  const own = results.find((result) => result.status === status && result.errorDetails);
  const message = errorDetails || own?.errorDetails;
  if (message) return message;
  const state = ActivityStatus.safeParse(status);
  if (state.success) return ACTIVITY_STATES[state.data].meaning;
  return results.find((result) => result.errorDetails)?.errorDetails ?? null;
}

/**
 * Every reason for which a row was not sent, or an action of it; each once. A row of which every action was sent has
 * none.
 */
export function listReasons(row: ActivityRow): readonly (string | null)[] {
  const missed = (row.actionResults ?? []).filter(({ status }) => status !== 'sent');
  if (missed.length === 0) return row.status === 'sent' ? [] : [getReason(row)];
  return [
    ...new Set(missed.map(({ status, errorDetails }) => getReason({ id: row.id, status, errorDetails }))),
  ];
}
