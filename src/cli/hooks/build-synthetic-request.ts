import { SECOND_MS } from '../../facts/durations.ts';
import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookEventName } from '../../facts/webhook-events.ts';
import { buildDeliveryBody } from '../../rules/build-delivery-body.ts';
import { buildDeliveryRequest as signedRequest } from '../../rules/build-delivery-request.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import type { SigningSecret } from '../../rules/signature.ts';
import { readTimeStamp } from '../../rules/verify-signature.ts';

/** A delivery that is made up, as the service would make it. */
export interface SyntheticDelivery {
  readonly name: WebhookEventName;
  readonly url: string;
  /** It stays over all sendings. */
  readonly hookId: string;
  /** The network's id of what happened, in digits. */
  readonly eventId: string;
  /** When it happened, in milliseconds since 1970. */
  readonly created: number;
  readonly signing: Exclude<SigningSecret, { readonly kind: 'unreadable' }>;
  /** Sets what was asked for in the body, before it is signed. */
  change(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Another `hookId`, which takes the place of the signed one: a receiver that looks at it first is deceived. */
  readonly tamperedId: string | null;
}

/** One sending of a delivery. */
export interface SendingDetails {
  readonly attempt: number;
  readonly deliveryId: string;
  /** When it is sent, in milliseconds since 1970. */
  readonly at: number;
}

/** One request as it goes out. */
export interface SyntheticRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The profile that made-up deliveries are about. */
const PROFILE = { refId: '5f0c8b1e9a7d4c2386e1f09b3ad57c64d2e8a901', title: 'Primary Profile' } as const;

/**
 * Makes the request of one sending: its body is built and signed anew, with its time.
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
