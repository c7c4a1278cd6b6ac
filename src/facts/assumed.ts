const HOUR_MS = 60 * 60 * 1_000;

/** Where the specification is open and a number had to be chosen. */
export const ASSUMED = {
  /** U-37: the error that stands for all, when every network failed, is the first; without a listed HTTP status it is this. */
  representativeHttp: 400,
  /** Ours: a story, and with it its comments, is gone after so long (485). */
  storyLifetimeMs: 24 * HOUR_MS,
} as const;
