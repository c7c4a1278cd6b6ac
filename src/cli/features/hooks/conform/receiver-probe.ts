import { buildSignatureHeaders } from '../../../../domain/webhooks/delivery.ts';
import type { Outbound } from '../../../../outbound/outbound.ts';
import { readTimeStamp } from '../../../../receiver/received-delivery.ts';
import { generateDeliveryId, generateHookId } from '../../../../sandbox/generate-ids.ts';
import { createEventId } from '../../webhooks/events.ts';
import type { DeliverySigning } from '../../webhooks/signing-secrets.ts';
import {
  buildSyntheticRequest,
  type SentAttempt,
  type SyntheticDelivery,
  type SyntheticRequest,
  sendAttempt,
} from '../send-attempt.ts';

export type ReceiverProbe = ReturnType<typeof createReceiverProbe>;

export function createReceiverProbe(options: {
  url: string;
  outbound: Outbound;
  signal: AbortSignal;
  signing: DeliverySigning;
  /** In milliseconds since 1970. */
  now(): number;
  onSend(): void;
}) {
  const { url, outbound, signal, signing, now, onSend } = options;
  return {
    signing,
    /** Creates a delivery of a new event; nothing is sent. */
    create: (different: Partial<SyntheticDelivery> = {}): SyntheticDelivery => ({
      name: 'automation.triggered',
      url,
      hookId: createHookId(),
      eventId: createEventId(),
      created: now(),
      signing,
      change: (body) => body,
      tamperedId: null,
      ...different,
    }),
    /** @throws the reason of the signal when the run was interrupted */
    async send(
      delivery: SyntheticDelivery,
      variation: {
        attempt?: number;
        /** Age of the signed time in milliseconds; negative for the future. */
        ageMs?: number;
        /** Changes the request after it was signed. */
        rewrite?(request: SyntheticRequest): SyntheticRequest;
      } = {},
    ): Promise<SentAttempt> {
      const { attempt = 0, ageMs = 0, rewrite } = variation;
      const sending = { attempt, deliveryId: generateDeliveryId(generateBytes), at: now() - ageMs };
      const signed = buildSyntheticRequest(delivery, sending);
      const request = rewrite?.(signed) ?? signed;
      const headers = { ...request.headers, 'User-Agent': 'crier-hooks-conform' };
      onSend();
      const way = { url, outbound, expected: 'refused', signal } as const;
      const { sent } = await sendAttempt(sending, { ...request, headers }, way);
      signal.throwIfAborted();
      return sent;
    },
  };
}

export function createHookId(): string {
  return generateHookId(generateBytes);
}

function generateBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Replaces the bytes of the body. @param signing null keeps the signature of the former bytes */
export function replaceBody(
  request: SyntheticRequest,
  bytes: Uint8Array,
  signing: DeliverySigning | null,
): SyntheticRequest {
  const signatures = signing === null ? {} : buildSignatureHeaders(bytes, signing, readTimeStamp(bytes) ?? 0);
  return { ...request, bytes, headers: { ...request.headers, ...signatures } };
}

/**
 * Whether the receiver accepted a delivery, with any 2xx: that only 200 counts is a check of its own. The content of
 * the response is ignored.
 */
export function isAccepted({ status, error }: SentAttempt): boolean {
  if (status === null || (error !== null && error !== 'answer too large')) return false;
  return status >= 200 && status < 300;
}

/** Describes the response to one request: `503`, `timeout`. */
export function describeResponse({ status, error }: SentAttempt): string {
  if (status === null) return error ?? 'no response';
  return error === null || error === 'answer too large' ? String(status) : `${status}, then ${error}`;
}
