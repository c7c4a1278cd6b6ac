import * as z from 'zod';
import { CALLBACK_FIELDS } from '../../facts/callback.ts';
import { WEBHOOK_HEADERS } from '../../facts/webhooks.ts';
import { getField } from '../../rules/loose-record.ts';

const describeField = (name: keyof typeof CALLBACK_FIELDS) =>
  z.string().nullable().describe(CALLBACK_FIELDS[name]);

/** A request that came to the endpoint, and what became of it. */
export const ServedCallback = z.strictObject({
  at: z.string().describe('when it came, in UTC'),
  method: z.string(),
  path: z.string().describe('as it was written'),
  verdict: z
    .enum(['answered', 'refused', 'gone'])
    .describe('gone: whoever asked did not wait for the whole answer'),
  signature: z
    .enum(['valid', 'invalid', 'unsigned', 'not checked'])
    .describe(`of ${WEBHOOK_HEADERS.signature}; it is checked where the endpoint has a secret`),
  automationId: describeField('automationId'),
  activityId: describeField('activityId'),
  trigger: describeField('trigger'),
  recipientId: describeField('recipientId'),
  recipientUsername: describeField('recipientUsername'),
  keyword: describeField('keyword'),
  commentText: describeField('commentText'),
  status: z.int().nullable().describe('the HTTP status that was answered; null when nothing was'),
  message: z.string().nullable().describe('the text that was answered, as far as the service would use it'),
  messageSource: z
    .enum(['callback', 'fallback'])
    .nullable()
    .describe('what the service records then; null for what is no callback of it'),
  reason: z.string().nullable().describe('why it was refused, or why the service falls back'),
  ms: z.int().describe('milliseconds from the request to the end of the answer'),
});
export type ServedCallback = z.infer<typeof ServedCallback>;

/** What a record tells of the body of a callback. */
export type CallbackFields = Pick<
  ServedCallback,
  'automationId' | 'activityId' | 'trigger' | 'recipientId' | 'recipientUsername' | 'keyword' | 'commentText'
>;

/** @param asked the body; anything, where nobody has vouched for it */
export function readCallbackFields(body: unknown): CallbackFields {
  const text = (name: keyof CallbackFields) => {
    const value = getField(body, name);
    return typeof value === 'string' ? value : null;
  };
  return {
    automationId: text('automationId'),
    activityId: text('activityId'),
    trigger: text('trigger'),
    recipientId: text('recipientId'),
    recipientUsername: text('recipientUsername'),
    keyword: text('keyword'),
    commentText: text('commentText'),
  };
}
