import type { Clock } from '../../src/clock.ts';

export interface ManualClock extends Clock {
  /** Moves time on, and ends the long sleeps that are over by then. */
  advance(milliseconds: number): void;
  /** Sets the machine's time, as its user can: no time was waited for. A negative value sets it back. */
  setForward(milliseconds: number): void;
  /** The short sleeps so far, in milliseconds. */
  readonly slept: readonly number[];
}

/**
 * A clock for code that waits and has a deadline: a sleep shorter than `holdsFromMs` takes no time and
 * moves the clock, a longer one lasts until `advance`.
 */
export function createManualClock({
  start = 0,
  holdsFromMs,
}: {
  start?: number;
  holdsFromMs: number;
}): ManualClock {
  let now = start;
  let setForwardMs = 0;
  const slept: number[] = [];
  const held = new Set<{ readonly until: number; end(): void }>();
  return {
    slept,
    now: () => now + setForwardMs,
    steady: () => now,
    setForward(milliseconds) {
      setForwardMs += milliseconds;
    },
    advance(milliseconds) {
      now += milliseconds;
      for (const sleeper of held) if (sleeper.until <= now) sleeper.end();
    },
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      if (milliseconds < holdsFromMs) {
        slept.push(milliseconds);
        now += milliseconds;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const sleeper = { until: now + milliseconds, end: resolve };
        held.add(sleeper);
        signal?.addEventListener('abort', () => {
          held.delete(sleeper);
          reject(signal.reason);
        });
      });
    },
  };
}
