import { ASSUMED } from '../../service/assumed.ts';
import { formatTimeOrNull } from '../format-time-or-null.ts';
import { createInputFailure } from '../http/service-failure.ts';
import type { WebhookProfile } from '../store/webhooks.ts';
import type { ControlHandler } from './control-handler.ts';
import { requireProfile } from './require-profile.ts';

/**
 * Replaces a profile's secret, with the previous one still signing for a while; and makes the secret unreadable, or
 * readable again.
 *
 * @see docs/service/webhooks.md#signature, #HOOK-03
 * @see docs/service/readings.md#U-30
 */
export const setWebhookSecret: ControlHandler<'setWebhookSecret'> = (
  { profile: alias, secret, isReadable },
  { store, clock },
) =>
  store.transaction(() => {
    const { id } = requireProfile(alias, store);
    const now = clock.now();
    const before = store.webhooks.profile(id);
    const isNew = secret !== undefined && secret !== before?.secret;
    const after: WebhookProfile = {
      secret: secret ?? before?.secret ?? null,
      previous: isNew ? toPreviousSecret(before, now) : (before?.previous ?? null),
      isReadable: isReadable ?? (secret !== undefined || (before?.isReadable ?? true)),
      updated: now,
    };
    if (after.secret === null) throw createInputFailure(`secret: is required: ${alias} has none`);
    store.webhooks.saveProfile(id, after);
    const until = after.previous?.until ?? null;
    return {
      profile: alias,
      isReadable: after.isReadable,
      previousValidUntil: formatTimeOrNull(until !== null && until > now ? until : null),
    };
  });

/** When the secret changes again during that time, the replaced one becomes the previous one. */
function toPreviousSecret(before: WebhookProfile | undefined, now: number): WebhookProfile['previous'] {
  const secret = before?.secret ?? null;
  return secret === null ? null : { secret, until: now + ASSUMED.secretGraceMs };
}
