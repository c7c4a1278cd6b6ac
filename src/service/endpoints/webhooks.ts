import * as z from 'zod';
import { type Endpoint, NO_INPUT } from '../endpoint.ts';
import { PLANS_WITH_WEBHOOKS, Plan } from '../plans.ts';
import { NewWebhook, WebhookAnswer, WebhooksAnswer } from '../webhooks.ts';
import { HookHistory } from './webhook-history.ts';

const COMMON = {
  path: '/hook/webhook',
  params: NO_INPUT,
  query: NO_INPUT,
  plans: PLANS_WITH_WEBHOOKS,
  action: 'webhook',
} as const;

export const registerWebhook = {
  ...COMMON,
  method: 'POST',
  body: NewWebhook,
  answer: WebhookAnswer,
  errors: [101],
} as const satisfies Endpoint;

export const listWebhooks = {
  ...COMMON,
  method: 'GET',
  body: null,
  answer: WebhooksAnswer,
  errors: [],
} as const satisfies Endpoint;

export const unregisterWebhook = {
  ...COMMON,
  method: 'DELETE',
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
  params: NO_INPUT,
  query: z.strictObject({ action: z.string().optional().describe('only deliveries of this action') }),
  body: null,
  answer: HookHistory,
  plans: Plan.options,
  action: 'webhook',
  errors: [101],
} as const satisfies Endpoint;
