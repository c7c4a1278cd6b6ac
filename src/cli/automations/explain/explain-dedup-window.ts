import { formatIsoSeconds, readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { MINUTE_MS } from '../../../service/durations.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../service/limits.ts';
import { getCreatedTime } from '../activity/times.ts';
import { flattenEntry } from '../automation-forms.ts';
import { formatMinutes } from '../describe-automation.ts';
import type { ExplainContext } from './explain-context.ts';
import type { FindingCause } from './explanation.ts';

/**
 * Explains why an action did not run again for a person: when it ran before, and when it can run again.
 *
 * @param actionId null for a row without actions: any action then counts
 * @see docs/service/engine.md#ENG-06, #D-01 to #D-04
 * @see docs/service/readings.md#U-13, #U-14
 */
export function explainDedupWindow(actionId: string | null, context: ExplainContext): FindingCause {
  const { row, now } = context;
  const before = findFiring(actionId, context.earlier);
  const who = row.recipientUsername ?? context.sandbox?.handle ?? row.recipientId ?? 'this person';
  const got = `${who} already received it${before === null ? '' : ` at ${formatIsoSeconds(before.at)} (${before.event})`}`;
  const minutes = getWindowMinutes(actionId ?? before?.actionId ?? null, context);
  if (minutes === null) {
    return {
      reason: `${got}, within the dedup window`,
      advice: 'the automation was changed or deleted since',
    };
  }
  const end = before === null ? null : before.at + minutes * MINUTE_MS;
  if (minutes === 0 || (end !== null && end <= getCreatedTime(row))) {
    const isNow = minutes === 0 ? 'it runs every time' : `once in ${formatMinutes(minutes)}`;
    return {
      reason: `${got}, within the dedup window at that time`,
      advice: `the window was changed since: it is now ${isNow}`,
    };
  }
  const reason = `${got}; once in ${formatMinutes(minutes)}${end === null ? '' : `, until ${formatIsoSeconds(end)}`}`;
  return end !== null && end <= now
    ? { reason, advice: 'the window is over: new events of this person are answered' }
    : { reason, ...adviseNoWindow(context) };
}

function adviseNoWindow({ id, commands }: ExplainContext): Partial<FindingCause> {
  return {
    advice:
      'the window applies per person, whatever they comment on; without one, the action runs every time',
    command: commands.change`automations update ${id} --dedup-window-minutes 0`,
  };
}

/** The current dedup window of an action in minutes; null if the automation no longer has that action. */
function getWindowMinutes(actionId: string | null, { automation }: ExplainContext): number | null {
  const action = automation?.actions.find(({ id }) => id === actionId);
  if (action === undefined) return null;
  const minutes = flattenEntry(action)['dedupWindowMinutes'];
  return typeof minutes === 'number' ? minutes : LIMITS.dedupWindowMinutes.default;
}

interface Firing {
  readonly actionId: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
  /** Id of the event. */
  readonly event: string;
}

/** Finds the last row in which it was sent. */
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
