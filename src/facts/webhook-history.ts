import * as z from 'zod';
import { Timestamp } from './timestamp.ts';

/**
 * How far the history of deliveries goes back, how many of each action it gives, and how many bytes over all of them:
 * the last two are ours. What is older than fits is left out, so that no answer grows beyond what can be written.
 *
 * @see docs/service/webhooks.md#history
 * @see docs/safety.md#D8
 */
export const HOOK_HISTORY = { months: 6, maxEntries: 1_000, maxBytes: 16 * 1024 * 1024 } as const;

const Count = z.number().nullish();
const Text = z.string().nullish();

/** One attempt to deliver something. */
export const HookAttempt = z.looseObject({
  attempt: Count.describe('0 for the first one'),
  deliveryId: Text.describe('of this attempt alone'),
  at: Timestamp.describe('when it began'),
  ms: Count.describe('how long it took; null while it is underway'),
  status: Count.describe('HTTP status; null where none came'),
  error: Text.describe('why it does not count as delivered; null when it does'),
  allowedPrivate: z.boolean().nullish().describe('it went where a run allowed it with --allow-private'),
});
export type HookAttempt = z.infer<typeof HookAttempt>;

/** How far the delivery of something came. Of this only the outline is asked for: a service may know less. */
export const HookDelivery = z.looseObject({
  state: Text.describe('delivered, retrying or failed'),
  attempts: Count,
  lastStatus: Count.describe('HTTP status of the last attempt that is over; null where none came'),
  lastError: Text.describe('why it does not count as delivered, where the status does not tell it'),
  nextAttempt: Timestamp.describe('null when there is none, or while one is underway'),
  requirement: Text.describe('what a run has to bring before the next attempt; left out for nothing'),
  log: z.array(HookAttempt).nullish().describe('every attempt, the first one first'),
});
export type HookDelivery = z.infer<typeof HookDelivery>;

/** A body as it was last sent, and what became of it. @see docs/service/webhooks.md#envelope, #history */
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
 * What was delivered, newest first, by the name of its action; one without deliveries has no key. It has no `status`,
 * which is borne all the same.
 *
 * @see docs/service/webhooks.md#history, #HOOK-20
 * @see docs/service/readings.md#U-40
 */
export const HookHistory = z.object({}).catchall(z.union([z.array(HookHistoryEntry), z.string()]));
export type HookHistory = z.infer<typeof HookHistory>;
