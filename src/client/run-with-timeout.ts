import type { Clock } from '../clock.ts';

/** The time limit of an operation, and what else ends it. */
export interface TimeoutOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** The user's interrupt. */
  readonly signal: AbortSignal | undefined;
  /** What the operation rejects with when its time is up. */
  readonly timeoutError: Error;
}

/**
 * Runs an operation under one time limit for all its steps. It ends when the time is up, whether or not the operation
 * heeds its signal.
 *
 * @throws `timeoutError`, the signal's reason, or what the operation throws
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
    () => undefined, // the operation ended first
  );
  try {
    return await Promise.race([work(ending.signal), rejectOnAbort(ending.signal)]);
  } finally {
    done.abort();
    ending.abort(); // ends what the operation left open
    signal?.removeEventListener('abort', stop);
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    // the operation may have aborted it before this listener was added
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
