import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../src/clock.ts';

/** The machine's own time, for what cannot be made to wait manually. */
export const REAL_TIME: Pick<Clock, 'steady' | 'sleep'> = {
  steady: () => performance.now(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, signal && { signal }),
};
