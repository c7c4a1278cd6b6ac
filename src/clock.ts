/** The clock used throughout: real in the program, controlled in tests and in the sandbox. */
export interface Clock {
  /** Wall clock in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Monotonic clock in milliseconds from an arbitrary start; not affected by changes of the system time. */
  steady(): number;
  /** Resolves after `milliseconds`, or rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
