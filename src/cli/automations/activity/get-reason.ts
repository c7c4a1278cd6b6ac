import { ACTIVITY_STATES, type ActivityRow, ActivityStatus } from '../../../service/endpoints/activity.ts';

/** Reason why a row was not sent: the service's text if there is one, otherwise the meaning of its status. */
export function getReason({ status, errorDetails, actionResults }: ActivityRow): string | null {
  const results = actionResults ?? [];
  // the reason of another action does not explain the row: a missing webhook is not an authorization error
  const own = results.find((result) => result.status === status && result.errorDetails);
  const message = errorDetails || own?.errorDetails;
  if (message) return message;
  const state = ActivityStatus.safeParse(status);
  if (state.success) return ACTIVITY_STATES[state.data].meaning;
  return results.find((result) => result.errorDetails)?.errorDetails ?? null;
}

/** Every distinct reason why a row or one of its actions was not sent. Empty if every action was sent. */
export function listReasons(row: ActivityRow): readonly (string | null)[] {
  const missed = (row.actionResults ?? []).filter(({ status }) => status !== 'sent');
  if (missed.length === 0) return row.status === 'sent' ? [] : [getReason(row)];
  return [
    ...new Set(missed.map(({ status, errorDetails }) => getReason({ id: row.id, status, errorDetails }))),
  ];
}
