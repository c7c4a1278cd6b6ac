import { hasZlibHeader } from '../domain/requests/has-zlib-header.ts';
import { UnreadableError } from './unreadable-answer.ts';

/** Maximum body size, before and after decoding. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Nested codings are never requested, and multiply the size that a small body can expand to. */
const MAX_CODINGS = 2;

/**
 * Reads a body to its end and decodes it.
 *
 * @param codings value of `content-encoding`: br, gzip and deflate, in the order they were applied
 * @throws {UnreadableError} larger than `largest` before or after decoding, corrupt, or an unknown coding
 * @see docs/service/general.md#HTTP-02
 * @see docs/command-line.md#requests
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  codings: string | undefined,
  largest: number = MAX_BODY_BYTES,
): Promise<Uint8Array> {
  const raw = await collect(body, largest);
  const applied = (codings ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (applied.length === 0 || raw.length === 0) return raw;
  if (applied.length > MAX_CODINGS) throw new UnreadableError('has too many content codings', raw);
  const zlib = await import('node:zlib');
  return applied.reduceRight((bytes, coding) => decode(zlib, bytes, coding, largest), raw);
}

async function collect(body: AsyncIterable<Uint8Array>, largest: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > largest) throw createTooLargeError(largest, chunks[0]);
  }
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, size);
}

/** Output chunk size; zlib's default of 16 KiB would make thousands of chunks of a large body. */
const CHUNK_BYTES = 256 * 1024;

function decode(
  zlib: typeof import('node:zlib'),
  bytes: Uint8Array,
  coding: string,
  largest: number,
): Uint8Array {
  const options = { maxOutputLength: largest, chunkSize: Math.min(CHUNK_BYTES, largest) };
  try {
    switch (coding) {
      case 'br':
        return zlib.brotliDecompressSync(bytes, options);
      case 'gzip':
      case 'x-gzip':
        return zlib.gunzipSync(bytes, options);
      case 'deflate':
        return hasZlibHeader(bytes) ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
    }
  } catch (cause) {
    if (isTooLarge(cause)) throw createTooLargeError(largest, undefined);
    throw new UnreadableError(`is not valid ${coding}, or is incomplete`, bytes, cause);
  }
  // a coding is one word; anything else could be any text, and is not repeated
  const named = /^[a-z][\w.-]{0,15}$/.test(coding) ? ` (${coding})` : '';
  throw new UnreadableError(`has an unsupported content coding${named}`, bytes);
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
}

function createTooLargeError(largest: number, beginning: Uint8Array | undefined): UnreadableError {
  const size = largest >= MIB ? `${Math.floor(largest / MIB)} MiB` : `${largest} bytes`;
  return new UnreadableError(`is larger than ${size}`, beginning ?? new Uint8Array());
}

const MIB = 1024 * 1024;
