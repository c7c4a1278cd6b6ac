import * as z from 'zod';
import { getField } from '../../../domain/json/loose-record.ts';
import { CrierError } from '../../../errors.ts';
import { readDeliveryHeaders } from '../../../receiver/delivery-facts.ts';
import { parseJsonBody, type ReceivedDelivery } from '../../../receiver/received-delivery.ts';
import { type SignatureCheck, verifySignature } from '../../../receiver/verify-signature.ts';
import { WEBHOOK_HEADERS } from '../../../service/webhooks.ts';
import { explainSignatureFault } from '../webhooks/explain-signature-fault.ts';

export const VerifiedDelivery = z.strictObject({
  valid: z.boolean(),
  reason: z.string().nullable().describe('why it is not valid, as a fixed phrase; null if it is'),
  explanation: z.string().nullable(),
  advice: z.string().nullable().describe('how to fix it'),
  header: z.string().nullable().describe('header with the valid signature'),
  encoding: z.string().nullable().describe('encoding of the signature'),
  secret: z.string().nullable().describe('source of the secret that is valid'),
  timeStamp: z.number().nullable().describe('signed time in Unix seconds'),
  timeHeader: z.boolean().nullable().describe('whether the time is also in a header'),
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
 * Verifies a delivery as a receiver does. Its contents are only included if the signature is valid.
 *
 * @param from the sources of the secrets, in their order
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

/** The error that ends the run with exit code 11; null if the delivery is valid. */
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
  return new CrierError('differs', `the ${what} is not valid: ${explanation ?? ''}`, facts);
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
