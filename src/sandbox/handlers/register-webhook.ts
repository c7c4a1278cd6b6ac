import { webhookUrlFault } from '../../rules/public-url.ts';
import { badInput } from '../service-failure.ts';
import type { Handler } from './handler.ts';
import { knownAction } from './webhook-action.ts';

/**
 * Registers an address for an action, in place of the one that the profile had for it. A secret becomes that of all
 * the profile's webhooks; without one, what the profile has stays.
 *
 * @see undescribed.md 4.1; rules HOOK-01, HOOK-03, HOOK-25
 */
export const registerWebhook: Handler<'registerWebhook'> = ({ body }, { store, profile, now }) => {
  const { url, secret } = body;
  const action = knownAction(body.action);
  const fault = webhookUrlFault(url);
  if (fault !== null) throw badInput(`url: ${fault}`);
  store.transaction(() => {
    const before = store.webhooks.profile(profile.id)?.secret ?? null;
    store.webhooks.save({ profile: profile.id, action, url });
    store.webhooks.saveProfile(profile.id, { secret: secret ?? before, updated: now });
  });
  return { status: 'success', action, url, refId: profile.refId };
};
