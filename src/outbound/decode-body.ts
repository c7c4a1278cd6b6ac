import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { hasZlibHeader } from '../domain/requests/has-zlib-header.ts';
import { getErrorCode, OutboundError } from './outbound-error.ts';
import type { RawBody } from './post-over-socket.ts';

type Decode = (bytes: Uint8Array, options: ZlibOptions) => Uint8Array;

/** No coding was requested. They are decoded all the same, because some servers always compress. */
const CODINGS: Readonly<Record<string, Decode>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: (bytes, options) => (hasZlibHeader(bytes) ? inflateSync : inflateRawSync)(bytes, options),
};

/**
 * Decodes a body.
 *
 * @param largest maximum number of decoded bytes
 * @throws {OutboundError} `answer too large`, `answer not readable`
 * @see docs/safety.md#S6
 */
export function decodeBody({ coding, bytes }: RawBody, largest: number): Uint8Array {
  if (coding === '' || bytes.length === 0) return bytes;
  const decode = Object.hasOwn(CODINGS, coding) ? CODINGS[coding] : undefined;
  if (decode === undefined) throw new OutboundError('answer not readable');
  try {
    return decode(bytes, { maxOutputLength: largest });
  } catch (cause) {
    const isTooLarge = getErrorCode(cause) === 'ERR_BUFFER_TOO_LARGE';
    throw new OutboundError(isTooLarge ? 'answer too large' : 'answer not readable', cause);
  }
}
