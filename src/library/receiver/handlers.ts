import type { HeaderSource, RawRequestBody } from './verify-options.ts';

/** What is used of a request of `node:http`, or of Express. */
export interface NodeRequest {
  method?: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What a parser of Express made of the body: bytes and texts are as they came. */
  body?: unknown;
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>;
}

/** What is used of its response. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(): unknown;
}

/** What judges requests. */
export interface RequestGate {
  /** Maximum size of a body. */
  bodyBytes: number;
  receive(body: RawRequestBody, headers: HeaderSource): Promise<{ status: number }>;
  refuse(status: 405 | 413): Promise<{ status: number }>;
}

/** Answers have no body: they tell strangers nothing. */
export function createNodeHandler(
  gate: RequestGate,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const { isRead, verdict } = await judgeNodeRequest(request, gate);
    if (verdict === null) return;
    response.writeHead(verdict.status, {
      'content-length': '0',
      ...(verdict.status === 405 && { allow: 'POST' }),
      ...(!isRead && { connection: 'close' }),
    });
    response.end();
  };
}

/** The rest of a body that is too large is not read. */
async function judgeNodeRequest(
  request: NodeRequest,
  { bodyBytes, receive, refuse }: RequestGate,
): Promise<{ isRead: boolean; verdict: { status: number } | null }> {
  if (request.method !== 'POST') return { isRead: false, verdict: await refuse(405) };
  // something else than bytes is judged as such
  if (request.body !== undefined)
    return { isRead: true, verdict: await receive(request.body as RawRequestBody, request.headers) };
  try {
    const body = await readUpTo(request.iterator({ destroyOnReturn: false }), bodyBytes);
    if (body === null) return { isRead: false, verdict: await refuse(413) };
    return { isRead: true, verdict: await receive(body, request.headers) };
  } catch {
    return { isRead: false, verdict: null }; // the sender has gone
  }
}

export function createFetchHandler(gate: RequestGate): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status } = await judgeFetchRequest(request, gate);
    return new Response(null, { status, headers: status === 405 ? { allow: 'POST' } : {} });
  };
}

async function judgeFetchRequest(
  request: Request,
  { bodyBytes, receive, refuse }: RequestGate,
): Promise<{ status: number }> {
  if (request.method !== 'POST') return refuse(405);
  let body: Uint8Array | null;
  try {
    body = request.body === null ? new Uint8Array() : await readUpTo(readStream(request.body), bodyBytes);
  } catch {
    return { status: 400 }; // the sender has gone and does not read it
  }
  return body === null ? refuse(413) : receive(body, request.headers);
}

/** Not every runtime can iterate a stream. */
async function* readStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** @returns null if there are more bytes */
async function readUpTo(body: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
