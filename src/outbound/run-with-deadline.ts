import type { Clock } from '../clock.ts';
import { OutboundError } from './outbound-error.ts';

interface DeadlineOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly deadlineMs: number;
  /** The caller's own wish to stop. */
  readonly signal: AbortSignal | undefined;
}

/** A reason of its own: the one that is made otherwise costs a tenth of a request. */
export const OVER = 'over';

/**
 * Runs a piece of work inside one span of time, all of its steps together. Its signal aborts when the work is over,
 * too, however it ended: what hangs on it is gone with it.
 *
 * @throws {OutboundError} `timeout`, `interrupted`, or what the work throws
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

/** Rejects when the signal aborts. The work may be one that cannot be ended, as the look-up of a name is. */
function rejectOnAbort(ending: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (ending.aborted) reject(ending.reason);
    else ending.addEventListener('abort', () => reject(ending.reason), { once: true });
  });
}
