/** Maximum size of all response headers together. */
export const MAX_HEAD_BYTES = 32 * 1024;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One HTTP request that is ready to be sent: keys attached, body encoded. */
export interface WireRequest {
  readonly method: Method;
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** A file in place of `body`, read as it is sent. */
  readonly upload?: { readonly size: number; readonly chunks: AsyncIterable<Uint8Array> };
  /**
   * Connect only to a public address, whatever the name resolves to: for addresses that a service names. Through a
   * proxy, the proxy resolves the name, and decides.
   */
  readonly mustBePublic?: boolean;
  /**
   * Called with false when a new connection is begun, and with true when it is open, its encryption included: only then
   * anything of the request is sent. A transport that does not know never calls it.
   */
  readonly onConnection?: (isOpen: boolean) => void;
  readonly signal: AbortSignal;
}

/** An HTTP response as received: not decoded, redirects not followed, its body not read yet. */
export interface WireResponse {
  readonly status: number;
  /** Lower-case names; a repeated header is joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends one request to a service: over the network, or directly to the sandbox of this machine. It follows no
 * redirects, retries nothing and decodes nothing. Connection errors are thrown unchanged.
 */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

/**
 * The server name (SNI) of a TLS connection: without the trailing dot of an absolute name, as SNI and certificates
 * require, while `Host` keeps it (RFC 6066, section 3).
 *
 * @returns undefined when the host needs no other name, such as a literal address
 */
export function getTlsServerName({ hostname }: URL): string | undefined {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : undefined;
}

/** The error of a connection that was closed too soon. @param when `without a response` or `within a response` */
export function createLostConnectionError(when: string): Error {
  return Object.assign(new Error(`the connection was closed ${when}`), { code: 'ECONNRESET' });
}

/** Joins the values of repeated headers, for a response. */
export function joinHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): WireResponse['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values = []]) => [name, [values].flat().join(', ')]),
  );
}

/** A response of the service without its body. */
export interface AnswerHead {
  /** The HTTP status. */
  readonly http: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A response of the service that is not a failure; `partial` is not a failure either. */
export interface ClientAnswer<T> extends AnswerHead {
  readonly body: T;
  /** The decoded body, unchanged: what `-o raw` prints. */
  readonly bytes: Uint8Array;
}

/** How TLS certificates of services are verified. */
export interface TlsOptions {
  /** Accept any certificate: only by the flag of this run, never by the environment. */
  skipVerify: boolean;
  /** Certificates in PEM that are trusted beside the usual ones; null for none. */
  trusted?: string | null;
}

/** The options of a TLS connection; set explicitly, because the environment can change Node's defaults. */
export async function buildTlsOptions({
  skipVerify,
  trusted = null,
}: TlsOptions): Promise<SecureContextChoice> {
  const options = { rejectUnauthorized: !skipVerify, minVersion: 'TLSv1.2' } as const;
  if (trusted === null) return options;
  const { getCACertificates } = await import('node:tls');
  return { ...options, ca: [...getCACertificates('default'), trusted] };
}

/** What of a TLS connection is chosen for a run. */
export interface SecureContextChoice {
  readonly rejectUnauthorized: boolean;
  readonly minVersion: 'TLSv1.2';
  readonly ca?: string[];
}
