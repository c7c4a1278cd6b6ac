import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import type { Handler } from './handler.ts';

/**
 * Lists the profile's own webhooks: not inherited ones, and never a secret.
 *
 * @see docs/service/webhooks.md#routes
 */
export const listWebhooks: Handler<'listWebhooks'> = (_input, { store, profile }) => {
  const updated = store.webhooks.profile(profile.id)?.updated;
  return {
    status: 'success',
    ...Object.fromEntries(store.webhooks.list(profile.id).map(({ action, url }) => [action, url])),
    updated: updated === undefined ? null : formatIsoSeconds(updated),
  };
};
