import { buildSocialEvent } from '../build-social-event.ts';
import { enqueueEvent } from '../engine/enqueue-event.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import type { Handler } from './handler.ts';

/**
 * Unlinks an account on behalf of the user, and enqueues the event.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 * @see docs/service/profiles.md#user
 */
export const unlinkAccount: Handler<'unlinkAccount'> = ({ body: { platform } }, context) => {
  const { store, profile, now: at } = context;
  return store.transaction(() => {
    const account = store.accounts.findKnown(profile.id, platform);
    if (account?.linked !== true) throw new ServiceFailure(156, { platform });
    store.accounts.save({ ...account, linked: false });
    const event = buildSocialEvent({ type: 'unlink', reason: null }, account);
    enqueueEvent(context, { profile: profile.id, action: 'social', key: null, event, at });
    return { status: 'success', platform, refId: profile.refId };
  });
};
