import * as z from 'zod';

/** One thing that has to hold of a `messageUrl`. */
export const CallbackCheck = z.strictObject({
  check: z.string(),
  status: z
    .enum(['ok', 'warn', 'fail', 'skipped'])
    .describe('skipped: nothing is known of it, since something before it failed, or it was not asked for'),
  found: z.string(),
  advice: z.string().nullable().describe('what to do; null when nothing is'),
});
export type CallbackCheck = z.infer<typeof CallbackCheck>;

/** What the service would do with a `messageUrl`. */
export const CallbackCheckDocument = z.strictObject({
  url: z.string(),
  messageSource: z
    .enum(['callback', 'fallback'])
    .describe('what the service would record: the text of the endpoint, or the template message'),
  message: z.string().nullable().describe('the text that it would send; null for that of the template'),
  reason: z.string().nullable().describe('why the template is sent, as errorDetails says it'),
  status: z.int().nullable().describe('HTTP status; null where none came'),
  ms: z.int().describe('how long it took, in milliseconds'),
  signed: z.boolean(),
  allowedPrivate: z.boolean().describe('it went where this run alone may go, by --allow-private'),
  request: z.record(z.string(), z.unknown()).describe('the body that was sent'),
  checks: z.array(CallbackCheck).describe('in the order in which the service comes upon them'),
});
export type CallbackCheckDocument = z.infer<typeof CallbackCheckDocument>;
