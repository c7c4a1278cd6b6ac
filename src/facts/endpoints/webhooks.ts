import { type Endpoint, NOTHING } from '../endpoint.ts';
import { PLANS_WITH_WEBHOOKS } from '../plans.ts';
import { NewWebhook, WebhookAnswer, WebhooksAnswer } from '../webhooks.ts';

const COMMON = {
  path: '/hook/webhook',
  params: NOTHING,
  query: NOTHING,
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
