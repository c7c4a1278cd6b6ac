/** Time as everything here sees it: real in the program, set by hand in tests and in the sandbox. */
export interface Clock {
  /** The moment, in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Milliseconds since a moment of its own: it goes forward alone, also when the machine's time is set. */
  steady(): number;
  /** Resolves after `milliseconds`, or rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
