import { ActivityStatus } from '../../facts/activity.ts';
import { SECOND_MS } from '../../facts/durations.ts';
import { LIMITS } from '../../facts/limits.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';
import { getCreatedTime } from '../activity/since.ts';
import { explainActions } from './explain-actions.ts';
import type { ExplainContext, SandboxRow } from './explain-context.ts';
import { explainDayCap } from './explain-day-cap.ts';
import { explainDedupWindow } from './explain-dedup-window.ts';
import { explainSkipped } from './explain-skipped.ts';
import { createFinding, type ExplanationFinding, type FindingCause } from './explanation.ts';
import { formatClockAdvance } from './format-clock-advance.ts';

/** Says why a row is as it is: what weighs most first, each with what can be done about it. */
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

/** Of what its actions say; a row may have none of them, and says itself what happened. */
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

const NO_REASON = 'the row does not say why';

const { min, max } = LIMITS.dispatchJitterMs;
const JITTER = `${min / SECOND_MS} to ${max / SECOND_MS} seconds after the engagement`;

/** @see docs/service/engine.md#ENG-04, #ENG-08, #J-02; docs/service/readings.md#U-19 */
function explainPending(context: ExplainContext): FindingCause {
  const { row, id, now, automation, sandbox, commands } = context;
  if (automation === null || !automation.active) {
    return {
      reason: `it waits, and will be skipped: the automation is ${automation === null ? 'deleted' : 'paused'}`,
      advice: 'nothing brings it back',
    };
  }
  if (sandbox?.waiting != null) return explainWaiting(context, sandbox);
  const latest = getCreatedTime(row) + max;
  const again = commands.service`automations explain ${id} ${row.eventId ?? row.id}`;
  if (now > latest) {
    return {
      reason: 'it should have begun by now, and nothing has taken it up',
      advice: 'look again in a minute',
      command: again,
    };
  }
  const until = Number.isFinite(latest) ? `, by ${formatIsoSeconds(latest)}` : '';
  return { reason: `waiting: it begins ${JITTER}${until}`, advice: 'look again then', command: again };
}

/** @see docs/service/readings.md#U-41 */
function explainInFlight(context: ExplainContext): FindingCause {
  const { row, id, sandbox, commands } = context;
  if (sandbox?.waiting != null) return explainWaiting(context, sandbox);
  return {
    reason: `its actions are running; past about ${LIMITS.dmsPerHour} DMs an hour, a DM waits until the hour lets it go`,
    advice: 'nothing is lost: look again later',
    command: commands.service`automations explain ${id} ${row.eventId ?? row.id}`,
  };
}

const AWAITS_CALLBACK =
  'waiting for its message callback, which is asked while a server runs, or the clock is moved';

/** In the sandbox, which knows for what and until when, and whose clock can be moved there. */
function explainWaiting({ now, commands }: ExplainContext, { waiting, dms }: SandboxRow): FindingCause {
  const dueAt = readTimestamp(waiting?.dueAt).ms ?? now;
  const command = commands.sandbox`clock advance ${formatClockAdvance(dueAt - now)}`;
  if (waiting?.reason === 'callback') return { reason: AWAITS_CALLBACK, command };
  if (dueAt <= now) return { reason: `due since ${formatIsoSeconds(dueAt)}, and not taken up yet`, command };
  const reasons = {
    jitter: `it begins ${JITTER}`,
    pacing: `the ${dms.perHour} DMs of the hour are used up`,
    retry: 'a fault of the sandbox ended the last try',
  };
  return {
    reason: `waiting, due ${formatIsoSeconds(dueAt)}: ${reasons[waiting?.reason ?? 'jitter']}`,
    command,
  };
}
