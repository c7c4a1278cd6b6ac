import type { Clock } from '../clock.ts';
import { OutboundError } from './outbound-error.ts';

interface DeadlineOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly deadlineMs: number;
  /** The caller's abort signal. */
  readonly signal: AbortSignal | undefined;
}

/** A constant reason: creating the default one takes a tenth of a request. */
export const OVER = 'over';

/**
 * Runs an operation under one deadline for all its steps. Its signal also aborts when the operation has ended, so
 * that everything attached to it is closed.
 *
 * @throws {OutboundError} `timeout`, `interrupted`, or what the operation throws
 */
export async function runWithDeadline<T>(
  bounds: DeadlineOptions,
  work: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  const { clock, deadlineMs, signal } = bounds;
  if (signal?.aborted) throw new OutboundError('interrupted');
  const ending = new AbortController();
  const over = new AbortController();
  const stop = () => ending.abort(new OutboundError('interrupted'));
  const isOver = () => undefined;
  signal?.addEventListener('abort', stop, { once: true });
  clock.sleep(deadlineMs, over.signal).then(() => ending.abort(new OutboundError('timeout')), isOver);
  try {
    return await Promise.race([work(ending.signal), rejectOnAbort(ending.signal)]);
  } finally {
    signal?.removeEventListener('abort', stop);
    over.abort(OVER);
    ending.abort(OVER);
  }
}

/** Rejects when the signal aborts. The operation may not be cancellable, such as a DNS lookup. */
function rejectOnAbort(ending: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (ending.aborted) reject(ending.reason);
    else ending.addEventListener('abort', () => reject(ending.reason), { once: true });
  });
}
