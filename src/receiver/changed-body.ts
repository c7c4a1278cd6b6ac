import { type BodyVariant, generateBodyVariants } from './body-variants.ts';
import { parseJsonBody, type ReceivedDelivery } from './received-delivery.ts';

/** Larger bodies are not tried in other spellings: each spelling costs an HMAC, and anyone can send a forged body. */
const MOST_TRIED_BYTES = 16 * 1024;

/**
 * Generates the bodies that may have been signed in place of the received one, which a gateway or framework changed.
 *
 * @see docs/service/webhooks.md#W-19
 */
export function* generateBodyTrials({ body }: ReceivedDelivery): Generator<BodyVariant> {
  if (body.length <= MOST_TRIED_BYTES) yield* generateBodyVariants(body);
}

/** @param signed as in {@link BodyVariant} */
export function describeChange(signed: string): string {
  return `these are not the bytes that were sent: what was signed is ${signed}`;
}

/**
 * Finds what shows, without the secret, that a body is not the one that was sent; null if nothing does. The service
 * sends one JSON object, in one line without whitespace.
 *
 * @param most larger bodies, in bytes, are not parsed
 * @see docs/service/webhooks.md#W-19
 */
export function findBodyEvidence(
  { body, headers }: ReceivedDelivery,
  most: number = MOST_TRIED_BYTES,
): string | null {
  const length = Object.entries(headers)
    .find(([name]) => name.toLowerCase() === 'content-length')?.[1]
    .trim();
  if (length !== undefined && /^\d{1,15}$/.test(length) && Number(length) !== body.length)
    return `the body has ${body.length} bytes, but Content-Length is ${Number(length)}`;
  if (body.length === 0) return 'the body is empty: something has read it before';
  if (body[0] !== OPENING_BRACE) return `the body is not a JSON object${CAUSES}`;
  if (body.at(-1) !== CLOSING_BRACE) return `the body is not JSON${CAUSES}`;
  if (body.length > most) return null;
  const json = parseJsonBody(body);
  if (json === undefined) return `the body is not JSON${CAUSES}`;
  return isCompact(body, json) ? null : 'the body is not compact JSON in one line, as the service writes it';
}

const CAUSES = ': it was truncated, or is not the body that was sent';
const OPENING_BRACE = '{'.charCodeAt(0);
const CLOSING_BRACE = '}'.charCodeAt(0);

function isCompact(body: Uint8Array, json: unknown): boolean {
  return JSON.stringify(json) === new TextDecoder().decode(body);
}
