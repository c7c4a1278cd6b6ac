/**
 * Awaits work until the signal aborts, and rejects with its reason. The listener is removed when the work
 * ends: otherwise a signal that lives as long as the run would leak all of them.
 */
export async function raceAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
