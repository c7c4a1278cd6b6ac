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
