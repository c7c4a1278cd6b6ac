import * as z from 'zod';
import { getField } from '../../domain/json/loose-record.ts';
import { CALLBACK_FIELDS } from '../../service/callback.ts';
import { WEBHOOK_HEADERS } from '../../service/webhooks.ts';

const describeField = (name: keyof typeof CALLBACK_FIELDS) =>
  z.string().nullable().describe(CALLBACK_FIELDS[name]);

/** A request and its result. */
export const ServedCallback = z.strictObject({
  at: z.string().describe('time of the request, in UTC'),
  method: z.string(),
  path: z.string().describe('as received'),
  verdict: z
    .enum(['answered', 'refused', 'gone'])
    .describe('gone: the client disconnected before the end of the response'),
  signature: z
    .enum(['valid', 'invalid', 'unsigned', 'not checked'])
    .describe(`of ${WEBHOOK_HEADERS.signature}; only checked if the endpoint has a secret`),
  automationId: describeField('automationId'),
  activityId: describeField('activityId'),
  trigger: describeField('trigger'),
  recipientId: describeField('recipientId'),
  recipientUsername: describeField('recipientUsername'),
  keyword: describeField('keyword'),
  commentText: describeField('commentText'),
  status: z.int().nullable().describe('HTTP status of the response; null without one'),
  message: z.string().nullable().describe('text of the response, if the service would use it'),
  messageSource: z
    .enum(['callback', 'fallback'])
    .nullable()
    .describe('what the service would record; null if it is not a callback'),
  reason: z.string().nullable().describe('why it was refused, or why the fallback is used'),
  ms: z.int().describe('milliseconds from the request to the end of the response'),
});
export type ServedCallback = z.infer<typeof ServedCallback>;

/** Fields of the callback in a record. */
export type CallbackFields = Pick<
  ServedCallback,
  'automationId' | 'activityId' | 'trigger' | 'recipientId' | 'recipientUsername' | 'keyword' | 'commentText'
>;

/** @param body the body of the request; any value, because it may not be authentic */
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
