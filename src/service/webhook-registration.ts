import * as z from 'zod';
import { Timestamp } from './times.ts';

/** The registration of a webhook. @see docs/service/webhooks.md#routes, #HOOK-01, #HOOK-03 */
export const NewWebhook = z.strictObject({
  action: z.string().regex(/^\S+$/, 'must be one word').describe('action to subscribe to'),
  url: z.string().describe('https URL for deliveries; redirects are not followed'),
  secret: z
    .string()
    .regex(/\S/, 'must not be blank')
    .optional()
    .describe('signs every delivery of the profile (default: the current secret)'),
});

/** The answer to registering or unregistering a webhook. @see docs/service/webhooks.md#routes */
export const WebhookAnswer = z.looseObject({
  action: z.string().nullish(),
  url: z.string().nullish(),
  refId: z.string().nullish(),
});

/** The profile's own webhooks: a map from action to URL. @see docs/service/webhooks.md#routes */
export const WebhooksAnswer = z.looseObject({ updated: Timestamp });
