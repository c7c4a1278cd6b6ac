import * as z from 'zod';

/** One requirement of a `messageUrl`. */
export const CallbackCheck = z.strictObject({
  check: z.string(),
  status: z
    .enum(['ok', 'warn', 'fail', 'skipped'])
    .describe('skipped: unknown, because an earlier check failed, or not applicable'),
  found: z.string(),
  advice: z.string().nullable().describe('what to do; null if nothing'),
});
export type CallbackCheck = z.infer<typeof CallbackCheck>;

/** What the service would do with a `messageUrl`. */
export const CallbackCheckDocument = z.strictObject({
  url: z.string(),
  messageSource: z
    .enum(['callback', 'fallback'])
    .describe(
      'what the service would record: callback for the text of the endpoint, fallback for the template message',
    ),
  message: z.string().nullable().describe('text that would be sent; null for the template message'),
  reason: z.string().nullable().describe('why the fallback is used, as in errorDetails'),
  status: z.int().nullable().describe('HTTP status; null without a response'),
  ms: z.int().describe('duration in milliseconds'),
  signed: z.boolean(),
  allowedPrivate: z.boolean().describe('it reached an address that only --allow-private allows'),
  request: z.record(z.string(), z.unknown()).describe('body of the request'),
  checks: z.array(CallbackCheck).describe('in the order in which the service checks'),
});
export type CallbackCheckDocument = z.infer<typeof CallbackCheckDocument>;
