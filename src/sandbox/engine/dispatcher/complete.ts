import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import type { TerminalStatus } from '../../../service/endpoints/activity.ts';
import type { Engagement } from '../../../service/engagement.ts';
import { AUTOMATION_PLATFORM } from '../../../service/platforms.ts';
import { changeAction, listActions, type StoredAction } from '../../store/automations/action-results.ts';
import { countEnded } from '../../store/automations/automations.ts';
import { type Dispatch, finishDispatch } from '../../store/automations/dispatches.ts';
import { type EnqueueContext, enqueueEvent } from '../events.ts';
import { type DispatchContext, redactSent, startDedupWindow } from './context.ts';
import type { DmLedger } from './dm-quotas.ts';

/** The terminal state of a dispatch, and what is reported of it. */
interface DispatchEnding {
  status: TerminalStatus;
  errorDetails: string | null;
  /** Results in `automation.completed`; null when the event is not sent. */
  reportedResults: readonly ActionResultFields[] | null;
}

export type Completion = ReturnType<typeof createCompletion>;

interface CompletionParts extends EnqueueContext {
  ledger: DmLedger;
}

/** Error of a DM that may or may not have been sent. */
export const OUTCOME_UNKNOWN = 'outcome unknown: it was interrupted while the network was asked';

/** Error of a `fire_webhook` without a receiver. */
export const NO_WEBHOOK = 'no webhook is registered for automations';

/** Moves actions and dispatches to their terminal states. The caller holds the transaction. */
export function createCompletion({ store, random, ledger }: CompletionParts) {
  const listResults = ({ dispatch }: DispatchContext) => listActions(store, dispatch.row);

  /** @see docs/service/webhooks.md#HOOK-15, #HOOK-17 */
  function finish(context: DispatchContext, ending: DispatchEnding): void {
    const { dispatch, engagement, automation, now } = context;
    const { status, errorDetails, reportedResults } = ending;
    const end = { status, errorDetails, completedAt: now };
    finishDispatch(store, dispatch.row, end);
    countEnded(store, automation.id, end);
    if (reportedResults === null || !shouldSendCompleted(context)) return;
    const result = { status, errorDetails, actionResults: reportedResults, now };
    const event = buildCompletedEvent(dispatch, engagement, result);
    const key = `completed:${dispatch.id}` as const;
    const { profile } = automation;
    enqueueEvent({ store, random }, { profile, action: 'automations', key, event, at: now });
  }

  /**
   * Decides by the actions as they were configured when the dispatch ran, or as they are now when none ran. If no
   * webhook was registered for `fire_webhook`, there is no completed event either.
   */
  function shouldSendCompleted(context: DispatchContext): boolean {
    const ran = listResults(context);
    if (ran.some(hasFailedWithoutWebhook)) return false;
    const actions = ran.length > 0 ? ran : context.automation.actions;
    return actions.some(
      ({ type, config }) => type === 'fire_webhook' && config['sendCompletedEvent'] === true,
    );
  }

  /** Skips an action that will not run, and releases its quotas. */
  function skipAction(context: DispatchContext, action: StoredAction, errorDetails: string): void {
    ledger.release(context, action);
    const ending = { status: 'skipped', errorDetails, completedAt: context.now } as const;
    changeAction(store, context.dispatch.row, action.position, ending);
  }

  return {
    /** Records what an action sent, redacted, and starts its dedup window. */
    recordSent(context: DispatchContext, action: StoredAction, sent: Parameters<typeof redactSent>[0]) {
      startDedupWindow(store, context, action);
      changeAction(store, context.dispatch.row, action.position, {
        status: 'sent',
        recorded: redactSent(sent),
        completedAt: context.now,
      });
    },
    /** Fails an action whose DM was not sent, and releases its quotas. */
    failAction(
      context: DispatchContext,
      action: StoredAction,
      { errorDetails, messageSource }: Pick<StoredAction, 'errorDetails' | 'messageSource'>,
    ) {
      ledger.release(context, action);
      changeAction(store, context.dispatch.row, action.position, {
        status: 'failed',
        errorDetails,
        messageSource,
        completedAt: context.now,
      });
    },
    /**
     * Fails a DM whose outcome is unknown, since the process that sent it died. It is not sent again, because two DMs
     * are worse than none, and it stays charged to all quotas.
     *
     * @see docs/decisions/0007-effects-once.md
     */
    failWithUnknownOutcome(context: DispatchContext, action: StoredAction) {
      startDedupWindow(store, context, action);
      changeAction(store, context.dispatch.row, action.position, {
        status: 'failed',
        errorDetails: appendReason(OUTCOME_UNKNOWN, action.errorDetails),
        completedAt: context.now,
      });
    },
    /** Ends a dispatch after its last action. */
    complete(context: DispatchContext) {
      const results = listResults(context);
      const status = deriveOverallStatus(results.map(getEnding));
      const reportedResults = status === 'deduplicated' ? [] : results.map(toActionResultFields);
      finish(context, { status, errorDetails: findErrorDetails(results, status), reportedResults });
    },
    /**
     * Skips the remaining actions of a dispatch that has started; no event is sent, as for a dispatch that never ran.
     *
     * @see docs/service/readings.md#U-18
     */
    stop(context: DispatchContext, reason: string) {
      for (const action of listResults(context)) {
        if (action.status === 'pending') skipAction(context, action, reason);
      }
      const status = deriveOverallStatus(listResults(context).map(getEnding));
      const errorDetails = status === 'skipped' ? reason : null;
      finish(context, { status, errorDetails, reportedResults: null });
    },
    /** Moves a dispatch to its terminal state, and enqueues `automation.completed` where it is wanted. */
    finish,
  };
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

/** Whether the action failed because no webhook was registered. @see docs/service/webhooks.md#HOOK-17 */
function hasFailedWithoutWebhook({ type, status, errorDetails }: StoredAction): boolean {
  return type === 'fire_webhook' && status === 'failed' && errorDetails === NO_WEBHOOK;
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

interface StatusCondition {
  holds: (endings: readonly TerminalStatus[]) => boolean;
  status: TerminalStatus;
}

/** The first condition that holds decides. */
const STATUS_CONDITIONS: readonly StatusCondition[] = [
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
