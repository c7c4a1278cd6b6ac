/** How the bytes of a signature are written. */
export type SignatureEncoding = 'hex' | 'upper-case hex' | 'base64' | 'base64url';

/** The bytes of HMAC-SHA256, and how they were written. */
export interface SignatureDigest {
  readonly bytes: Uint8Array;
  readonly encoding: SignatureEncoding;
}

const DIGEST_BYTES = 32;
const HEX = /^[\da-f]{64}$/i;
const BASE64 = /^[\w+/-]{43}=?$/;

/**
 * Reads a signature in any of the spellings that are taken: hex in either case, base64 and base64url, padded or not.
 *
 * @returns null when it is not 32 bytes in one of them
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
  // letters of both alphabets, and ends that no encoder writes, do not come back as they were
  const isWhole = BASE64.test(text) && bytes.toString(encoding).replace('=', '') === text.replace('=', '');
  return isWhole && bytes.length === DIGEST_BYTES ? { bytes, encoding } : null;
}
