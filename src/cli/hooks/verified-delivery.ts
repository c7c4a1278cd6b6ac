import * as z from 'zod';
import { CrierError } from '../../errors.ts';
import { WEBHOOK_HEADERS } from '../../facts/webhooks.ts';
import { explainSignatureFault } from '../../rules/explain-signature-fault.ts';
import { getField } from '../../rules/loose-record.ts';
import { readDeliveryHeaders } from '../../rules/read-delivery-headers.ts';
import {
  parseJsonBody,
  type ReceivedDelivery,
  type SignatureCheck,
  verifySignature,
} from '../../rules/verify-signature.ts';

/** Whether a delivery is to be taken, and what is known of it then. */
export const VerifiedDelivery = z.strictObject({
  valid: z.boolean(),
  reason: z
    .string()
    .nullable()
    .describe('why it does not hold, in a few words that stay; null when it holds'),
  explanation: z.string().nullable(),
  advice: z.string().nullable().describe('what would mend it'),
  header: z.string().nullable().describe('the header whose signature fits'),
  encoding: z.string().nullable().describe('how the signature is written'),
  secret: z.string().nullable().describe('where the secret that fits is from'),
  timeStamp: z.number().nullable().describe('the time that was signed, in Unix seconds'),
  timeHeader: z.boolean().nullable().describe('whether the time stands in a header, too'),
  bytes: z.number(),
  action: z.string().nullable(),
  type: z.string().nullable().describe('`subAction` or `type` of the event'),
  hookId: z.string().nullable(),
  attempt: z.number().nullable(),
  deliveryId: z.string().nullable(),
});
export type VerifiedDelivery = z.infer<typeof VerifiedDelivery>;

const NOTHING = {
  valid: false,
  reason: null,
  explanation: null,
  advice: null,
  header: null,
  encoding: null,
  secret: null,
  timeStamp: null,
  timeHeader: null,
  bytes: 0,
  action: null,
  type: null,
  hookId: null,
  attempt: null,
  deliveryId: null,
} as const;

/**
 * Judges a delivery as a receiver does. What it says is told only where its signature holds.
 *
 * @param from where the secrets come from, in their order
 * @see docs/service/webhooks.md#HOOK-14
 */
export function judgeDelivery(
  received: ReceivedDelivery,
  checking: SignatureCheck,
  from: readonly string[],
): VerifiedDelivery {
  const verdict = verifySignature(received, checking);
  const bytes = received.body.length;
  if (!verdict.isValid) {
    const { reason, message, fix: advice } = explainSignatureFault(received, checking, verdict.fault);
    return { ...NOTHING, reason, explanation: message, advice, timeStamp: verdict.timeStamp, bytes };
  }
  const { header, encoding, secret, timeStamp, hasTimeHeader } = verdict;
  const event = parseJsonBody(received.body);
  return {
    ...NOTHING,
    valid: true,
    header: WEBHOOK_HEADERS[header],
    encoding,
    secret: from[secret] ?? null,
    timeStamp,
    timeHeader: hasTimeHeader,
    bytes,
    action: toText(getField(event, 'action')),
    type: toText(getField(event, 'subAction')) ?? toText(getField(event, 'type')),
    hookId: toText(getField(event, 'hookId')),
    ...readDeliveryHeaders(received.headers),
  };
}

/** What ends the run with 11; null when it holds. */
export function findVerifyFailure({
  valid,
  reason,
  explanation,
  advice,
  timeStamp,
}: VerifiedDelivery): CrierError | null {
  if (valid) return null;
  const facts = { http: null, ...(advice !== null && { advice }) };
  const what = timeStamp === null && reason !== 'undated' ? 'signature' : 'delivery';
  return new CrierError('differs', `the ${what} does not hold: ${explanation ?? ''}`, facts);
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
