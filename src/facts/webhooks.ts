import * as z from 'zod';
import { Timestamp } from './timestamp.ts';

/** Headers of deliveries and of message callbacks. @see docs/service/webhooks.md#headers, #signature */
export const WEBHOOK_HEADERS = {
  /** Only where a secret is set, as the next one. */
  signature: 'X-Authorization-Content-SHA256',
  /** Only for a while after the secret was changed. @see docs/service/webhooks.md#signature */
  signatureV2: 'X-Authorization-Content-SHA256-V2',
  signedAt: 'X-Authorization-Timestamp',
  attempt: 'X-Service-Delivery-Attempt',
  deliveryId: 'X-Service-Delivery-Id',
} as const;

/**
 * What stands in every delivered body, beside the event's own fields.
 *
 * @see docs/service/webhooks.md#envelope
 * @see docs/service/readings.md#U-02
 */
export const ENVELOPE_FIELDS = [
  'action',
  'hookId',
  'timeStamp',
  'created',
  'refId',
  'title',
  'url',
  'code',
] as const;

/** Client errors after which a delivery is tried again; after any other it is given up. Source: the same, 6. */
export const RETRIED_CLIENT_ERRORS = [408, 425, 429] as const;

/**
 * What can be listened to, and when it is told. The list is open: the service may know more.
 *
 * @see docs/service/webhooks.md#actions, #routes, #envelope, #HOOK-25
 */
export const WEBHOOK_ACTIONS = {
  automations: 'an automation fired, or its dispatch has finished',
  messages: 'a message came, was sent, read, edited or reacted to',
  comments: 'a comment came in on instagram or facebook',
  scheduled: 'a scheduled post was processed, or the id of a tiktok video became known',
  social: 'an account was linked, unlinked, or is to be linked again',
  feed: 'a feed was processed',
  batch: 'a batch was processed',
  mentions: 'the account was mentioned',
  accountActivity: 'something happened to an account',
  suspended: 'a profile was suspended',
} as const;
export type WebhookAction = keyof typeof WEBHOOK_ACTIONS;

/** What a webhook is registered with. @see docs/service/webhooks.md#routes, #HOOK-01, #HOOK-03 */
export const NewWebhook = z.strictObject({
  action: z.string().regex(/^\S+$/, 'must be one word').describe('what to listen to'),
  url: z.string().describe('where deliveries go: https, without redirects'),
  secret: z
    .string()
    .regex(/\S/, 'must not be blank')
    .optional()
    .describe('signs every delivery of the profile; left out, the one it has stays'),
});

/** The answer to registering one, and to taking it away. @see docs/service/webhooks.md#routes */
export const WebhookAnswer = z.looseObject({
  action: z.string().nullish(),
  url: z.string().nullish(),
  refId: z.string().nullish(),
});

/**
 * The webhooks that the profile has itself: a key an action, whose value is the address.
 *
 * @see docs/service/webhooks.md#routes
 */
export const WebhooksAnswer = z.looseObject({ updated: Timestamp });
