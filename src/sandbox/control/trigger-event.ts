import { LIMITS } from '../../service/limits.ts';
import { PLANS } from '../../service/plans.ts';
import { ENVELOPE_FIELDS, type WebhookAction } from '../../service/webhooks.ts';
import { enqueueEvent } from '../engine/enqueue-event.ts';
import { createInputFailure } from '../http/service-failure.ts';
import type { Store } from '../store/store.ts';
import type { ControlHandler } from './control-handler.ts';
import { toListedDelivery } from './listed-delivery.ts';
import { requireProfile } from './require-profile.ts';

const TOO_LARGE = `event: must be at most ${LIMITS.manualEventBytes / 1024} KiB as JSON`;

/** Enqueues the delivery of an event that did not happen here. @see docs/service/webhooks.md#envelope */
export const triggerEvent: ControlHandler<'triggerEvent'> = (
  { profile: alias, action, event },
  { store, engine, clock, allowance },
) => {
  const taken = ENVELOPE_FIELDS.find((field) => Object.hasOwn(event, field));
  if (taken !== undefined)
    throw createInputFailure(`event: must not contain ${taken}, which the service sets; omit it`);
  if (Buffer.byteLength(JSON.stringify(event)) > LIMITS.manualEventBytes) throw createInputFailure(TOO_LARGE);
  return store.transaction(() => {
    const { id: profile } = requireProfile(alias, store);
    const hookId = enqueueEvent(engine, { profile, action, key: null, event, at: clock.now() });
    const delivery = hookId === null ? undefined : store.deliveries.find(hookId);
    return delivery === undefined
      ? { delivery: null, reason: explainNoReceiver(action, store) }
      : { delivery: toListedDelivery(delivery, { store, allowance }), reason: null };
  });
};

function explainNoReceiver(action: WebhookAction, { settings }: Store): string {
  const { name, registersWebhooks } = PLANS[settings.read().plan];
  return registersWebhooks
    ? `no webhook is registered for ${action}, neither by the profile nor by the Primary Profile`
    : `the plan ${name} has no webhooks`;
}
