import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { PLANS_WITH_WEBHOOKS, Plan } from '../plans.ts';
import { Timestamp } from '../times.ts';
import { NewWebhook, WebhookAnswer, WebhooksAnswer } from '../webhook-registration.ts';

const Count = z.number().nullish();
const Text = z.string().nullish();

export const HookAttempt = z.looseObject({
  attempt: Count.describe('0 for the first one'),
  deliveryId: Text.describe('only of this attempt'),
  at: Timestamp.describe('when it began'),
  ms: Count.describe('how long it took; null while it is in flight'),
  status: Count.describe('HTTP status; null where none came'),
  error: Text.describe('why it does not count as delivered; null when it does'),
  allowedPrivate: z.boolean().nullish().describe('it went where a run allowed it with --allow-private'),
});
export type HookAttempt = z.infer<typeof HookAttempt>;

/** Progress of a delivery. Every field is optional, because a service may provide less. */
export const HookDelivery = z.looseObject({
  state: Text.describe('delivered, retrying or failed'),
  attempts: Count,
  lastStatus: Count.describe('HTTP status of the last attempt that is over; null where none came'),
  lastError: Text.describe('why it does not count as delivered, where the status does not tell it'),
  nextAttempt: Timestamp.describe('null when there is none, or while one is in flight'),
  requirement: Text.describe('what a run has to bring before the next attempt; left out for nothing'),
  log: z.array(HookAttempt).nullish().describe('every attempt, the first one first'),
});
export type HookDelivery = z.infer<typeof HookDelivery>;

/** A delivered body as last sent, and its result. @see docs/service/webhooks.md#envelope, #history */
export const HookHistoryEntry = z.looseObject({
  action: Text,
  hookId: Text,
  timeStamp: Count.describe('Unix seconds of the last attempt'),
  created: Timestamp.describe('when it happened'),
  refId: Text,
  title: Text,
  url: Text,
  code: Count,
  delivery: HookDelivery.nullish(),
});
export type HookHistoryEntry = z.infer<typeof HookHistoryEntry>;

/**
 * Deliveries by action, newest first; an action without deliveries has no key. The service sends no `status`, but one
 * is tolerated.
 *
 * @see docs/service/webhooks.md#history, #HOOK-20
 * @see docs/service/readings.md#U-40
 */
export const HookHistory = z.object({}).catchall(z.union([z.array(HookHistoryEntry), z.string()]));
export type HookHistory = z.infer<typeof HookHistory>;

const COMMON = {
  plans: PLANS_WITH_WEBHOOKS,
  action: 'webhook',
} as const;

export const registerWebhook = {
  ...COMMON,
  method: 'POST',
  path: '/hook/webhook',
  otherPaths: [{ path: '/hook' }],
  effect: 'account',
  sample: { body: { action: 'automations', url: 'https://hooks.example/a' } },
  body: NewWebhook,
  answer: WebhookAnswer,
  errors: [101],
} as const satisfies Endpoint;

export const listWebhooks = {
  ...COMMON,
  method: 'GET',
  path: '/hook/webhook',
  otherPaths: [{ path: '/hook' }],
  effect: 'none',
  sample: {},
  answer: WebhooksAnswer,
  errors: [],
} as const satisfies Endpoint;

export const unregisterWebhook = {
  ...COMMON,
  method: 'DELETE',
  path: '/hook/webhook',
  otherPaths: [{ path: '/hook' }],
  effect: 'delete',
  sample: { body: { action: 'automations' } },
  body: NewWebhook.pick({ action: true }),
  answer: WebhookAnswer,
  errors: [101],
} as const satisfies Endpoint;

/**
 * Available on every plan, although some cannot register webhooks.
 *
 * @see docs/service/webhooks.md#history
 * @see docs/service/readings.md#U-40
 */
export const getHookHistory = {
  method: 'GET',
  path: '/hook/history',
  effect: 'none',
  sample: {},
  query: z.strictObject({ action: z.string().optional().describe('only deliveries of this action') }),
  answer: HookHistory,
  plans: Plan.options,
  action: 'webhook',
  errors: [101],
} as const satisfies Endpoint;
