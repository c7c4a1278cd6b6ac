import { createHmac } from 'node:crypto';
import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import { RETRIED_CLIENT_ERRORS, WEBHOOK_HEADERS, type WebhookAction } from '../../service/webhooks.ts';
import { formatIsoSeconds } from '../time/read-timestamp.ts';

interface DeliveryAttempt {
  /** Zero-based. */
  attempt: number;
  deliveryId: string;
  /** Unix seconds, as in the body. */
  timeStamp: number;
  signing: Exclude<SigningSecret, { kind: 'unreadable' }>;
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
): { headers: Readonly<Record<string, string>>; body: Uint8Array } {
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

export interface DeliveredEvent {
  readonly action: WebhookAction;
  readonly hookId: string;
  /** When it occurred, in milliseconds since 1970: the same on every attempt. */
  readonly created: number;
  /** Of the profile that the event belongs to. */
  readonly refId: string;
  readonly title: string;
  readonly url: string;
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

/** State of the signing secret: a signature is never omitted because a secret could not be read. */
export type SigningSecret =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'secret';
      /** Signs the main header. */
      readonly secret: string;
      /** The new secret during a rotation: it signs the second header. @see docs/service/webhooks.md#signature */
      readonly next: string | null;
    };

/**
 * Computes the HMAC-SHA256 of the raw body, as 64 lower-case hexadecimal digits.
 *
 * @param body the exact bytes that are sent
 * @see docs/service/webhooks.md#signature, #HOOK-10
 * @see docs/service/readings.md#U-01
 */
export function computeSignature(body: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/**
 * Builds the signature headers of a body.
 *
 * @param timeStamp Unix seconds, as in the body
 * @see docs/safety.md#S10: the type excludes a secret that could not be read
 */
export function buildSignatureHeaders(
  body: Uint8Array,
  signing: Exclude<SigningSecret, { kind: 'unreadable' }>,
  timeStamp: number,
): Readonly<Record<string, string>> {
  if (signing.kind === 'none') return {};
  const { secret, next } = signing;
  return {
    [WEBHOOK_HEADERS.signature]: computeSignature(body, secret),
    [WEBHOOK_HEADERS.signedAt]: String(timeStamp),
    ...(next !== null && { [WEBHOOK_HEADERS.signatureV2]: computeSignature(body, next) }),
  };
}

export interface AttemptOutcome {
  /** HTTP status; null without an answer. */
  status: number | null;
  /** Why there was no complete answer; null if there was. */
  fault: string | null;
  /** Rejected because of its URL, which no retry can change: see `isRefusedByUrl`. */
  isRefused: boolean;
}

/** The state of a delivery after an attempt. */
type AttemptVerdict =
  | { kind: 'delivered' }
  | { kind: 'failed' }
  /** Retry after this wait, in milliseconds. */
  | { kind: 'again'; afterMs: number };

/** Reasons why nothing was sent, other than those of the outbound guard. */
export const UNSENT_REASONS = {
  ownFault: 'an internal error of the sandbox',
  unreadableSecret: 'secret not readable',
} as const;

const OK = 200;

/** Backoff before each retry, from the previous failure (U-04). */
export const DELIVERY_WAITS_MS: readonly number[] = [
  ...ASSUMED.webhookFirstWaitsMs,
  ...LIMITS.webhookLaterWaitsMs,
];

/**
 * Decides whether a delivery is delivered, failed, or due for a retry.
 *
 * @param tries number of scheduled attempts before this one
 * @returns a wait in milliseconds, or a terminal state
 * @see docs/service/webhooks.md#deliveries, #HOOK-04 to #HOOK-06, #HOOK-22
 * @see docs/service/readings.md#U-03 to #U-07
 */
export function decideAfterAttempt(tries: number, outcome: AttemptOutcome): AttemptVerdict {
  if (isDelivered(outcome)) return { kind: 'delivered' };
  const afterMs = isFinal(outcome) ? undefined : DELIVERY_WAITS_MS[tries];
  return afterMs === undefined ? { kind: 'failed' } : { kind: 'again', afterMs };
}

/**
 * Describes why an attempt does not count as delivered. The fixed wording reveals neither the answer nor what is
 * behind the address.
 *
 * @returns null if it does
 * @see docs/service/readings.md#U-05, #U-06
 * @see docs/safety.md#S8
 */
export function describeAttemptError(outcome: Omit<AttemptOutcome, 'isRefused'>): string | null {
  if (isDelivered(outcome)) return null;
  const { status, fault } = outcome;
  if (status === null || status === OK) return fault;
  if (status < 300) return `status ${status}, not ${OK}`;
  return status < 400 ? 'redirect' : `status ${status}`;
}

/** U-05: only 200 counts. The content of the answer is ignored, so an oversized body is not an error. */
function isDelivered({ status, fault }: Omit<AttemptOutcome, 'isRefused'>): boolean {
  return status === OK && (fault === null || fault === 'answer too large');
}

/**
 * U-06, U-07: a client error other than three is final, and so is an address that is refused only because
 * of its URL. A name that resolves to a private address is treated like any DNS failure: the next answer may differ.
 */
function isFinal({ status, isRefused }: AttemptOutcome): boolean {
  if (isRefused) return true;
  if (status === null || status < 400 || status >= 500) return false;
  return !RETRIED_CLIENT_ERRORS.some((each) => each === status);
}
