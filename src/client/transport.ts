/** Headers of an answer up to this size are read, all together. */
export const MAX_HEAD_BYTES = 32 * 1024;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One HTTP request, ready to leave: keys attached, body encoded. */
export interface WireRequest {
  readonly method: Method;
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** An HTTP answer as it came: not decoded, not followed, its body not yet read. */
export interface WireResponse {
  readonly status: number;
  /** Lower-case names; a repeated header is joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Carries one request to a service and brings its answer: over the network, or straight into the
 * sandbox of this machine. It follows no redirect, repeats nothing and decodes nothing.
 * A failure to get an answer is thrown as it comes.
 */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

/**
 * The name that a TLS connection asks for: an absolute name without the dot of the root, as SNI and certificates have
 * it, while `Host` keeps the dot (RFC 6066, section 3).
 *
 * @returns undefined where the host needs no other name than its own, as a literal address
 */
export function getTlsServerName({ hostname }: URL): string | undefined {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : undefined;
}
