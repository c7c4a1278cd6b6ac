import { checkAllowedUrl, checkWebhookUrl } from '../../rules/check-public-url.ts';
import { isAllowed } from '../../rules/private-allowlist.ts';
import { createInputFailure } from '../service-failure.ts';
import type { WebhookProfile } from '../store/webhooks.ts';
import type { Handler } from './handler.ts';
import { requireWebhookAction } from './require-webhook-action.ts';

/** Of a profile that has said nothing so far. */
const AT_FIRST: Omit<WebhookProfile, 'updated'> = { secret: null, previous: null, isReadable: true };

/**
 * Registers an address for an action, in place of the one that the profile had for it. A secret becomes that of all
 * the profile's webhooks at once, and the one before signs no more; without one, what the profile has stays. Ours: what
 * waits for the former address goes to the new one from its next attempt on.
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
