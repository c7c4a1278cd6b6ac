type WireHeaders = Readonly<Record<string, string>>;

/** A request as it is sent. */
export interface RequestEvent {
  readonly kind: 'request';
  /** Zero-based, as in the events that follow. */
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  readonly headers: WireHeaders;
  readonly body: string | null;
}

/** A response that was read completely, whatever its status. */
export interface AnswerEvent {
  readonly kind: 'answer';
  readonly attempt: number;
  readonly http: number;
  readonly headers: WireHeaders;
  /** Decoded; invalid UTF-8 is replaced. */
  readonly body: string;
  readonly tookMs: number;
}

/** An attempt without a usable response; after an `answer` event it says what is wrong with it. */
export interface FailureEvent {
  readonly kind: 'failure';
  readonly attempt: number;
  readonly message: string;
  readonly tookMs: number;
}

/** A retry is about to follow. */
export interface RetryEvent {
  readonly kind: 'retry';
  readonly attempt: number;
  readonly waitMs: number;
}

/** Events on the wire, for `--verbose` and the trace file; secrets are masked in every member. */
export type WireEvent = RequestEvent | AnswerEvent | FailureEvent | RetryEvent;
