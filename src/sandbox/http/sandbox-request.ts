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

/** A response; complete, unless it is a file or a long list. */
export interface SandboxAnswer extends AnswerContent {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface AnswerContent {
  readonly body: Uint8Array<ArrayBuffer>;
  /** The body in place of `body`, read as it is sent; an error ends it, and what came before is not complete. */
  readonly stream?: {
    /** In bytes; null when it is not known before the end. */
    readonly size: number | null;
    chunks(): AsyncIterable<Uint8Array>;
  };
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

export function toFetch({ status, headers, body, stream }: SandboxAnswer): Response {
  const sent = stream === undefined ? body : ReadableStream.from(stream.chunks());
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
