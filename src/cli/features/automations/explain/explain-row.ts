import { formatIsoSeconds, readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { DAY_MS, SECOND_MS } from '../../../../service/durations.ts';
import { ActivityStatus } from '../../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { PLANS, PLANS_WITH_AUTOMATIONS } from '../../../../service/plans.ts';
import { formatClockAdvance } from '../../../framework/command/sandbox/describe-clock.ts';
import { getCreatedTime } from '../activity/activity-filter.ts';
import { explainActions, explainDedupWindow } from './explain-actions.ts';
import {
  createFinding,
  type ExplainContext,
  type ExplanationFinding,
  type FindingCause,
  type SandboxRow,
} from './explanation.ts';

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

/** Recognizes causes in the text of a row. */
const PATTERNS = {
  own: /\bown\b/i,
  paused: /\bpaused\b|\binactive\b|\bdeactivated\b/i,
  deleted: /\bdeleted\b/i,
  empty: /\bno actions\b/i,
  plan: /\bplan\b/i,
} as const;

const WITH_AUTOMATIONS = PLANS_WITH_AUTOMATIONS.map((plan) => PLANS[plan].name).join(', ');

/**
 * Explains why a row was suppressed before it ran.
 *
 * @see docs/service/engine.md#states
 * @see docs/service/readings.md#U-18, #U-19
 */
function explainSkipped(context: ExplainContext): FindingCause {
  const { row, automation } = context;
  const message = row.errorDetails ?? '';
  const account = automation?.accountId;
  if (PATTERNS.own.test(message) || (account != null && account === row.recipientId)) {
    const reason = 'the event is by your own account, which automations ignore';
    return { reason, advice: 'no action is necessary' };
  }
  if (PATTERNS.plan.test(message)) return explainNoPlan(message, context);
  if (PATTERNS.deleted.test(message)) return { reason: DELETED, advice: 'its queued work was discarded' };
  if (PATTERNS.empty.test(message)) return explainNoActions(context);
  if (PATTERNS.paused.test(message)) return { reason: PAUSED, ...explainPausedSince(context) };
  return message === '' ? guessCause(context) : { reason: message };
}

const DELETED = 'the automation was deleted before the action ran';
const PAUSED = 'the automation was paused after the event matched, before the action ran';

function guessCause(now: ExplainContext): FindingCause {
  const { automation } = now;
  if (automation === null) return { reason: `probably ${DELETED}`, advice: 'the row has no reason' };
  if (automation.actions.length === 0) {
    const { reason, ...more } = explainNoActions(now);
    return { reason: `probably ${reason}`, ...more };
  }
  return { reason: `probably ${PAUSED}`, ...explainPausedSince(now) };
}

function explainNoActions({ id, automation, commands }: ExplainContext): FindingCause {
  const reason = 'the automation had no actions';
  if (automation === null) return { reason };
  return automation.actions.length === 0
    ? { reason, command: commands.service`automations get ${id}` }
    : { reason, advice: 'it has some now: new events are answered' };
}

function explainPausedSince({ id, automation, commands }: ExplainContext): Partial<FindingCause> {
  if (automation === null) return { advice: 'it is deleted now' };
  if (automation.active) return { advice: 'it is active again, but queued work was discarded' };
  return {
    advice: 'it is still paused; after it is resumed, it reacts to new events, but queued work was discarded',
    command: commands.change`automations resume ${id}`,
  };
}

function explainNoPlan(reason: string, { sandbox, commands }: ExplainContext): FindingCause {
  const advice = `plans with automations: ${WITH_AUTOMATIONS}`;
  if (sandbox === null) return { reason, advice };
  const { name, automations } = PLANS[sandbox.plan];
  return automations
    ? { reason, advice: `the plan is now ${name}: new events are answered` }
    : { reason, advice, command: commands.sandbox`plan business` };
}

const { business, enterprise } = PLANS;

/** Explains the daily cap, and when it is reset. @see docs/service/engine.md#ENG-07, #C-01, #C-02 */
function explainDayCap({ row, now, sandbox, commands }: ExplainContext): FindingCause {
  const ended = readTimestamp(row.completedAt).ms ?? getCreatedTime(row);
  const nextDay = Number.isFinite(ended) ? (Math.floor(ended / DAY_MS) + 1) * DAY_MS : null;
  const reason = `${row.errorDetails ?? 'the daily DM cap is reached'}: no action ran, and none will run later`;
  if (nextDay !== null && nextDay <= now) {
    return { reason, advice: `the cap was reset at ${formatIsoSeconds(nextDay)}: new events are answered` };
  }
  const until = nextDay === null ? '' : `; the cap is reset at ${formatIsoSeconds(nextDay)}`;
  const advice = `all profiles share ${business.dmsPerDay} DMs a day (${enterprise.name}: ${enterprise.dmsPerDay})${until}`;
  if (sandbox === null) return { reason, advice };
  const command =
    nextDay === null || hasMoreWithEnterprise(sandbox)
      ? commands.sandbox`plan enterprise`
      : commands.sandbox`clock advance ${formatClockAdvance(nextDay - now)}`;
  return { reason, advice, command };
}

/** A plan does not change a cap that was set explicitly. */
function hasMoreWithEnterprise({ plan, dms }: SandboxRow): boolean {
  return dms.perDay === PLANS[plan].dmsPerDay && dms.perDay < enterprise.dmsPerDay;
}
