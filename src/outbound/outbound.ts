/**
 * The one way to addresses that users give: webhooks, message callbacks, and what is checked or sent to by hand.
 *
 * @see docs/decisions/0010-one-outbound-client.md
 * @see docs/safety.md#S1 to #S12
 */
export interface Outbound {
  /** Posts once. Whatever comes of it is an answer: it rejects with nothing but faults of our own. */
  post(request: OutboundRequest): Promise<OutboundAnswer>;
  /** What this run may reach though it is not public: `host:port` each. */
  readonly allowed: readonly string[];
}

/** What is posted, and what is borne for it. */
export interface OutboundRequest {
  readonly url: string;
  /**
   * Where one could be taken for more than one, or for none, nothing is sent: `address not allowed`. Those that say how
   * the request is framed and where it goes are left out: they are written here.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Milliseconds for all of it, from the resolution of the name to the last byte of the answer. */
  readonly deadlineMs: number;
  /**
   * How much of the answer's body is taken, in bytes after decoding; one more ends it with `answer too large`. Of one
   * that is dropped, as it stands on the wire.
   */
  readonly answerBytes: number;
  /**
   * What becomes of the answer's body; left out, it is read. One that is shown may be coded as nobody knows: it is had
   * or not, and no fault either way. One that is dropped is not even kept.
   */
  readonly answerIs?: 'read' | 'shown' | 'dropped';
  /** Ends it before its time: `interrupted`. */
  readonly signal?: AbortSignal;
}

/** Why there was no answer to use. The set is small, and none of them tells what stands behind an address. */
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

/** What came of a request. */
export interface OutboundAnswer {
  /** HTTP status; null where none came. It is there, too, when the body behind it could not be had. */
  readonly status: number | null;
  /** The body, decoded; null where it was not had whole, or not to be had. */
  readonly body: Uint8Array | null;
  /** Null when a whole answer came, whatever its status, with a body that could be read as it was wanted. */
  readonly fault: OutboundFault | null;
  /**
   * It was on its way to what this run alone allows, an address, a port, or one without TLS: it is to be marked. Also
   * when nobody answered there; never where nothing was sent.
   */
  readonly byAllowance: boolean;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}
