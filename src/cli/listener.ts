/** A request that came in. */
export interface ListenerRequest {
  readonly method: string;
  /** Path and query, as they were written. */
  readonly target: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes as they came, up to `ListenOptions.bodyBytes`; null when there were more. */
  readonly body: Uint8Array | null;
  /** Aborts when whoever asked has gone before the answer was whole. */
  readonly gone: AbortSignal;
}

/** What is answered. */
export interface ListenerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** All at once, or piece after piece as they come. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Hears that the answer has left whole, or that whoever asked has gone before. */
  ended?(how: 'whole' | 'gone'): void;
}

export interface ListenOptions {
  /** 0 for any that is free. */
  readonly port: number;
  /** A longer body is not read to its end. */
  readonly bodyBytes: number;
  /** What comes of it is not sent when `gone` has aborted meanwhile. */
  answer(heard: ListenerRequest): Promise<ListenerResponse>;
}

/** A server on this machine's loopback address. */
export interface HttpListener {
  readonly port: number;
  /** Resolves when it listens no more. */
  readonly closed: Promise<void>;
  /** Stops listening and ends every connection, also those in the middle of a request. */
  close(): Promise<void>;
}
