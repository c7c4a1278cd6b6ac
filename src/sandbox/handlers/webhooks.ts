import { isAllowed } from '../../domain/addresses/private-allowlist.ts';
import { checkAllowedUrl, checkWebhookUrl } from '../../domain/addresses/public-url.ts';
import { createInputFailure } from '../http/service-failure.ts';
import type { WebhookProfile } from '../store/webhooks.ts';
import type { Handler } from './handler.ts';
import { requireWebhookAction } from './require-webhook-action.ts';

/** Settings of a profile without any webhook so far. */
const AT_FIRST: Omit<WebhookProfile, 'updated'> = { secret: null, previous: null, isReadable: true };

/**
 * Registers an address for an action and replaces the profile's previous one. A secret applies to all the profile's
 * webhooks at once, and the previous one no longer signs; without one, the current secret stays. An assumption:
 * waiting deliveries go to the new address from their next attempt.
 *
 * @see docs/service/webhooks.md#routes, #HOOK-01, #HOOK-03, #HOOK-25, #W-16
 * @see docs/safety.md#S9
 */
export const registerWebhook: Handler<'registerWebhook'> = ({ body }, { store, profile, now, allowance }) => {
  const { url, secret } = body;
  const action = requireWebhookAction(body.action);
  const byAllowance = isAllowed(url, allowance);
  const fault = byAllowance ? checkAllowedUrl(url) : checkWebhookUrl(url);
  if (fault !== null) throw createInputFailure(`url: ${fault}`);
  store.transaction(() => {
    const before = store.webhooks.profile(profile.id) ?? AT_FIRST;
    store.webhooks.save({ profile: profile.id, action, url, byAllowance });
    store.webhooks.saveProfile(profile.id, {
      ...(secret === undefined ? before : { ...AT_FIRST, secret }),
      updated: now,
    });
  });
  return { status: 'success', action, url, refId: profile.refId };
};
