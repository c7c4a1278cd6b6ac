import type { StoredAction } from '../store/action-results.ts';
import { startDedupWindow } from './dedup.ts';
import { type DispatchContext, getEffectKey } from './dispatch-context.ts';
import { enqueueEvent } from './enqueue-event.ts';
import { buildTriggeredEvent } from './event-fields.ts';
import { redactSent } from './redact-sent.ts';

const NO_WEBHOOK = 'no webhook is registered for automations';

/**
 * Enqueues a delivery: status `sent` means no more than that. The caller holds the transaction.
 *
 * @see docs/service/webhooks.md#automation-events, #HOOK-15, #HOOK-17, #HOOK-19
 */
export function fireWebhook(context: DispatchContext, action: StoredAction): void {
  const { engine, dispatch, engagement, automation, now } = context;
  const { actionResults } = engine.store;
  const { profile } = automation;
  const event = buildTriggeredEvent(dispatch, engagement, { actionId: action.actionId, now });
  const key = `triggered:${getEffectKey(dispatch, action)}` as const;
  if (enqueueEvent(engine, { profile, action: 'automations', key, event, at: now }) === null) {
    const failed = { status: 'failed', errorDetails: NO_WEBHOOK, completedAt: now } as const;
    actionResults.change(dispatch.row, action.position, failed);
    return;
  }
  startDedupWindow(context, action);
  actionResults.change(dispatch.row, action.position, {
    status: 'sent',
    recorded: redactSent({ payload: event }),
    completedAt: now,
  });
}

/** Whether the action failed because no webhook was registered. @see docs/service/webhooks.md#HOOK-17 */
export function hasFailedWithoutWebhook({ type, status, errorDetails }: StoredAction): boolean {
  return type === 'fire_webhook' && status === 'failed' && errorDetails === NO_WEBHOOK;
}
