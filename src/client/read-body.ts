import type { IncomingMessage } from 'node:http';
import { classifyError, hasZlibHeader } from '../domain/requests/read-answer.ts';
import { CrierError, type FailureKind } from '../errors.ts';
import { redact, redactCut } from './mask.ts';
import { redactNamedSecrets } from './redact-answer.ts';
import { getAdviceForStatus } from './retry-advice.ts';
import { type AnswerHead, createLostConnectionError } from './transport.ts';

/** Maximum body size, before and after decoding. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Maximum size of a body that is read in parts, each of at most `MAX_BODY_BYTES` with what is remembered of the others. */
export const MAX_SPLIT_BYTES = 8 * MAX_BODY_BYTES;

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
  const take = (chunk: Uint8Array) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > largest) throw createTooLargeError(largest, chunks[0]);
  };
  if (isResponse(body)) await receiveAll(body, take);
  else for await (const chunk of body) take(chunk);
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, size);
}

/** Not by its class, which would load the client of HTTP for the sandbox as well. */
function isResponse(body: AsyncIterable<Uint8Array>): body is IncomingMessage {
  return 'complete' in body && 'readableFlowing' in body;
}

/**
 * Reads a response by its events: `for await` costs a short command a millisecond more.
 *
 * @throws what `take` throws, which ends the request, and the error of a response that was cut short
 */
function receiveAll(response: IncomingMessage, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(response.errored ?? createLostConnectionError('within a response'));
    if (response.destroyed) return fail(); // its events were before
    response.on('data', (chunk: Uint8Array) => {
      try {
        take(chunk);
      } catch (cause) {
        reject(cause);
        response.destroy();
      }
    });
    response.on('end', resolve).on('error', reject);
    response.on('close', () => void (response.readableEnded || fail()));
  });
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

export function createTooLargeError(largest: number, beginning: Uint8Array | undefined): UnreadableError {
  const size = largest >= MIB ? `${Math.floor(largest / MIB)} MiB` : `${largest} bytes`;
  return new UnreadableError(`is larger than ${size}`, beginning ?? new Uint8Array(), undefined, true);
}

const MIB = 1024 * 1024;

/** Where a response came from, with its status and headers. */
interface AnswerOrigin extends AnswerHead {
  host: string;
  /** It contains a secret at an unknown place. */
  isSecret: boolean;
}

/**
 * Creates the failure for a response that is not one of the service: its status, content type and first bytes help to
 * find out where it came from.
 *
 * @see docs/service/general.md#HTTP-10
 */
export function toUnreadableFailure(
  { reason, bytes, cause, isTooLong }: UnreadableError,
  { http, headers, host, isSecret }: AnswerOrigin,
  secrets: readonly string[],
): CrierError {
  const type = redact(headers['content-type'] ?? 'no content type', secrets);
  const start = bytes.length === 0 || isSecret ? '' : `, beginning ${formatBeginning(bytes, secrets)}`;
  return new CrierError(
    classifyStatus(http),
    `the response of ${host} ${reason} (HTTP ${http}, ${type}${start})`,
    {
      http,
      advice: getUnreadableAdvice(http, { isSecret, isTooLong }),
      ...(isTooLong && { isTooLong }),
      cause,
    },
  );
}

/**
 * Statuses that are believed although the response is not the service's: a gateway in front of it can require a key,
 * or a pause.
 */
const GATEWAY_STATUSES: readonly number[] = [401, 403, 429];

function classifyStatus(http: number): FailureKind {
  return GATEWAY_STATUSES.includes(http) ? classifyError({ code: null, http }) : 'unavailable';
}

/** A gateway that reports its own failure is most often in front of the right service. */
function getUnreadableAdvice(
  http: number,
  { isSecret, isTooLong }: Pick<AnswerOrigin, 'isSecret'> & { isTooLong: boolean },
): string | null {
  if (http >= 500) return null;
  const advice = GATEWAY_STATUSES.includes(http) ? getAdviceForStatus(http) : null;
  const parts = [
    advice,
    isTooLong && http === 200 ? 'select less, such as a shorter period' : null,
    'check that the base URL and its path are the ones of the service',
    isSecret || isTooLong ? null : '--verbose shows the whole response',
  ];
  return parts.filter((part) => part !== null).join('; ');
}

const SHOWN_CHARACTERS = 60;
const SHOWN_AS_HEX_BYTES = 16;
/** How much is searched for secrets before truncating: the cut may go through one. */
const READ_BYTES = 64 * 1024;

function formatBeginning(bytes: Uint8Array, secrets: readonly string[]): string {
  const start = Buffer.from(bytes.subarray(0, READ_BYTES));
  const whole = redactNamedSecrets(redactCut(start.toString('utf8'), secrets));
  const text = whole.slice(0, SHOWN_CHARACTERS);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!/[\0-\u0008\u000e-\u001f]/.test(text)) return `"${text}"`; // unescaped: the renderer sanitizes it
  const first = start.subarray(0, SHOWN_AS_HEX_BYTES);
  // bytes that are not text may still be a secret, or a part of one
  const plain = first.toString('latin1').replaceAll('\0', '');
  if (redactCut(plain, secrets) !== plain) return 'with bytes that contain a key';
  return `with bytes ${first.toString('hex').replaceAll(/..(?=.)/g, '$& ')}`;
}

/** The response is not one of the service; the reason continues "the answer …". */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly reason: string;
  /** The bytes that were read, to show how they begin. */
  readonly bytes: Uint8Array;
  readonly isTooLong: boolean;

  constructor(reason: string, bytes: Uint8Array, cause?: unknown, isTooLong = false) {
    super(`the response ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.bytes = bytes;
    this.isTooLong = isTooLong;
  }
}
