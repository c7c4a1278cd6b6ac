import type { Handler } from './handler.ts';
import { requireWebhookAction } from './require-webhook-action.ts';

/**
 * Removes a webhook; a missing one is a success. The secret stays. An assumption: deliveries that wait for it end as
 * failed.
 *
 * @see docs/service/webhooks.md#routes
 */
export const unregisterWebhook: Handler<'unregisterWebhook'> = ({ body }, { store, profile, now }) => {
  const action = requireWebhookAction(body.action);
  store.transaction(() => {
    const own = store.webhooks.profile(profile.id);
    if (own === undefined || !store.webhooks.remove(profile.id, action)) return;
    store.webhooks.saveProfile(profile.id, { ...own, updated: now });
  });
  return { status: 'success', action };
};
