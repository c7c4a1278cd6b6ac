import { formatIsoSeconds } from '../../../domain/time/format-iso-seconds.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { ActivityStatus } from '../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../service/limits.ts';
import { formatClockAdvance } from '../../sandbox/format-clock-advance.ts';
import { getCreatedTime } from '../activity/times.ts';
import { explainActions } from './explain-actions.ts';
import type { ExplainContext, SandboxRow } from './explain-context.ts';
import { explainDayCap } from './explain-day-cap.ts';
import { explainDedupWindow } from './explain-dedup-window.ts';
import { explainSkipped } from './explain-skipped.ts';
import { createFinding, type ExplanationFinding, type FindingCause } from './explanation.ts';

/** Explains the status of a row: most important first, with advice. */
export function explainRow(context: ExplainContext): readonly ExplanationFinding[] {
  const { row } = context;
  const whole = (cause: FindingCause) => createFinding({ subject: 'dispatch', status: row.status, ...cause });
  const status = ActivityStatus.safeParse(row.status).data;
  if (status === undefined) return explainByActions(context);
  switch (status) {
    case 'pending':
      return [whole(explainPending(context))];
    case 'in_flight':
      return [whole(explainInFlight(context)), ...explainActions(context)];
    case 'skipped':
      return [whole(explainSkipped(context))];
    case 'rate_limited':
      return [whole(explainDayCap(context))];
    case 'sent':
    case 'failed':
    case 'auth_error':
    case 'deduplicated':
      return explainByActions(context);
  }
}

/** Explains a row by its actions, or by its own text if it has none. */
function explainByActions(context: ExplainContext): readonly ExplanationFinding[] {
  const { row } = context;
  const found = explainActions(context);
  const isSaid = found.some(({ status }) => status === row.status);
  if (isSaid) return found;
  const cause =
    row.status === 'deduplicated' && found.length === 0
      ? explainDedupWindow(null, context)
      : { reason: row.errorDetails ?? NO_REASON };
  return [createFinding({ subject: 'dispatch', status: row.status, ...cause }), ...found];
}

const NO_REASON = 'the row has no reason';

const { min, max } = LIMITS.dispatchJitterMs;
const JITTER = `${min / SECOND_MS} to ${max / SECOND_MS} seconds after the engagement`;

/** @see docs/service/engine.md#ENG-04, #ENG-08, #J-02; docs/service/readings.md#U-19 */
function explainPending(context: ExplainContext): FindingCause {
  const { row, id, now, automation, sandbox, commands } = context;
  if (automation === null || !automation.active) {
    return {
      reason: `waiting, but it will be skipped: the automation is ${automation === null ? 'deleted' : 'paused'}`,
      advice: 'it cannot be restored',
    };
  }
  if (sandbox?.waiting != null) return explainWaiting(context, sandbox);
  const latest = getCreatedTime(row) + max;
  const again = commands.service`automations explain ${id} ${row.eventId ?? row.id}`;
  if (now > latest) {
    return {
      reason: 'it is overdue, and no worker has claimed it',
      advice: 'try again in a minute',
      command: again,
    };
  }
  const until = Number.isFinite(latest) ? `, by ${formatIsoSeconds(latest)}` : '';
  return { reason: `waiting: it starts ${JITTER}${until}`, advice: 'try again then', command: again };
}

/** @see docs/service/readings.md#U-41 */
function explainInFlight(context: ExplainContext): FindingCause {
  const { row, id, sandbox, commands } = context;
  if (sandbox?.waiting != null) return explainWaiting(context, sandbox);
  return {
    reason: `its actions are running; after about ${LIMITS.dmsPerHour} DMs an hour, further DMs wait`,
    advice: 'nothing is lost: try again later',
    command: commands.service`automations explain ${id} ${row.eventId ?? row.id}`,
  };
}

const AWAITS_CALLBACK =
  'waiting for its message callback, which is sent while a server runs or the clock is advanced';

/** Explains a wait in the sandbox, which knows the reason and the time, and whose clock can be advanced. */
function explainWaiting({ now, commands }: ExplainContext, { waiting, dms }: SandboxRow): FindingCause {
  const dueAt = readTimestamp(waiting?.dueAt).ms ?? now;
  const command = commands.sandbox`clock advance ${formatClockAdvance(dueAt - now)}`;
  if (waiting?.reason === 'callback') return { reason: AWAITS_CALLBACK, command };
  if (dueAt <= now) return { reason: `due since ${formatIsoSeconds(dueAt)}, but not started`, command };
  const reasons = {
    jitter: `it starts ${JITTER}`,
    pacing: `the hourly limit of ${dms.perHour} DMs is reached`,
    retry: 'retry after a fault of the sandbox',
  };
  return {
    reason: `waiting, due ${formatIsoSeconds(dueAt)}: ${reasons[waiting?.reason ?? 'jitter']}`,
    command,
  };
}
