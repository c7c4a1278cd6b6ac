import { type Clock, sleep } from '../../src/clock.ts';

/** The machine's own time, for what cannot be made to wait manually. */
export const REAL_TIME: Clock = { now: Date.now, steady: () => performance.now(), sleep };
