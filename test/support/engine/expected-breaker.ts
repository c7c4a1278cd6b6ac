import type { CallbackOutcome } from '../../../src/sandbox/engine/outbound-queue/callbacks.ts';
import { ASSUMED } from '../../../src/service/assumed.ts';

const { failures: MOST, openMs } = ASSUMED.breaker;

/**
 * A circuit breaker as the reading describes it, for comparison.
 *
 * @see docs/service/readings.md#U-36
 */
export interface ExpectedBreaker {
  /** @param who is the caller: a name of the request */
  ask(who: number, now: number): 'ask' | 'probe' | 'refused';
  answer(who: number, outcome: CallbackOutcome, now: number): void;
  readonly openSince: number | null;
}

export function createExpectedBreaker(): ExpectedBreaker {
  let row = 0;
  let openSince: number | null = null;
  let trying: number | null = null;
  return {
    get openSince() {
      return openSince;
    },
    ask(who, now) {
      if (openSince === null) return 'ask';
      if (now < openSince + openMs || trying !== null) return 'refused';
      trying = who;
      return 'probe';
    },
    answer(who, outcome, now) {
      const hasTried = trying === who;
      // Who was asked before it opened does not count.
      if (openSince !== null && !hasTried) return;
      if (hasTried) trying = null;
      if (outcome === 'neither') return;
      row = outcome === 'success' ? 0 : row + 1;
      if (outcome === 'success') openSince = null;
      else if (hasTried || row >= MOST) openSince = now;
    },
  };
}
