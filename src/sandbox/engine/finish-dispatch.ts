import type { TerminalStatus } from '../../facts/activity.ts';
import type { StoredAction } from '../store/action-results.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { enqueueEvent } from './enqueue-event.ts';
import { type ActionResultFields, buildCompletedEvent } from './event-fields.ts';
import { hasFailedWithoutWebhook } from './fire-webhook.ts';

/** How a dispatch ends, and what is told of it. */
interface FinishOptions {
  readonly status: TerminalStatus;
  readonly errorDetails: string | null;
  /** What `automation.completed` says of the actions; null when it is not sent, whoever wants it. */
  readonly reportedResults: readonly ActionResultFields[] | null;
}

/** Writes down how a dispatch ended, and tells who wants to know. The caller holds the transaction. */
export function finishDispatch(
  work: DispatchContext,
  { status, errorDetails, reportedResults }: FinishOptions,
): void {
  const { engine, dispatch, automation, now } = work;
  const { store } = engine;
  const end = { status, errorDetails, completedAt: now };
  store.dispatches.finish(dispatch.row, end);
  store.automations.countEnded(automation.id, end);
  if (reportedResults !== null) enqueueCompleted(work, { status, errorDetails, reportedResults });
}

/** How an action ended, as others are told. */
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
  work: DispatchContext,
  {
    status,
    errorDetails,
    reportedResults,
  }: FinishOptions & { readonly reportedResults: readonly ActionResultFields[] },
): void {
  const { engine, dispatch, engagement, automation, now } = work;
  if (!shouldSendCompleted(work)) return;
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
 * As it was configured when the dispatch ran; where no action came to run, as it is now. Whoever was not there for
 * `fire_webhook` is not told how it ended either.
 */
function shouldSendCompleted({ engine, dispatch, automation }: DispatchContext): boolean {
  const ran = engine.store.actionResults.list(dispatch.row);
  if (ran.some(hasFailedWithoutWebhook)) return false;
  const actions = ran.length > 0 ? ran : automation.actions;
  return actions.some(({ type, config }) => type === 'fire_webhook' && config['sendCompletedEvent'] === true);
}
