type WireHeaders = Readonly<Record<string, string>>;

/** A request as it leaves. */
export interface RequestEvent {
  readonly kind: 'request';
  /** Zero-based, as in the events that follow. */
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  readonly headers: WireHeaders;
  readonly body: string | null;
}

/** An answer that was read whole, whatever it says. */
export interface AnswerEvent {
  readonly kind: 'answer';
  readonly attempt: number;
  readonly http: number;
  readonly headers: WireHeaders;
  /** Decoded; what is not UTF-8 in it is replaced. */
  readonly body: string;
  readonly tookMs: number;
}

/** A try that brought no usable answer; after an `answer` event it says what is wrong with that. */
export interface FailureEvent {
  readonly kind: 'failure';
  readonly attempt: number;
  readonly message: string;
  readonly tookMs: number;
}

/** Another try is to come. */
export interface RetryEvent {
  readonly kind: 'retry';
  readonly attempt: number;
  readonly waitMs: number;
}

/** What happens on the wire, for `--verbose` and the trace file; secrets are masked in every member. */
export type WireEvent = RequestEvent | AnswerEvent | FailureEvent | RetryEvent;
