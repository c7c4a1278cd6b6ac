import { LIMITS } from '../../service/limits.ts';
import type { AnswerContent, SandboxAnswer } from './sandbox-request.ts';

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
  content: AnswerContent,
  accepted: string | undefined,
): Promise<Omit<SandboxAnswer, 'status'>> {
  const { body, stream } = content;
  if (stream === undefined && body.length <= LIMITS.compressOverBytes) return { ...content, headers: {} };
  const encoding = chooseEncoding(accepted);
  if (encoding === null) return { ...content, headers: { vary: 'accept-encoding' } };
  const headers = { vary: 'accept-encoding', 'content-encoding': encoding };
  if (stream === undefined) return { body: await encode(body, encoding), headers };
  return { body, headers, stream: { size: null, chunks: await encodeStream(stream.chunks, encoding) } };
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

/** Loaded on demand: most reads inside one process are not compressed. */
const loadZlib = () => import('node:zlib');

async function encode(body: Uint8Array<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const zlib = await loadZlib();
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const done = (error: Error | null, encoded: Uint8Array<ArrayBuffer>) =>
    error ? reject(error) : resolve(encoded);
  const quick = getBrotliOptions(zlib);
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

function getBrotliOptions({ constants }: typeof import('node:zlib')) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
}

/** Compresses as it is read. An error of the chunks is one of the result, which then lacks its end. */
async function encodeStream(
  chunks: () => AsyncIterable<Uint8Array>,
  encoding: Encoding,
): Promise<() => AsyncIterable<Uint8Array>> {
  const [zlib, { pipeline, Readable }] = await Promise.all([loadZlib(), import('node:stream')]);
  const encoders = {
    br: () => zlib.createBrotliCompress(getBrotliOptions(zlib)),
    gzip: () => zlib.createGzip(),
    deflate: () => zlib.createDeflate(),
  };
  // the callback has nothing to do: an error is also one of what is returned
  return () => pipeline(Readable.from(chunks()), encoders[encoding](), () => {});
}
