import { createHmac } from 'node:crypto';
import { WEBHOOK_HEADERS } from '../facts/webhooks.ts';

/** What is known of the secret that signs: a signature is never left out because a secret could not be read. */
export type SigningSecret =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'secret';
      /** What the main header is signed with. */
      readonly secret: string;
      /**
       * The new one while an old one still counts: it signs the second header.
       *
       * @see docs/service/webhooks.md#signature
       */
      readonly next: string | null;
    };

/**
 * HMAC-SHA256 of the raw body, in 64 lower-case hexadecimal digits.
 *
 * @param body the very bytes that are sent
 * @see docs/service/webhooks.md#signature, #HOOK-10
 * @see docs/service/readings.md#U-01
 */
export function computeSignature(body: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/**
 * The headers that go with a signed body.
 *
 * @param timeStamp Unix seconds, as they stand in the body
 * @see docs/safety.md#S10: there is no way to these headers without a secret that was read, or the word that there is none
 */
export function buildSignatureHeaders(
  body: Uint8Array,
  signing: Exclude<SigningSecret, { readonly kind: 'unreadable' }>,
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
