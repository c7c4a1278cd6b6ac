import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { getEventKind } from '../../domain/webhooks/event-name.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { ListedDelivery } from '../../service/control/deliveries.ts';
import { PLANS } from '../../service/plans.ts';
import { ENVELOPE_FIELDS, type WebhookAction } from '../../service/webhooks.ts';
import type { Database } from '../../storage/open-database.ts';
import { formatTimeOrNull } from '../clock.ts';
import { enqueueEvent } from '../engine/events.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import {
  type DeliveryWithAttempts,
  findDelivery,
  readDeliveryPage,
  scheduleRedelivery,
} from '../store/outbound/deliveries.ts';
import { findWebhookProfile, saveWebhookProfile, type WebhookProfile } from '../store/outbound/webhooks.ts';
import { readSettings } from '../store/settings.ts';
import { describeRequirement, getLastResult, isInFlight } from '../webhooks.ts';
import {
  buildPageMeta,
  type ControlContext,
  type ControlHandler,
  findFitting,
  formatCursor,
  getAlias,
  requireProfile,
  toPageRequest,
} from './control-handler.ts';

const listDeliveries: ControlHandler<'listDeliveries'> = (query, { store, allowance }) => {
  const request = toPageRequest(query);
  const page = readDeliveryPage(store, request);
  return {
    deliveries: page.rows.map((each) => ({
      cursor: formatCursor({ row: each.row, at: each.created }),
      ...toListedDelivery(each, { store, allowance }),
    })),
    meta: buildPageMeta(page, request, ({ created }) => created),
  };
};

const findDeliveries: ControlHandler<'findDeliveries'> = ({ hookIds }, { store, allowance }) => {
  const { found, rest } = findFitting(hookIds, (hookId) => {
    const delivery = findDelivery(store, hookId);
    return delivery === undefined ? [] : [toListedDelivery(delivery, { store, allowance })];
  });
  return { deliveries: found, remaining: rest };
};

/** @see docs/service/readings.md#U-31 */
const redeliver: ControlHandler<'redeliver'> = ({ hookId }, { store, clock, allowance }) =>
  store.transaction(() => {
    scheduleRedelivery(store, hookId, clock.now());
    const delivery = findDelivery(store, hookId);
    if (delivery === undefined) {
      throw new ServiceFailure(1404, { message: `There is no delivery ${hookId}.` });
    }
    return { delivery: toListedDelivery(delivery, { store, allowance }) };
  });

/** Enqueues the delivery of an event that did not happen here. @see docs/service/webhooks.md#envelope */
const triggerEvent: ControlHandler<'triggerEvent'> = (
  { profile: alias, action, event },
  { store, engine, clock, allowance },
) => {
  const taken = ENVELOPE_FIELDS.find((field) => Object.hasOwn(event, field));
  if (taken !== undefined)
    throw createInputFailure(`event: must not contain ${taken}, which the service sets; omit it`);
  if (Buffer.byteLength(JSON.stringify(event)) > ASSUMED.manualEventBytes)
    throw createInputFailure(TOO_LARGE);
  return store.transaction(() => {
    const { id: profile } = requireProfile(alias, store);
    const hookId = enqueueEvent(engine, { profile, action, key: null, event, at: clock.now() });
    const delivery = hookId === null ? undefined : findDelivery(store, hookId);
    return delivery === undefined
      ? { delivery: null, reason: explainNoReceiver(action, store) }
      : { delivery: toListedDelivery(delivery, { store, allowance }), reason: null };
  });
};

export const deliveryHandlers = {
  listDeliveries,
  findDeliveries,
  redeliver,
  triggerEvent,
};

/** Converts a delivery to its form in the control interface. */
function toListedDelivery(
  {
    hookId,
    profile,
    action,
    url,
    address,
    state,
    created,
    dueAt,
    event,
    isBlocked,
    ...delivery
  }: DeliveryWithAttempts,
  { store, allowance }: Pick<ControlContext, 'store' | 'allowance'>,
): ListedDelivery {
  const requirement = describeRequirement({ isBlocked, address }, allowance);
  return {
    hookId,
    profile: getAlias(profile, store),
    action,
    type: getEventKind(event),
    url,
    address,
    state,
    created: formatIsoSeconds(created),
    attempts: delivery.attempts.length,
    ...getLastResult(delivery),
    nextAttempt: requirement === null && !isInFlight(delivery.attempts) ? formatTimeOrNull(dueAt) : null,
    requirement,
    event,
  };
}

const TOO_LARGE = `event: must be at most ${ASSUMED.manualEventBytes / 1024} KiB as JSON`;

function explainNoReceiver(action: WebhookAction, store: Database): string {
  const { name, registersWebhooks } = PLANS[readSettings(store).plan];
  return registersWebhooks
    ? `no webhook is registered for ${action}, neither by the profile nor by the Primary Profile`
    : `the plan ${name} has no webhooks`;
}

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
    const before = findWebhookProfile(store, id);
    const isNew = secret !== undefined && secret !== before?.secret;
    const after: WebhookProfile = {
      secret: secret ?? before?.secret ?? null,
      previous: isNew ? toPreviousSecret(before, now) : (before?.previous ?? null),
      isReadable: isReadable ?? (secret !== undefined || (before?.isReadable ?? true)),
      updated: now,
    };
    if (after.secret === null) throw createInputFailure(`secret: is required: ${alias} has none`);
    saveWebhookProfile(store, id, after);
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
