/**
 * The only client for addresses that users provide: webhooks, message callbacks, feeds, and what is checked or sent
 * manually.
 *
 * @see docs/decisions/0010-one-outbound-client.md
 * @see docs/safety.md#S1 to #S12
 */
export interface Outbound {
  /** Posts once. Every outcome is an answer: it only rejects for defects. */
  post(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Reads once, as `post`. */
  get(request: OutboundRead): Promise<OutboundAnswer>;
  /** Private addresses that this run may reach, as `host:port`. */
  allowed: readonly string[];
}

/** What is posted, and its limits. */
export interface OutboundRequest {
  readonly url: string;
  /**
   * A header that could be taken for several, or for none, is refused: `address not allowed`. Headers that frame the
   * request or decide where it goes are ignored: the client sets them.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Time limit in milliseconds for everything, from the DNS lookup to the last byte of the response. */
  readonly deadlineMs: number;
  /**
   * Maximum size of the response body in bytes, after decoding; beyond it, the fault is `answer too large`. For a
   * dropped body, the size on the wire.
   */
  readonly answerBytes: number;
  /**
   * How the response body is used (default: read). A body that is `shown` may have an unknown coding: that is no
   * fault. One that is `dropped` is not stored.
   */
  readonly answerIs?: 'read' | 'shown' | 'dropped';
  /**
   * Sends over a connection of an earlier such request to the same host, if there is one, and keeps it for a moment
   * afterwards if the server agrees (default: a connection of its own). The name is resolved and its addresses are
   * checked for each request all the same.
   */
  readonly keepsConnection?: boolean;
  /** Aborts the request: `interrupted`. Closes a connection that was kept after it, too. */
  readonly signal?: AbortSignal;
}

/** What is read: the request has no body. */
export type OutboundRead = Omit<OutboundRequest, 'body'>;

/** Headers of a response that readers use, in lower case; not where it redirects to. @see docs/safety.md#S4 */
export const ANSWER_HEADERS = ['content-type', 'etag', 'last-modified'] as const;

/** Why there was no usable response. The set is small, and none of the values reveals what is behind an address. */
export type OutboundFault =
  | 'address not allowed'
  | 'name not found'
  | 'connection refused'
  | 'connection lost'
  | 'certificate not valid'
  | 'timeout'
  | 'answer too large'
  | 'answer not readable'
  | 'interrupted';

export interface OutboundAnswer {
  /** HTTP status; null when none came. Also set when the body after it was incomplete. */
  readonly status: number | null;
  /** The decoded body; null when it was incomplete or not wanted. */
  readonly body: Uint8Array | null;
  /** Those of `ANSWER_HEADERS` that the response had; absent when none came. */
  readonly headers?: Readonly<Partial<Record<(typeof ANSWER_HEADERS)[number], string>>>;
  /** Null when a complete response came, whatever its status, with a body that could be decoded as requested. */
  readonly fault: OutboundFault | null;
  /**
   * The request went to something that only this run allows: a private address or port, or a URL without TLS. Also
   * set when nothing responded there; never when nothing was sent.
   */
  readonly byAllowance: boolean;
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** Ends a request early. Anything else that is thrown is a defect. */
export class OutboundError extends Error {
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, cause?: unknown) {
    super(fault, { cause });
    this.name = 'Failed';
    this.fault = fault;
  }
}

/** Error code of the system or of Node; empty when there is none. */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
