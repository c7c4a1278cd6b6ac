/** An incoming request. */
export interface ListenerRequest {
  readonly method: string;
  /** Path and query, unparsed. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body, up to `ListenOptions.bodyBytes`; null when it was longer. */
  readonly body: Uint8Array | null;
  /** Aborts when the client disconnects before the response is complete. */
  readonly gone: AbortSignal;
}

/** The response. */
export interface ListenerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body, or chunks as they are produced. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Called when the response was sent completely, or the client disconnected before that. */
  ended?(how: 'whole' | 'gone'): void;
}

export interface ListenOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** The rest of a longer body is not read. */
  readonly bodyBytes: number;
  /** The response is not sent when `gone` has aborted. */
  answer(heard: ListenerRequest): Promise<ListenerResponse>;
}

/** An HTTP server on this machine's loopback address. */
export interface HttpListener {
  readonly port: number;
  /** Resolves when the server has closed. */
  readonly closed: Promise<void>;
  /** Stops listening and closes every connection, also those with a request in progress. */
  close(): Promise<void>;
}
