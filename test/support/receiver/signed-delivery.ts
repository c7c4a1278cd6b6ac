import { createHmac } from 'node:crypto';
import type { ReceivedDelivery } from '../../../src/receiver/received-delivery.ts';
import type { SignatureCheck } from '../../../src/receiver/verify-signature.ts';
import { ASSUMED } from '../../../src/service/assumed.ts';

/** 2026-09-21T14:13:20Z, in seconds, as the moment of the tests. */
export const SIGNED_AT = 1_790_000_000;
export const SECRET = 'a-secret-of-32-characters-or-so!';
export const OTHER_SECRET = 'another-secret-that-came-before';

/**
 * A body with every sort of character, as the service writes it: in one line. The base64 of its signature has signs that
 * base64url writes otherwise.
 */
export const BODY_TEXT = JSON.stringify({
  action: 'comments',
  hookId: 'Ws3eDc6RfV0tGb8YhN2u',
  timeStamp: SIGNED_AT,
  url: 'https://hooks.example/c?a=1&b=2',
  text: 'Où? <b>"naïve"</b> / 😀 日本',
  nonce: 0,
  zone: { b: [1, 2.5, null, { z: true, a: false }], a: '' },
});

export const hmacOf = (body: string | Uint8Array, secret: string | Uint8Array, algorithm = 'sha256') =>
  createHmac(algorithm, secret).update(body).digest();

/** What a receiver gets of a body that was signed well. */
export function signedDelivery(
  body: string | Uint8Array = BODY_TEXT,
  { secret = SECRET, timestamp = String(SIGNED_AT) } = {},
): ReceivedDelivery {
  return withSignature(body, hmacOf(body, secret).toString('hex'), timestamp);
}

/** A body beside a signature of any kind. */
export function withSignature(
  body: string | Uint8Array,
  signature: string,
  timestamp = String(SIGNED_AT),
): ReceivedDelivery {
  return {
    body: Buffer.from(body),
    headers: {
      'Content-Type': 'application/json',
      'X-Authorization-Content-SHA256': signature,
      'X-Authorization-Timestamp': timestamp,
    },
  };
}

/** How a receiver that knows the secret checks it, at the moment at which it is signed. */
export const CHECKING: SignatureCheck = {
  secrets: [SECRET],
  now: SIGNED_AT * 1_000,
  toleranceMs: ASSUMED.receiverClaimMs,
};
