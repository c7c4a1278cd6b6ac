import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { buildDeliveryBody } from '../../domain/webhooks/build-delivery-body.ts';
import { buildDeliveryRequest as signedRequest } from '../../domain/webhooks/build-delivery-request.ts';
import type { SigningSecret } from '../../domain/webhooks/signature.ts';
import { SECOND_MS } from '../../service/durations.ts';
import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookEventName } from '../../service/webhook-events.ts';
import { readTimeStamp } from './verify-signature.ts';

/** A synthetic delivery, like those of the service. */
export interface SyntheticDelivery {
  readonly name: WebhookEventName;
  readonly url: string;
  /** The same for all attempts. */
  readonly hookId: string;
  /** The id of the event on the network, in digits. */
  readonly eventId: string;
  /** Time of the event in milliseconds since 1970. */
  readonly created: number;
  readonly signing: Exclude<SigningSecret, { readonly kind: 'unreadable' }>;
  /** Sets fields of the body before it is signed. */
  change(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Another `hookId` that replaces the signed one, to deceive a receiver that reads it before the signature. */
  readonly tamperedId: string | null;
}

/** One attempt to send a delivery. */
export interface SendingDetails {
  readonly attempt: number;
  readonly deliveryId: string;
  /** Time of sending in milliseconds since 1970. */
  readonly at: number;
}

/** One request. */
export interface SyntheticRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The profile of synthetic deliveries. */
const PROFILE = { refId: '5f0c8b1e9a7d4c2386e1f09b3ad57c64d2e8a901', title: 'Primary Profile' } as const;

/**
 * Builds the request of one attempt; the body is signed with the time of the attempt.
 *
 * @see docs/service/webhooks.md#HOOK-07 to #HOOK-10, #envelope, #signature, #W-01, #W-06, #W-07
 */
export function buildSyntheticRequest(
  delivery: SyntheticDelivery,
  { attempt, deliveryId, at }: SendingDetails,
): SyntheticRequest {
  const { name, url, hookId, eventId, created, signing, change, tamperedId } = delivery;
  const { action, fields }: WebhookEvent = WEBHOOK_EVENTS[name];
  const event = fields({ at: formatIsoSeconds(created), id: eventId });
  const timeStamp = Math.floor(at / SECOND_MS);
  const signed = change(buildDeliveryBody({ action, hookId, created, ...PROFILE, url, event }, timeStamp));
  const request = signedRequest(signed, {
    attempt,
    deliveryId,
    timeStamp: readTimeStamp(toBytes(signed)) ?? timeStamp,
    signing,
  });
  const body = tamperedId === null ? signed : { ...signed, hookId: tamperedId };
  return {
    headers: { ...request.headers, 'User-Agent': 'crier-hooks-send' },
    bytes: tamperedId === null ? request.body : toBytes(body),
    body,
  };
}

function toBytes(body: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(body));
}
