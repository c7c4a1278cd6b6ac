import { LIMITS } from '../../service/limits.ts';

/** A parsed request. The app does not use `fetch` types, which take longer to load than everything else. */
export interface SandboxRequest {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** A complete response. */
export interface SandboxAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** @param maxBytes at most one byte more than this is read of the body */
export async function fromFetch(request: Request, maxBytes: number): Promise<SandboxRequest> {
  return {
    method: request.method,
    url: new URL(request.url),
    headers: Object.fromEntries(request.headers),
    body: request.body && (await readUpTo(request.body, maxBytes + 1)),
  };
}

export function toFetch({ status, headers, body }: SandboxAnswer): Response {
  return new Response(body, { status, headers: { ...headers } });
}

/** Reads the first bytes of a body and leaves the rest unread. */
export async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}

/** In the service's order of preference. @see docs/service/general.md#HTTP-03 */
const ENCODINGS = ['br', 'gzip', 'deflate'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Favors speed over size: the default takes half a second for a thousand comments. */
const BROTLI_QUALITY = 4;

interface Encoded {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Compresses a response when it is large enough and the client accepts it.
 *
 * @param accepted the request's `Accept-Encoding`
 * @see docs/service/limits.md#compression
 * @see docs/service/general.md#HTTP-03
 */
export async function compress(
  body: Uint8Array<ArrayBuffer>,
  accepted: string | undefined,
): Promise<Encoded> {
  if (body.length <= LIMITS.compressOverBytes) return { body, headers: {} };
  const encoding = chooseEncoding(accepted);
  if (encoding === null) return { body, headers: { vary: 'accept-encoding' } };
  return {
    body: await encode(body, encoding),
    headers: { vary: 'accept-encoding', 'content-encoding': encoding },
  };
}

/** @returns null when the client accepts none of the three */
function chooseEncoding(accepted: string | undefined): Encoding | null {
  const weights = new Map((accepted ?? '').split(',').map(readChoice));
  const weight = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  return ENCODINGS.find((encoding) => weight(encoding) > 0) ?? null;
}

function readChoice(choice: string): [name: string, weight: number] {
  const [name = '', ...parameters] = choice.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
  return [name, weight === undefined ? 1 : Number(weight)];
}

async function encode(body: Uint8Array<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded on demand: most reads inside one process are not compressed.
  const zlib = await import('node:zlib');
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const done = (error: Error | null, encoded: Uint8Array<ArrayBuffer>) =>
    error ? reject(error) : resolve(encoded);
  const quick = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
  switch (encoding) {
    case 'br':
      zlib.brotliCompress(body, quick, done);
      break;
    case 'gzip':
      zlib.gzip(body, done);
      break;
    case 'deflate':
      zlib.deflate(body, done);
  }
  return promise;
}
