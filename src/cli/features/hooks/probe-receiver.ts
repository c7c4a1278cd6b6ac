import * as z from 'zod';
import type { PrivateAllowlist } from '../../../domain/addresses/public-url.ts';
import { addAdvice, CrierError, createUsageError } from '../../../errors.ts';
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '../../../service/webhook-events.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { addTypedUrl } from '../webhooks/private-addresses.ts';
import type { WebhookSecret } from '../webhooks/signing-secrets.ts';
import { SentAttempt, sendAttempt } from './send-attempt.ts';
import { findSendFailure, planSend, refuseUnanswered, type SendPlan } from './send-plan.ts';

/** The test delivery that a receiver accepted before it was registered. */
export const ProbeRecord = SentAttempt.pick({ status: true, ms: true, deliveryId: true }).extend({
  hookId: z.string(),
  isSigned: z.boolean(),
});
type ProbeRecord = z.infer<typeof ProbeRecord>;

/** The receiver, and what a test delivery to it is. */
interface ProbeOptions {
  action: string;
  url: string;
  /** Null if it is not signed. */
  secret: WebhookSecret | null;
}

/** @throws CrierError of kind usage for an action whose events crier does not know, and for an invalid URL */
export function planProbe({ action, url, secret }: ProbeOptions, io: IoPort): SendPlan {
  const type = WEBHOOK_EVENT_NAMES.find((name) => WEBHOOK_EVENTS[name].action === action);
  if (type === undefined)
    throw createUsageError(
      `--probe cannot send an event of "${action}": its events are not known`,
      'register it without --probe',
    );
  const options = { url, type, set: [], duplicate: 1, attempt: 0 };
  const flaws = { tamper: false, stale: false, unsigned: false };
  return planSend({ ...options, ...flaws }, { secrets: secret === null ? [] : [secret], now: io.now });
}

/**
 * Sends the test delivery of a plan, and requires that it is answered as the service needs it: with HTTP 200.
 *
 * @throws CrierError `differs` for another answer, and for none; `usage` for an address that must not be reached
 * @see docs/service/webhooks.md#HOOK-04, #HOOK-22
 * @see docs/service/readings.md#U-05
 */
export async function sendProbe(
  { delivery: { url, hookId, signing }, sendings, request }: SendPlan,
  allowPrivate: PrivateAllowlist,
  io: IoPort,
): Promise<ProbeRecord> {
  const outbound = await io.outbound(addTypedUrl(url, allowPrivate));
  const way = { url, outbound, expected: 'taken', signal: io.signal } as const;
  io.progress(`waiting for ${new URL(url).host}`);
  const attempts: SentAttempt[] = [];
  for (const each of sendings) attempts.push((await sendAttempt(each, request(each), way)).sent);
  io.progress(null);
  io.signal.throwIfAborted();
  const result = { url, attempts, flaws: [] };
  try {
    refuseUnanswered(result, outbound.allowed);
  } catch (error) {
    throw error instanceof CrierError && error.kind === 'unavailable' ? refuseToRegister(error) : error;
  }
  const failure = findSendFailure(result);
  if (failure !== null) throw refuseToRegister(failure);
  const [sent] = attempts;
  if (sent === undefined) throw new Error('a plan without a delivery');
  return {
    status: sent.status,
    ms: sent.ms,
    deliveryId: sent.deliveryId,
    hookId,
    isSigned: signing.kind === 'secret',
  };
}

function refuseToRegister({ message, facts }: CrierError): CrierError {
  const failure = new CrierError('differs', `not registered: ${message}`, { ...facts, http: null });
  return addAdvice(failure, 'to register it without a test delivery, leave out --probe');
}
