import type { WebhookAction } from '../facts/webhooks.ts';
import { chooseWebhook } from '../rules/choose-webhook.ts';
import type { Store } from './store/store.ts';
import type { Webhook } from './store/webhooks.ts';

/** A webhook with what signs its deliveries: the secret of the profile whose it is; null where that has none. */
export interface SigningWebhook extends Webhook {
  readonly secret: string | null;
}

/**
 * Finds who is told of something that happened to a profile.
 *
 * @returns null when nobody is
 * @see rules HOOK-02, HOOK-03; reading U-29
 */
export function webhookFor(
  { webhooks, profiles }: Store,
  { profile, action }: { readonly profile: number; readonly action: WebhookAction },
): SigningWebhook | null {
  const primary = profiles.primary().id;
  const chosen = chooseWebhook([...webhooks.of(profile), ...webhooks.of(primary)], {
    profile,
    action,
    primary,
  });
  return chosen && { ...chosen, secret: webhooks.profile(chosen.profile)?.secret ?? null };
}
