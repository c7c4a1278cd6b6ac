import { PLANS } from '../facts/plans.ts';
import type { WebhookAction } from '../facts/webhooks.ts';
import { chooseWebhook } from '../rules/choose-webhook.ts';
import type { Store } from './store/store.ts';
import type { Webhook } from './store/webhooks.ts';

/**
 * Finds who is told of something that happened to a profile. A plan that registers no webhooks tells nobody, also where
 * one was registered before; what was told by then still goes out, which is ours. It is signed with the secret of the profile whose it is.
 *
 * @returns null when nobody is
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
