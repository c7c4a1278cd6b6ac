import { readUpTo } from './read-up-to.ts';

/** A request, read: what the app answers needs nothing of `fetch`, which costs more to load than all else. */
export interface SandboxRequest {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** An answer, whole. */
export interface SandboxAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** @param maxBytes more of the body than this and one byte is not read */
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
