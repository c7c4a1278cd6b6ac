import { PLANS } from '../service/plans.ts';
import type { WebhookAction } from '../service/webhooks.ts';
import { chooseWebhook } from './choose-webhook.ts';
import type { Store } from './store/store.ts';
import type { Webhook } from './store/webhooks.ts';

/**
 * Finds the webhook that receives an event of a profile. A plan without webhooks has no receiver, even where one was
 * registered before; deliveries that were enqueued by then are still sent, which is an assumption. They are signed
 * with the secret of the profile that owns the webhook.
 *
 * @returns null when there is no receiver
 * @see docs/service/webhooks.md#HOOK-02, #HOOK-03
 * @see docs/service/readings.md#U-29, #U-40
 */
export function findWebhook(
  { webhooks, profiles, settings }: Pick<Store, 'webhooks' | 'profiles' | 'settings'>,
  { profile, action }: { readonly profile: number; readonly action: WebhookAction },
): Webhook | null {
  if (!PLANS[settings.read().plan].registersWebhooks) return null;
  const primary = profiles.primary().id;
  const registered = [...new Set([profile, primary])].flatMap((owner) => webhooks.find(owner, action) ?? []);
  return chooseWebhook(registered, { profile, action, primary });
}
