import { createHmac } from 'node:crypto';
import { WEBHOOK_HEADERS } from '../../service/webhooks.ts';

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
 * @see docs/safety.md#S10: there is no way to these headers without a secret that was read, or the word that there is
 * none
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
