import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import type { TerminalStatus } from '../../../service/endpoints/activity.ts';
import type { Engagement } from '../../../service/engagement.ts';
import { AUTOMATION_PLATFORM } from '../../../service/platforms.ts';
import type { StoredAction } from '../../store/automations/action-results.ts';
import { countEnded } from '../../store/automations/automations.ts';
import { type Dispatch, finishDispatch } from '../../store/automations/dispatches.ts';
import { enqueueEvent } from '../events.ts';
import { type DispatchContext, redactSent, startDedupWindow } from './context.ts';
import { releaseDm } from './dm-quotas.ts';

/** Error of a DM that may or may not have been sent. */
export const OUTCOME_UNKNOWN = 'outcome unknown: it was interrupted while the network was asked';

/** Error of a `fire_webhook` without a receiver. */
export const NO_WEBHOOK = 'no webhook is registered for automations';

/**
 * Moves a dispatch to its terminal state, and enqueues `automation.completed` where it is wanted.
 *
 * @param ending `reportedResults` are those in the event; null when it is not sent
 * @see docs/service/webhooks.md#HOOK-15, #HOOK-17
 */
export function endDispatch(
  context: DispatchContext,
  ending: {
    status: TerminalStatus;
    errorDetails: string | null;
    reportedResults: readonly ActionResultFields[] | null;
  },
): void {
  const { store, reads, counts, dispatch, engagement, automation, now } = context;
  const { status, errorDetails, reportedResults } = ending;
  const end = { status, errorDetails, completedAt: now };
  finishDispatch(store, dispatch.row, end);
  counts.add(`${automation.id} ${status}`, 1, (ended) => countEnded(store, automation.id, end, ended));
  if (reportedResults === null || !shouldSendCompleted(context)) return;
  const result = { status, errorDetails, actionResults: reportedResults, now };
  const event = buildCompletedEvent(dispatch, engagement, result);
  const key = `completed:${dispatch.id}` as const;
  const subject = { profile: automation.profile, action: 'automations' } as const;
  enqueueEvent(context, { ...subject, key, event, at: now }, reads.webhook(subject));
}

/**
 * Decides by the actions as they were configured when the dispatch ran, or as they are now when none ran. If no
 * webhook was registered for `fire_webhook`, there is no completed event either.
 *
 * @see docs/service/webhooks.md#HOOK-17
 */
function shouldSendCompleted({ actions: ran, automation }: DispatchContext): boolean {
  if (ran.some(({ errorDetails }) => errorDetails === NO_WEBHOOK)) return false;
  const actions = ran.length > 0 ? ran : automation.actions;
  return actions.some(({ type, config }) => type === 'fire_webhook' && config['sendCompletedEvent'] === true);
}

/** Ends a dispatch after its last action. */
export function completeDispatch(context: DispatchContext): void {
  const results = context.actions;
  const status = deriveOverallStatus(results.map(getEnding));
  const reportedResults = status === 'deduplicated' ? [] : results.map(toActionResultFields);
  endDispatch(context, { status, errorDetails: findErrorDetails(results, status), reportedResults });
}

/**
 * Skips the remaining actions of a dispatch that has started, and releases their quotas; no event is sent, as for a
 * dispatch that never ran.
 *
 * @see docs/service/readings.md#U-18
 */
export function stopDispatch(context: DispatchContext, reason: string): void {
  for (const action of context.actions) {
    if (action.status !== 'pending') continue;
    releaseDm(context, action);
    endAction(context, action, { status: 'skipped', errorDetails: reason });
  }
  const status = deriveOverallStatus(context.actions.map(getEnding));
  const errorDetails = status === 'skipped' ? reason : null;
  endDispatch(context, { status, errorDetails, reportedResults: null });
}

/** Records the terminal state of an action. */
export function endAction(
  { now }: DispatchContext,
  action: StoredAction,
  ending: Partial<StoredAction>,
): void {
  Object.assign(action, ending, { completedAt: now });
}

/** Records what an action sent, redacted, and starts its dedup window. */
export function recordSent(
  context: DispatchContext,
  action: StoredAction,
  sent: Parameters<typeof redactSent>[0],
): void {
  startDedupWindow(context, action);
  endAction(context, action, { status: 'sent', recorded: redactSent(sent) });
}

/** Ends an action whose DM was not sent, and releases its quotas. */
export function endUnsent(
  context: DispatchContext,
  action: StoredAction,
  ending: Partial<StoredAction>,
): void {
  releaseDm(context, action);
  endAction(context, action, ending);
}

/**
 * Fails a DM whose outcome is unknown: an earlier version committed `attempting` before it sent a DM, and died. It is not
 * sent again, because two DMs are worse than none, and it stays charged to all quotas.
 *
 * @see docs/decisions/0007-effects-once.md
 */
export function failWithUnknownOutcome(context: DispatchContext, action: StoredAction): void {
  startDedupWindow(context, action);
  const errorDetails = appendReason(OUTCOME_UNKNOWN, action.errorDetails);
  endAction(context, action, { status: 'failed', errorDetails });
}

export function toActionResultFields({
  actionId,
  type,
  status,
  errorDetails,
  messageSource,
}: StoredAction): ActionResultFields {
  return { actionId, type, status, errorDetails, ...(messageSource !== null && { messageSource }) };
}

/** Puts the error of the DM first, then why the callback was not used. @see docs/service/engine.md#A-08 */
export function appendReason(error: string, reason: string | null): string {
  return reason === null ? error : `${error}; ${reason}`;
}

function getEnding({ status }: StoredAction): TerminalStatus {
  if (status === 'pending' || status === 'attempting') throw new Error('a dispatch ends before its actions');
  return status;
}

/** The error of the first failed action; null when none failed. */
function findErrorDetails(results: readonly StoredAction[], status: TerminalStatus): string | null {
  if (status !== 'failed' && status !== 'auth_error') return null;
  return results.find((result) => result.status === status)?.errorDetails ?? null;
}

/** The result of one action, as `automation.completed` reports it. */
interface ActionResultFields {
  actionId: string;
  type: string;
  status: string;
  errorDetails: string | null;
  messageSource?: string;
}

/**
 * The fields of `automation.completed`.
 *
 * @see docs/service/webhooks.md#automation-triggered, #HOOK-15, #HOOK-18
 */
export function buildCompletedEvent(
  dispatch: Dispatch,
  engagement: Engagement,
  end: {
    status: string;
    errorDetails: string | null;
    actionResults: readonly ActionResultFields[];
    now: number;
  },
) {
  const { status, errorDetails, actionResults, now } = end;
  return {
    type: 'automation.completed',
    automationId: dispatch.automation,
    triggerId: dispatch.triggerId,
    trigger: dispatch.triggerType,
    platform: AUTOMATION_PLATFORM,
    recipientId: engagement.from.id,
    activityId: dispatch.id,
    eventId: engagement.eventId,
    status,
    actionResults,
    errorDetails,
    timestamp: formatIsoSeconds(now),
  };
}

/** The first condition that holds decides. */
const STATUS_CONDITIONS: readonly {
  holds: (endings: readonly TerminalStatus[]) => boolean;
  status: TerminalStatus;
}[] = [
  // `every` is true for an empty list: a dispatch without actions is skipped.
  { holds: (endings) => endings.length === 0, status: 'skipped' },
  { holds: (endings) => endings.includes('auth_error'), status: 'auth_error' },
  { holds: (endings) => endings.includes('sent'), status: 'sent' },
  { holds: (endings) => endings.every((ending) => ending === 'deduplicated'), status: 'deduplicated' },
  {
    holds: (endings) => endings.every((ending) => ending === 'skipped' || ending === 'deduplicated'),
    status: 'skipped',
  },
];

/**
 * Derives the status of a dispatch from those of its actions.
 *
 * @see docs/service/engine.md#derivation, #ENG-10, #A-01 to #A-04
 */
export function deriveOverallStatus(endings: readonly TerminalStatus[]): TerminalStatus {
  return STATUS_CONDITIONS.find(({ holds }) => holds(endings))?.status ?? 'failed';
}
