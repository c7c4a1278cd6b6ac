import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

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
  /** U-03: waits before the second to the ninth attempt of a delivery, each from the failure before it. */
  webhookFirstWaitsMs: [
    5 * SECOND_MS,
    15 * SECOND_MS,
    45 * SECOND_MS,
    2 * MINUTE_MS,
    5 * MINUTE_MS,
    10 * MINUTE_MS,
    17 * MINUTE_MS,
    25 * MINUTE_MS,
  ],
  /** U-03: a wait by the machine's clock is up to so much longer or shorter; by a set clock it is exact. */
  webhookJitter: 0.1,
  /** U-05: whether any 2xx ends a delivery well. */
  accept2xx: false,
  /** U-36: so many failures in a row open a breaker, for so long; then one request tries. */
  breaker: { failures: 5, openMs: MINUTE_MS },
  /** docs/service/webhooks.md#signature: a receiver keeps its claims so long; an older delivery could be a replay. */
  receiverClaimMs: 7 * DAY_MS,
  /** docs/service/webhooks.md#signature: a delivery may be dated so much later than the receiver's clock. */
  maxClockSkewMs: 5 * MINUTE_MS,
  /** docs/service/webhooks.md#signature: after a change of the secret both sign for so long. */
  secretGraceMs: 24 * HOUR_MS,
  /** Ours: of the answer to a delivery, which nobody reads, so much is taken. */
  webhookAnswerBytes: 64 * 1024,
  /**
   * Ours: requests to addresses of users that are underway at once, over all and to one address; so many places are
   * kept for addresses to which nothing is underway.
   */
  maxOutgoing: { all: 64, ofAddress: 8, kept: 16 } as Readonly<Record<'all' | 'ofAddress' | 'kept', number>>,
  /**
   * Ours: two texts that share so much of their trigrams are nearly the same (137). One word of a sentence of a hundred
   * letters may be another one, a second may not; of a few words none may.
   */
  minSimilarity: 0.9,
  /** Ours: the longest text that a template may become. */
  maxFilledCharacters: 100_000,
  /** Ours: how long a process may be silent about a dispatch that it took; then another one takes it. */
  leaseMs: 5 * SECOND_MS,
  /** Ours: how long tiktok works on a post before its id is known. */
  tiktokProcessingMs: MINUTE_MS,
  /** Ours: what is so of a file of which nobody told anything else; the sandbox fetches none. */
  media: { reachable: true, seconds: 30, bytes: 1_000_000 },
  /** Ours: the plan of a new sandbox; it has User Profiles, as the demo data does. */
  sandboxPlan: 'business',
} as const;
