import { WEBHOOK_ACTIONS, type WebhookAction } from '../../service/webhooks.ts';
import { createInputFailure } from '../http/service-failure.ts';

/** @throws ServiceFailure 101 for an action that does not exist; rule HOOK-25 */
export function requireWebhookAction(action: string): WebhookAction {
  if (isWebhookAction(action)) return action;
  throw createInputFailure(`action: must be one of ${Object.keys(WEBHOOK_ACTIONS).join(', ')}`);
}

function isWebhookAction(action: string): action is WebhookAction {
  return Object.hasOwn(WEBHOOK_ACTIONS, action);
}
