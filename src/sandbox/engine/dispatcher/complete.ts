import type { TerminalStatus } from '../../../service/endpoints/activity.ts';
import type { StoredAction } from '../../store/action-results.ts';
import { enqueueEvent } from '../enqueue-event.ts';
import { hasFailedWithoutWebhook } from './actions.ts';
import { type ActionResultFields, buildCompletedEvent, type DispatchContext } from './context.ts';

/** The terminal state of a dispatch, and what is reported of it. */
interface FinishOptions {
  readonly status: TerminalStatus;
  readonly errorDetails: string | null;
  /** Results in `automation.completed`; null when the event is not sent. */
  readonly reportedResults: readonly ActionResultFields[] | null;
}

/**
 * Moves a dispatch to its terminal state, and enqueues `automation.completed` where it is wanted. The caller holds
 * the transaction.
 */
export function finishDispatch(
  context: DispatchContext,
  { status, errorDetails, reportedResults }: FinishOptions,
): void {
  const { engine, dispatch, automation, now } = context;
  const { store } = engine;
  const end = { status, errorDetails, completedAt: now };
  store.dispatches.finish(dispatch.row, end);
  store.automations.countEnded(automation.id, end);
  if (reportedResults !== null) enqueueCompleted(context, { status, errorDetails, reportedResults });
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

/** @see docs/service/webhooks.md#HOOK-15, #HOOK-17 */
function enqueueCompleted(
  context: DispatchContext,
  {
    status,
    errorDetails,
    reportedResults,
  }: FinishOptions & { readonly reportedResults: readonly ActionResultFields[] },
): void {
  const { engine, dispatch, engagement, automation, now } = context;
  if (!shouldSendCompleted(context)) return;
  enqueueEvent(engine, {
    profile: automation.profile,
    action: 'automations',
    key: `completed:${dispatch.id}`,
    event: buildCompletedEvent(dispatch, engagement, {
      status,
      errorDetails,
      actionResults: reportedResults,
      now,
    }),
    at: now,
  });
}

/**
 * Decides by the actions as they were configured when the dispatch ran, or as they are now when none ran. If no
 * webhook was registered for `fire_webhook`, there is no completed event either.
 */
function shouldSendCompleted({ engine, dispatch, automation }: DispatchContext): boolean {
  const ran = engine.store.actionResults.list(dispatch.row);
  if (ran.some(hasFailedWithoutWebhook)) return false;
  const actions = ran.length > 0 ? ran : automation.actions;
  return actions.some(({ type, config }) => type === 'fire_webhook' && config['sendCompletedEvent'] === true);
}
