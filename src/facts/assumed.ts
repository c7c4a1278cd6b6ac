import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** Where the specification is open and a number had to be chosen. */
export const ASSUMED = {
  /** U-37: the error that stands for all, when every network failed, is the first; without a listed HTTP status it is this. */
  representativeHttp: 400,
  /** Ours: a story, and with it its comments, is gone after so long (485). */
  storyLifetimeMs: 24 * HOUR_MS,
  /** Ours: the window in which the simulated X counts the requests of an app (364). */
  xWindowMs: 15 * MINUTE_MS,
  /** U-21: waits before a dispatch that met a fault of our own is tried again; after the last one it is given up. */
  dispatchRetryWaitsMs: [SECOND_MS, 5 * SECOND_MS, 25 * SECOND_MS],
  /** Ours: the longest text that a template may become. */
  filledCharacters: 100_000,
  /** Ours: how long a process may be silent about a dispatch that it took; then another one takes it. */
  leaseMs: 5 * SECOND_MS,
  /** Ours: the plan of a new sandbox; it has User Profiles, as the demo data does. */
  sandboxPlan: 'business',
} as const;
