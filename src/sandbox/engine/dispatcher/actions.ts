import type { StoredAction } from '../../store/action-results.ts';
import { enqueueEvent } from '../enqueue-event.ts';
import { redactSent } from '../redact-sent.ts';
import {
  buildTriggeredEvent,
  type DispatchContext,
  fillActionTemplate,
  getEffectKey,
  TOO_LONG,
} from './context.ts';
import { startDedupWindow } from './plan.ts';

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

/**
 * Queues an email: status `sent` means no more than that. The caller holds the transaction.
 *
 * @see docs/service/readings.md#U-38
 */
export function queueEmail(context: DispatchContext, action: StoredAction): void {
  const { engine, dispatch, automation, now } = context;
  const { store } = engine;
  const { to, subject, message } = action.config;
  const [head, text] = [fillActionTemplate(context, subject ?? ''), fillActionTemplate(context, message)];
  if (head === null || text === null) {
    const ending = { status: 'failed', errorDetails: TOO_LONG, completedAt: now } as const;
    store.actionResults.change(dispatch.row, action.position, ending);
    return;
  }
  const email = { to: String(to), subject: subject === undefined ? null : toOneLine(head), message: text };
  store.outbox.add({ ...email, key: getEffectKey(dispatch, action), profile: automation.profile, at: now });
  startDedupWindow(context, action);
  store.actionResults.change(dispatch.row, action.position, {
    status: 'sent',
    recorded: redactSent(email),
    completedAt: now,
  });
}

/** Prevents header injection by texts of strangers. @see docs/safety.md#S12 */
function toOneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]+/g, ' ');
}
