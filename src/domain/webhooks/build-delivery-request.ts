import { WEBHOOK_HEADERS } from '../../service/webhooks.ts';
import { buildSignatureHeaders, type SigningSecret } from './signature.ts';

/** A request to a webhook. */
export interface WebhookRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** One attempt of a delivery. */
interface DeliveryAttempt {
  /** Zero-based. */
  readonly attempt: number;
  readonly deliveryId: string;
  /** Unix seconds, as in the body. */
  readonly timeStamp: number;
  readonly signing: Exclude<SigningSecret, { readonly kind: 'unreadable' }>;
}

/**
 * Builds the request of a delivery attempt, signed if there is a secret.
 *
 * @param fields of the body, which `buildDeliveryBody` builds for each attempt
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
