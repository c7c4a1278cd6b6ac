import { WEBHOOK_ACTIONS, type WebhookAction } from '../../facts/webhooks.ts';
import { badInput } from '../service-failure.ts';

/** @throws ServiceFailure 101 for an action that does not exist; rule HOOK-25 */
export function knownAction(action: string): WebhookAction {
  if (isKnown(action)) return action;
  throw badInput(`action: must be one of ${Object.keys(WEBHOOK_ACTIONS).join(', ')}`);
}

function isKnown(action: string): action is WebhookAction {
  return Object.hasOwn(WEBHOOK_ACTIONS, action);
}
