import { formatMinutes } from '../../../../domain/automations/describe-automation.ts';
import { flattenEntry } from '../../../../domain/automations/flatten-automation.ts';
import { formatIsoSeconds, readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import type { AccountState } from '../../../../service/control/control.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import type { ActionResult, ActivityRow } from '../../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { buildWords, type ShellWords } from '../../../framework/output/text/shell-command.ts';
import { getCreatedTime } from '../activity/activity-filter.ts';
import { explainCallback, explainFailure, findCode, getOwnReason } from './explain-failure.ts';
import {
  createFinding,
  type ExplainContext,
  type ExplanationFinding,
  type FindingCause,
} from './explanation.ts';

/** Most important first; for equal statuses, in the order of execution. */
const WEIGHTS: readonly string[] = [
  'auth_error',
  'failed',
  'in_flight',
  'pending',
  'fallback',
  'deduplicated',
  'skipped',
  'sent',
];

/** Explains the status of each action, and why the text of a callback was not used. */
export function explainActions(context: ExplainContext): readonly ExplanationFinding[] {
  const results = context.row.actionResults ?? [];
  const weight = ({ status }: ExplanationFinding) =>
    (WEIGHTS.indexOf(status ?? '') + WEIGHTS.length) % WEIGHTS.length;
  return results
    .flatMap((result) => listFindings(result, context))
    .toSorted((one, other) => weight(one) - weight(other));
}

function listFindings(result: ActionResult, context: ExplainContext): readonly ExplanationFinding[] {
  const about = `${result.type} ${result.actionId}`;
  const own = createFinding({ subject: about, status: result.status, ...explainAction(result, context) });
  const callback = explainCallback(result, context);
  if (callback === null) return [own];
  return [own, createFinding({ subject: `messageUrl of ${about}`, status: 'fallback', ...callback })];
}

function explainAction(result: ActionResult, context: ExplainContext): FindingCause {
  switch (result.status) {
    case 'auth_error':
      return findCode(getOwnReason(result)) === null
        ? explainAccount(getOwnReason(result), context)
        : explainFailure(result, context);
    case 'failed':
      return explainFailure(result, context);
    case 'deduplicated':
      return explainDedupWindow(result.actionId, context);
    case 'sent':
      return explainSent(result, context);
    case 'skipped':
      return { reason: result.errorDetails ?? 'the whole dispatch was suppressed' };
    case 'pending':
    case 'in_flight':
      return { reason: result.status === 'pending' ? 'waiting for the actions before it' : 'in progress' };
    default:
      return { reason: result.errorDetails ?? `unknown status: ${result.status}` };
  }
}

/**
 * What `sent` means for each type, and what it does not.
 *
 * @see docs/service/engine.md#ENG-20
 * @see docs/service/webhooks.md#HOOK-19
 */
const SENT: Readonly<Record<string, FindingCause>> = {
  send_dm: {
    reason: 'the network accepted the DM, but that does not mean that it was seen',
    advice: 'people who do not accept message requests never see it, and the network reports no error',
  },
  fire_webhook: {
    reason: 'the event is queued for the webhook, but that does not mean that it was delivered',
  },
  send_email: { reason: 'the email is queued' },
};

/**
 * @see docs/service/engine.md#ENG-16, #ENG-20
 * @see docs/service/webhooks.md#HOOK-19
 * @see docs/service/callbacks.md#CBK-07
 * @see docs/service/readings.md#U-08
 */
function explainSent(result: ActionResult, { commands, sandbox }: ExplainContext): FindingCause {
  const { type, actionId, messageSource } = result;
  const cause = (Object.hasOwn(SENT, type) ? SENT[type] : undefined) ?? { reason: 'done' };
  if (type === 'fire_webhook')
    return { ...cause, command: commands.service`hooks history --action automations` };
  if (messageSource === 'fallback')
    return { ...cause, reason: `${cause.reason}; it contains the message of the automation` };
  if (messageSource !== 'callback') return cause;
  const call = sandbox?.callbacks.find((each) => each.actionId === actionId);
  return {
    ...cause,
    reason: `${cause.reason}; its text comes from messageUrl${call ? formatAnswer(call) : ''}`,
  };
}

type CallbackCall = NonNullable<ExplainContext['sandbox']>['callbacks'][number];

/** Details of a callback that only the sandbox knows. @see docs/safety.md#S9 */
function formatAnswer({ status, ms, allowedPrivate }: CallbackCall): string {
  const where = allowedPrivate ? ', at an address that only --allow-private allows' : '';
  return ` (${status}, ${ms} ms)${where}`;
}

/** Problems of an account that prevent DMs: recognized in the text of a row, and looked for in the sandbox. */
const FAULTS: readonly {
  pattern: RegExp;
  fix: string;
  isPresent(account: AccountState): boolean;
  /** The flags of `sandbox account set` that fix it. */
  flags: ShellWords;
}[] = [
  {
    pattern: /\btoken\b/i,
    fix: 'link the account again',
    isPresent: ({ token }) => token !== 'ok',
    flags: buildWords`--token ok`,
  },
  {
    pattern: /\bpage\b/i,
    fix: 'link the account again and select its page',
    isPresent: ({ page }) => page === 'none',
    flags: buildWords`--page selected`,
  },
  {
    pattern: /\bmessaging\b|\bmessages\b/i,
    fix: 'allow access to messages in the Instagram settings, and link the account again',
    isPresent: ({ messaging }) => messaging === 'off',
    flags: buildWords`--messaging on`,
  },
  {
    pattern: /\bnot linked\b|\bunlinked\b/i,
    fix: 'link the account',
    isPresent: ({ linked }) => !linked,
    flags: buildWords`--linked`,
  },
];

const ANOTHER = /\banother\b.*\baccount\b/i;
const ADD_ON = /\badd-on\b/i;
const NOT_RESENT = 'this DM is not sent again';

/**
 * Explains why the credentials or permissions of an account could not be used, and how to fix that.
 *
 * @see docs/service/engine.md#ENG-09, #ENG-19
 */
function explainAccount(message: string, context: ExplainContext): FindingCause {
  const { commands, sandbox, id } = context;
  const reason =
    message || 'the credentials or messaging permissions of the Instagram account cannot be used';
  if (ANOTHER.test(message)) {
    return {
      reason,
      advice:
        'an automation belongs to the account that it was created for: create it again for the current one',
      command: commands.service`automations get ${id} --as yaml`,
    };
  }
  if (ADD_ON.test(message)) {
    return {
      reason,
      advice: `add the Messages API to the plan; ${NOT_RESENT}`,
      command: sandbox === null ? commands.service`user` : commands.sandbox`plan --messages on`,
    };
  }
  const fault = FAULTS.find(({ pattern }) => pattern.test(message));
  const fix = fault?.fix ?? 'link the account again and grant every permission';
  const advice = `${fix}; ${NOT_RESENT}`;
  if (sandbox === null) return { reason, advice, command: commands.service`user` };
  const { account } = sandbox;
  if (fault === undefined || account === null)
    return { reason, advice, command: commands.sandbox`account list` };
  return fault.isPresent(account)
    ? { reason, advice, command: commands.account`${fault.flags}` }
    : { reason, advice: `the problem is fixed: new events are answered, but ${NOT_RESENT}` };
}

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
    : { reason, advice: ADVICE_IN_WINDOW };
}

/** A shorter window is no advice: it would message everyone again who comments more than once. */
const ADVICE_IN_WINDOW =
  'the window applies per person and ends by itself; to answer this person now, answer with "comments reply". A shorter window would also message everyone else again who comments more than once';

/** The current dedup window of an action in minutes; null if the automation no longer has that action. */
function getWindowMinutes(actionId: string | null, { automation }: ExplainContext): number | null {
  const action = automation?.actions.find(({ id }) => id === actionId);
  if (action === undefined) return null;
  const minutes = flattenEntry(action)['dedupWindowMinutes'];
  return typeof minutes === 'number' ? minutes : LIMITS.dedupWindowMinutes.default;
}

/** Finds the last row in which it was sent: when, in milliseconds since 1970, and for which event. */
function findFiring(actionId: string | null, earlier: readonly ActivityRow[]) {
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
