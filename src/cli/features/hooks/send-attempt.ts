import * as z from 'zod';
import { isRefusedByUrl } from '../../../domain/addresses/public-url.ts';
import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import {
  buildDeliveryBody,
  decideAfterAttempt,
  buildDeliveryRequest as signedRequest,
} from '../../../domain/webhooks/delivery.ts';
import type { Outbound, OutboundAnswer } from '../../../outbound/outbound.ts';
import { readTimeStamp } from '../../../receiver/received-delivery.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookEventName } from '../../../service/webhook-events.ts';
import type { DeliverySigning } from '../webhooks/signing-secrets.ts';

export const SentAttempt = z.strictObject({
  attempt: z.number().describe('number of the attempt, from 0'),
  deliveryId: z.string(),
  status: z.number().nullable().describe('HTTP status; null without a response'),
  error: z.string().nullable().describe('why there was no complete response; null if there was'),
  ms: z.number().describe('duration in milliseconds'),
  outcome: z
    .enum(['delivered', 'again', 'failed'])
    .describe('what the service would do: count it as delivered, retry, or fail it'),
  retryAfterMs: z.number().nullable().describe('how long the service would wait before a retry'),
  expected: z.boolean().describe('whether the receiver responded as it should'),
  allowedPrivate: z.boolean().describe('it reached an address that only --allow-private allows'),
  answer: z.string().nullable().describe('beginning of the response, which the service does not read'),
  headers: z.record(z.string(), z.string()),
  body: z.record(z.string(), z.unknown()),
});
export type SentAttempt = z.infer<typeof SentAttempt>;

type ExpectedAnswer = 'taken' | 'refused';

/** Sends one request as the service does: with its timeout, and without following redirects. */
export async function sendAttempt(
  { attempt, deliveryId }: Pick<SendingDetails, 'attempt' | 'deliveryId'>,
  request: SyntheticRequest,
  way: {
    url: string;
    outbound: Outbound;
    expected: ExpectedAnswer;
    signal: AbortSignal;
  },
): Promise<{ sent: SentAttempt; answer: OutboundAnswer }> {
  const { url, outbound, expected, signal } = way;
  const { headers, bytes, body } = request;
  const answer = await outbound.post({
    url,
    headers,
    body: bytes,
    deadlineMs: LIMITS.webhookAnswerMs,
    answerBytes: ASSUMED.webhookAnswerBytes,
    answerIs: 'shown',
    signal,
  });
  const { status, fault, ms, byAllowance } = answer;
  const isRefused = fault === 'address not allowed' && isRefusedByUrl(url, outbound.allowed);
  const verdict = decideAfterAttempt(attempt, { status, fault, isRefused });
  return {
    answer,
    sent: {
      attempt,
      deliveryId,
      status,
      error: fault,
      ms,
      outcome: verdict.kind,
      retryAfterMs: verdict.kind === 'again' ? verdict.afterMs : null,
      expected: expected === 'taken' ? verdict.kind === 'delivered' : isRefusal(answer, verdict.kind),
      allowedPrivate: byAllowance,
      answer: decodeBeginning(answer.body),
      headers: { ...headers },
      body: { ...body },
    },
  };
}

/** A client error, except those that are retried. */
function isRefusal({ status }: OutboundAnswer, kind: string): boolean {
  return kind === 'failed' && status !== null && status >= 400 && status < 500;
}

const SHOWN_CHARACTERS = 500;

function decodeBeginning(body: Uint8Array | null): string | null {
  if (body === null || body.length === 0) return null;
  const text = new TextDecoder().decode(body.subarray(0, 4 * SHOWN_CHARACTERS));
  return [...text].slice(0, SHOWN_CHARACTERS).join('');
}

export interface SyntheticDelivery {
  name: WebhookEventName;
  url: string;
  /** The same for all attempts. */
  hookId: string;
  /** The id of the event on the network, in digits. */
  eventId: string;
  /** Time of the event in milliseconds since 1970. */
  created: number;
  signing: DeliverySigning;
  change(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Another `hookId` that replaces the signed one, to deceive a receiver that reads it before the signature. */
  tamperedId: string | null;
}

export interface SendingDetails {
  readonly attempt: number;
  readonly deliveryId: string;
  /** Time of sending in milliseconds since 1970. */
  readonly at: number;
}

export interface SyntheticRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly body: Readonly<Record<string, unknown>>;
}

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
