import { LIMITS } from '../../service/limits.ts';
import { MEDIA_PATHS } from '../../service/media-limits.ts';

/** Has the admin token: a request that reads is then not counted. It is none of the service. */
export const UNCOUNTED_HEADER = 'crier-uncounted';

/** A parsed request. The app does not use `fetch` types, which take longer to load than everything else. */
export interface SandboxRequest {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** The body of an upload, as it arrives, in place of `body`. */
  readonly stream?: AsyncIterable<Uint8Array>;
}

/** A response; complete, unless it is a file. */
export interface SandboxAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The body in place of `body`, read as it is sent. */
  readonly file?: { readonly size: number; chunks(): AsyncIterable<Uint8Array> };
}

/** @param maxBytes at most one byte more than this is read of the body */
export async function fromFetch(request: Request, maxBytes: number): Promise<SandboxRequest> {
  const head = {
    method: request.method,
    url: new URL(request.url),
    headers: Object.fromEntries(request.headers),
  };
  if (isUploadRequest(head) && request.body !== null) return { ...head, body: null, stream: request.body };
  return { ...head, body: request.body && (await readUpTo(request.body, maxBytes + 1)) };
}

export function toFetch({ status, headers, body, file }: SandboxAnswer): Response {
  const sent = file === undefined ? body : ReadableStream.from(file.chunks());
  return new Response(sent, { status, headers: { ...headers } });
}

/** Whether a request is one of an uploaded file. */
export function isMediaRequest({ url }: Pick<SandboxRequest, 'url'>): boolean {
  return url.pathname.startsWith(MEDIA_PATHS.prefix);
}

/**
 * Whether a request sends a file: its body is not JSON, and of any size. Only its signed address lets it do anything,
 * and pages of other sites cannot send `PUT`.
 */
export function isUploadRequest({ method, url }: Pick<SandboxRequest, 'method' | 'url'>): boolean {
  return method === 'PUT' && url.pathname.startsWith(MEDIA_PATHS.upload);
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
): Promise<Pick<SandboxAnswer, 'body' | 'headers'>> {
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
