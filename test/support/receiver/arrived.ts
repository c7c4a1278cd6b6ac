import { listClaims, readDeliveryFacts } from '../../../src/receiver/delivery-facts.ts';
import type { ArrivedDelivery, PlannedForwarding } from '../../../src/receiver/inbox/inbox.ts';

/** When the deliveries of the tests arrive: 2026-09-21T14:13:20Z. */
export const ARRIVAL = 1_790_000_000_000;

/** A delivery as the endpoint stores it. */
export function arrived(
  event: Readonly<Record<string, unknown>>,
  forwardings: readonly (string | PlannedForwarding)[] = [],
  receivedAt = ARRIVAL,
): ArrivedDelivery {
  const body = new TextEncoder().encode(JSON.stringify(event));
  return {
    receivedAt,
    source: 'request',
    facts: readDeliveryFacts(event),
    claims: listClaims(event, body),
    deliveryId: null,
    attempt: null,
    signature: null,
    headers: { 'content-type': 'application/json' },
    body,
    forwardings: forwardings.map((each) => (typeof each === 'string' ? { target: each, lane: null } : each)),
  };
}
