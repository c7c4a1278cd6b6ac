import type { SignatureVerdict } from '../../receiver/verify-signature.ts';
import { createVerifier, toBytes, toHeaders } from './create-verifier.ts';
import type { HeaderSource, RawRequestBody, VerifyOptions } from './verify-options.ts';

export type { SignatureFault, SignatureVerdict } from '../../receiver/verify-signature.ts';
export type { HeaderSource, RawRequestBody, VerifyOptions } from './verify-options.ts';

/**
 * Verifies a delivery: first its signature over the raw bytes, in constant time, and only then the content. It uses Web
 * Crypto only, so that it runs in Node.js, Deno, Bun, Workers and browsers.
 *
 * @throws TypeError for what no request can have: an empty secret, or a body that was parsed before
 * @see docs/service/webhooks.md#signature, #HOOK-10, #HOOK-14, #W-06, #W-07, #W-14
 */
export async function verifyDelivery(
  body: RawRequestBody,
  headers: HeaderSource,
  options: VerifyOptions,
): Promise<SignatureVerdict> {
  return createVerifier(options)({ body: toBytes(body), headers: toHeaders(headers) });
}
