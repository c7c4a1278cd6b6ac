import { WEBHOOK_HEADERS, type WebhookAction } from '../../service/webhooks.ts';
import { formatIsoSeconds } from '../time/read-timestamp.ts';
import { buildSignatureHeaders, type SigningSecret } from './signature.ts';

/** A request to a webhook. */
interface WebhookRequest {
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

/** An event to deliver, and its recipient. */
export interface DeliveredEvent {
  readonly action: WebhookAction;
  readonly hookId: string;
  /** When it occurred, in milliseconds since 1970: the same on every attempt. */
  readonly created: number;
  /** Of the profile that the event belongs to. */
  readonly refId: string;
  readonly title: string;
  /** The webhook's URL. */
  readonly url: string;
  /** The event's own fields. */
  readonly event: Readonly<Record<string, unknown>>;
}

/** A constant; it does not depend on the receiver. @see docs/service/webhooks.md#envelope */
const CODE = 200;

/**
 * Builds the body of a delivery attempt: the envelope and the event's own fields. These cannot override envelope
 * fields, by which receivers identify the event.
 *
 * @param timeStamp Unix seconds of the attempt
 * @see docs/service/webhooks.md#envelope, #HOOK-08
 * @see docs/service/readings.md#U-02
 */
export function buildDeliveryBody(
  delivered: DeliveredEvent,
  timeStamp: number,
): Readonly<Record<string, unknown>> {
  const { action, hookId, created, refId, title, url, event } = delivered;
  const envelope = {
    action,
    hookId,
    timeStamp,
    created: formatIsoSeconds(created),
    refId,
    title,
    url,
    code: CODE,
  };
  return { ...envelope, ...event, ...envelope };
}

/**
 * Returns the kind of an event from its own fields. Message events have both fields: there, `type` only tells
 * received from sent.
 *
 * @returns null for an event without kinds
 */
export function getEventKind({ subAction, type }: Readonly<Record<string, unknown>>): string | null {
  const kind = subAction ?? type;
  return typeof kind === 'string' ? kind : null;
}
