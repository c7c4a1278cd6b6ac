import { LIMITS } from '../../facts/limits.ts';
import { PLANS } from '../../facts/plans.ts';
import { ENVELOPE_FIELDS, type WebhookAction } from '../../facts/webhooks.ts';
import { tell } from '../engine/tell.ts';
import { badInput } from '../service-failure.ts';
import type { Store } from '../store/store.ts';
import type { ControlHandler } from './control-handler.ts';
import { listedDelivery } from './listed-delivery.ts';
import { profileNamed } from './named-profile.ts';

const TOO_LARGE = `event: must be at most ${LIMITS.toldEventBytes / 1024} KiB as JSON`;

/** Lets a webhook be told of something that has not happened here. @see docs/service/webhooks.md#envelope */
export const tellEvent: ControlHandler<'tellEvent'> = (
  { profile: alias, action, event },
  { store, engine, clock, allowance },
) => {
  const taken = ENVELOPE_FIELDS.find((field) => Object.hasOwn(event, field));
  if (taken !== undefined)
    throw badInput(`event: cannot hold ${taken}, which the service writes itself; leave it out`);
  if (Buffer.byteLength(JSON.stringify(event)) > LIMITS.toldEventBytes) throw badInput(TOO_LARGE);
  return store.transaction(() => {
    const { id: profile } = profileNamed(alias, store);
    const hookId = tell(engine, { profile, action, key: null, event, at: clock.now() });
    const delivery = hookId === null ? undefined : store.deliveries.find(hookId);
    return delivery === undefined
      ? { delivery: null, whyNone: whyNobody(action, store) }
      : { delivery: listedDelivery(delivery, { store, allowance }), whyNone: null };
  });
};

function whyNobody(action: WebhookAction, { settings }: Store): string {
  const { name, registersWebhooks } = PLANS[settings.read().plan];
  return registersWebhooks
    ? `no webhook is registered for ${action}, neither by the profile nor by the Primary Profile`
    : `the plan ${name} has no webhooks`;
}
