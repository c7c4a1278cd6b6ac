import { WEBHOOK_HEADERS } from '../facts/webhooks.ts';
import { buildSignatureHeaders, type SigningSecret } from './signature.ts';

/** What is posted to a webhook. */
export interface WebhookRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** One attempt to deliver something. */
interface DeliveryAttempt {
  /** 0 for the first one. */
  readonly attempt: number;
  readonly deliveryId: string;
  /** Unix seconds, as they stand in the body. */
  readonly timeStamp: number;
  readonly signing: Exclude<SigningSecret, { readonly kind: 'unreadable' }>;
}

/**
 * Makes the request of an attempt, signed where there is a secret.
 *
 * @param fields of the body, which `deliveryBody` makes anew for each attempt
 * @see docs/service/webhooks.md#HOOK-08 to #HOOK-10, #W-01, #W-06, #W-07
 * @see docs/safety.md#S10: none is made with a secret that was not read
 */
export function buildDeliveryRequest(
  fields: Readonly<Record<string, unknown>>,
  { attempt, deliveryId, timeStamp, signing }: DeliveryAttempt,
): WebhookRequest {
  const body = new TextEncoder().encode(JSON.stringify(fields));
  return {
    headers: {
      'Content-Type': 'application/json',
      [WEBHOOK_HEADERS.attempt]: String(attempt),
      [WEBHOOK_HEADERS.deliveryId]: deliveryId,
      ...buildSignatureHeaders(body, signing, timeStamp),
    },
    body,
  };
}
