/** Encoding of a signature. */
export type SignatureEncoding = 'hex' | 'upper-case hex' | 'base64' | 'base64url';

/** The bytes of an HMAC-SHA256 signature, and their encoding. */
export interface SignatureDigest {
  readonly bytes: Uint8Array;
  readonly encoding: SignatureEncoding;
}

const DIGEST_BYTES = 32;
const HEX = /^[\da-f]{64}$/i;
const BASE64 = /^[\w+/-]{43}=?$/;

/**
 * Parses a signature in any accepted encoding: hex in either case, base64 and base64url, with or without padding.
 *
 * @returns null if it is not 32 bytes in one of these
 * @see docs/service/webhooks.md#signature
 * @see docs/service/readings.md#U-01
 */
export function parseSignature(text: string): SignatureDigest | null {
  if (HEX.test(text)) {
    const encoding = /[A-F]/.test(text) ? 'upper-case hex' : 'hex';
    return { bytes: Buffer.from(text, 'hex'), encoding };
  }
  const encoding = /[-_]/.test(text) ? 'base64url' : 'base64';
  const bytes = Buffer.from(text, encoding);
  // mixed alphabets and non-canonical endings do not round-trip
  const isWhole = BASE64.test(text) && bytes.toString(encoding).replace('=', '') === text.replace('=', '');
  return isWhole && bytes.length === DIGEST_BYTES ? { bytes, encoding } : null;
}
