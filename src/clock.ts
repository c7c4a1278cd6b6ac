/** The clock used throughout: real in the program, controlled in tests and in the sandbox. */
export interface Clock {
  /** Wall clock in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Monotonic clock in milliseconds from an arbitrary start; not affected by changes of the system time. */
  steady(): number;
  /** Resolves after `milliseconds`, or rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Waits by the machine's timers. `node:timers/promises` would be one more module to load at startup, and creates an
 * error with its stack for each wait that is aborted.
 */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
