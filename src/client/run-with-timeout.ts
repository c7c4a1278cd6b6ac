import type { Clock } from '../clock.ts';

/** How long a piece of work may take, and who else may end it. */
export interface TimeoutOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** The user's own wish to stop. */
  readonly signal: AbortSignal | undefined;
  /** What the work ends with when its time is up. */
  readonly timeoutError: Error;
}

/**
 * Runs a piece of work inside one span of time, all of its steps together. It ends when the time is
 * up, whether or not the work heeds its signal.
 *
 * @throws `timeoutError`, the signal's reason, or what the work throws
 */
export async function runWithTimeout<T>(
  { clock, timeoutMs, signal, timeoutError }: TimeoutOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const done = new AbortController();
  clock.sleep(timeoutMs, done.signal).then(
    () => ending.abort(timeoutError),
    () => undefined, // the work was done first
  );
  try {
    return await Promise.race([work(ending.signal), rejectOnAbort(ending.signal)]);
  } finally {
    done.abort();
    ending.abort(); // what the work left open ends with it
    signal?.removeEventListener('abort', stop);
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    // the work may have ended it before anybody listened
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
