import type { ActivityRow } from '../../facts/activity.ts';
import { MINUTE_MS } from '../../facts/durations.ts';
import { LIMITS } from '../../facts/limits.ts';
import { flattenEntry } from '../../rules/flatten-automation.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';
import { getCreatedTime } from '../activity/since.ts';
import { formatMinutes } from '../automations/format-dedup-window.ts';
import type { ExplainContext } from './explain-context.ts';
import type { FindingCause } from './explanation.ts';

/**
 * Why an action did not happen to a person again: where it happened to them, and until when it does not once more.
 *
 * @param actionId null for a row that tells of no actions: then any of them is meant
 * @see docs/service/engine.md#ENG-06, #D-01 to #D-04
 * @see docs/service/readings.md#U-13, #U-14
 */
export function explainDedupWindow(actionId: string | null, context: ExplainContext): FindingCause {
  const { row, now } = context;
  const before = findFiring(actionId, context.earlier);
  const who = row.recipientUsername ?? context.sandbox?.handle ?? row.recipientId ?? 'this person';
  const got = `${who} got it already${before === null ? '' : `, at ${formatIsoSeconds(before.at)} (${before.event})`}`;
  const minutes = getWindowMinutes(actionId ?? before?.actionId ?? null, context);
  if (minutes === null) {
    return { reason: `${got}, within its window`, advice: 'the automation was changed or deleted since' };
  }
  const end = before === null ? null : before.at + minutes * MINUTE_MS;
  if (minutes === 0 || (end !== null && end <= getCreatedTime(row))) {
    const isNow = minutes === 0 ? 'it happens every time' : `once in ${formatMinutes(minutes)}`;
    return {
      reason: `${got}, within its window of then`,
      advice: `the window was changed since: now ${isNow}`,
    };
  }
  const reason = `${got}; once in ${formatMinutes(minutes)}${end === null ? '' : `, until ${formatIsoSeconds(end)}`}`;
  return end !== null && end <= now
    ? { reason, advice: 'that is over: what they do now is answered again' }
    : { reason, ...adviseNoWindow(context) };
}

function adviseNoWindow({ id, commands }: ExplainContext): Partial<FindingCause> {
  return {
    advice: 'it counts for each person, whatever they comment on; without a window it happens every time',
    command: commands.change`automations update ${id} --dedup-window-minutes 0`,
  };
}

/** The window of an action as it is now, in minutes; null when the automation has no such action any more. */
function getWindowMinutes(actionId: string | null, { automation }: ExplainContext): number | null {
  const action = automation?.actions.find(({ id }) => id === actionId);
  if (action === undefined) return null;
  const minutes = flattenEntry(action)['dedupWindowMinutes'];
  return typeof minutes === 'number' ? minutes : LIMITS.dedupWindowMinutes.default;
}

interface Firing {
  readonly actionId: string;
  /** When it was accepted, in milliseconds since 1970. */
  readonly at: number;
  /** What the row is found by. */
  readonly event: string;
}

/** The last time that it was sent. */
function findFiring(actionId: string | null, earlier: readonly ActivityRow[]): Firing | null {
  for (const row of earlier) {
    const fired = row.actionResults?.find(
      (each) => each.status === 'sent' && (actionId === null || each.actionId === actionId),
    );
    const at = readTimestamp(fired?.completedAt).ms;
    if (fired !== undefined && at !== null) {
      return { actionId: fired.actionId, at, event: row.eventId ?? row.id };
    }
  }
  return null;
}
