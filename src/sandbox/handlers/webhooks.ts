import { checkAllowedUrl, checkWebhookUrl, isAllowed } from '../../domain/addresses/public-url.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { buildDeliveryBody, type DeliveredEvent } from '../../domain/webhooks/delivery.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import { WEBHOOK_ACTIONS, type WebhookAction } from '../../service/webhooks.ts';
import { subtractMonths } from '../clock.ts';
import { createInputFailure } from '../http/service-failure.ts';
import { type DeliveryWithAttempts, listDeliveryHistory } from '../store/outbound/deliveries.ts';
import {
  findWebhookProfile,
  listProfileWebhooks,
  removeWebhook,
  saveWebhook,
  saveWebhookProfile,
  type WebhookProfile,
} from '../store/outbound/webhooks.ts';
import { findProfile } from '../store/profiles.ts';
import { describeRequirement, getLastResult, isInFlight } from '../webhooks.ts';
import type { Handler, HandlerContext } from './handler.ts';

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
    const before = findWebhookProfile(store, profile.id) ?? AT_FIRST;
    saveWebhook(store, { profile: profile.id, action, url, byAllowance });
    saveWebhookProfile(store, profile.id, {
      ...(secret === undefined ? before : { ...AT_FIRST, secret }),
      updated: now,
    });
  });
  return { status: 'success', action, url, refId: profile.refId };
};

/**
 * Removes a webhook; a missing one is a success. The secret stays. An assumption: deliveries that wait for it end as
 * failed.
 *
 * @see docs/service/webhooks.md#routes
 */
export const unregisterWebhook: Handler<'unregisterWebhook'> = ({ body }, { store, profile, now }) => {
  const action = requireWebhookAction(body.action);
  store.transaction(() => {
    const own = findWebhookProfile(store, profile.id);
    if (own === undefined || !removeWebhook(store, profile.id, action)) return;
    saveWebhookProfile(store, profile.id, { ...own, updated: now });
  });
  return { status: 'success', action };
};

/**
 * Lists the profile's own webhooks: not inherited ones, and never a secret.
 *
 * @see docs/service/webhooks.md#routes
 */
export const listWebhooks: Handler<'listWebhooks'> = (_input, { store, profile }) => {
  const updated = findWebhookProfile(store, profile.id)?.updated;
  return {
    status: 'success',
    ...Object.fromEntries(listProfileWebhooks(store, profile.id).map(({ action, url }) => [action, url])),
    updated: updated === undefined ? null : formatIsoSeconds(updated),
  };
};

/**
 * Deliveries about a profile or to its webhooks, newest first, by action; reading them does not send them again.
 * Available on every plan. An unknown action is refused, as by the other endpoints of webhooks.
 *
 * @see docs/service/webhooks.md#routes, #history, #HOOK-20, #W-17
 * @see docs/service/readings.md#U-40
 */
export const getHookHistory: Handler<'getHookHistory'> = ({ query }, context) => {
  const { store, profile, now } = context;
  const deliveries = listDeliveryHistory(store, {
    profile: profile.id,
    action: query.action === undefined ? undefined : requireWebhookAction(query.action),
    since: subtractMonths(now, LIMITS.hookHistoryMonths),
    maxRows: ASSUMED.hookHistory.maxEntries,
    maxBytes: ASSUMED.hookHistory.maxBytes,
  });
  const byAction = Map.groupBy(deliveries, ({ action }) => action);
  return Object.fromEntries(
    [...byAction].map(([action, those]) => [action, those.map((each) => toHookHistoryEntry(each, context))]),
  );
};

function toHookHistoryEntry(delivery: DeliveryWithAttempts, { store, allowance }: HandlerContext) {
  const about = findProfile(store, delivery.profile);
  if (about === undefined) throw new Error(`the sandbox's data lacks the profile ${delivery.profile}`);
  const { refId, title } = about;
  return buildHistoryEntry({
    ...delivery,
    refId,
    title,
    requirement: describeRequirement(delivery, allowance),
  });
}

/** One attempt of a delivery; times in milliseconds since 1970. */
interface RecordedAttempt {
  attempt: number;
  deliveryId: string;
  at: number;
  ms: number | null;
  status: number | null;
  error: string | null;
  byAllowance: boolean;
}

export interface RecordedDelivery extends DeliveredEvent {
  state: 'waiting' | 'delivered' | 'failed';
  /** When the next attempt is due; null if none is scheduled. */
  dueAt: number | null;
  /** What a run must provide before the next attempt; null for nothing. */
  requirement: string | null;
  /** Why it ended, if no attempt ended it; otherwise null. */
  endError: string | null;
  /** In order. */
  attempts: readonly RecordedAttempt[];
}

const STATES = { waiting: 'retrying', delivered: 'delivered', failed: 'failed' } as const;

/**
 * Builds an entry of the delivery history: the body as last sent (before the first attempt, as it would be sent now)
 * and its result.
 *
 * @see docs/service/webhooks.md#history, #HOOK-20, #HOOK-22
 */
export function buildHistoryEntry(delivery: RecordedDelivery): Readonly<Record<string, unknown>> {
  const { state, dueAt, requirement, attempts, created } = delivery;
  const { lastStatus, lastError } = getLastResult(delivery);
  const sentAt = attempts.at(-1)?.at ?? created;
  return {
    ...buildDeliveryBody(delivery, Math.floor(sentAt / 1_000)),
    delivery: {
      state: STATES[state],
      attempts: attempts.length,
      lastStatus,
      lastError: lastError === `status ${lastStatus}` ? null : lastError,
      nextAttempt:
        dueAt === null || requirement !== null || isInFlight(attempts) ? null : formatIsoSeconds(dueAt),
      ...(requirement !== null && { requirement }),
      log: attempts.map(toLogEntry),
    },
  };
}

function toLogEntry({ attempt, deliveryId, at, ms, status, error, byAllowance }: RecordedAttempt) {
  return { attempt, deliveryId, at: formatIsoSeconds(at), ms, status, error, allowedPrivate: byAllowance };
}

/** @throws ServiceFailure 101 for an action that does not exist; rule HOOK-25 */
function requireWebhookAction(action: string): WebhookAction {
  if (isWebhookAction(action)) return action;
  throw createInputFailure(`action: must be one of ${Object.keys(WEBHOOK_ACTIONS).join(', ')}`);
}

function isWebhookAction(action: string): action is WebhookAction {
  return Object.hasOwn(WEBHOOK_ACTIONS, action);
}
