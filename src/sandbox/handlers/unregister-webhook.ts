import type { Handler } from './handler.ts';
import { requireWebhookAction } from './require-webhook-action.ts';

/**
 * Takes a webhook away; where there is none, that is as it should be. The secret stays. Ours: what still waits for it
 * ends as failed.
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
