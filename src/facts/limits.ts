import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/**
 * Every number that the service promises or asks for, with its unit in its name.
 *
 * @see docs/service/limits.md#limits
 * @see docs/service/errors.md#private-reply-errors
 * @see docs/service/general.md#identifier-formats
 * @see docs/service/access.md#request-limit
 * @see docs/service/posts.md#record
 * @see docs/service/profiles.md#user
 */
export const LIMITS = {
  /** Most recent comments given, on facebook and instagram. */
  commentsReturned: 1_000,
  /** Comment data is refreshed so often, but on twitter, where the interval grows. */
  commentRefreshMs: 10 * MINUTE_MS,
  /** Answers up to this size are never compressed. */
  compressOverBytes: 1_024,
  triggers: { min: 1, max: 50 },
  actions: { min: 1, max: 50 },
  /** Wait between an engagement and its dispatch. */
  dispatchJitterMs: { min: 20 * SECOND_MS, max: 60 * SECOND_MS },
  dmsPerHour: 200,
  dedupWindowMinutes: { min: 0, max: 525_600, default: 10_080 },
  callbackTimeoutMs: { max: 5_000, default: 3_000 },
  callbackAnswerBytes: 16_384,
  callbackMessageCharacters: { min: 1, max: 1_000 },
  /** A comment older than this gets no private reply: 491. */
  privateReplyDays: 7,
  activitySentCharacters: 4_000,
  activityLookbackMs: 30 * DAY_MS,
  activityPageSize: { min: 1, max: 100, default: 25 },
  webhookAnswerMs: 15 * SECOND_MS,
  webhookAttempts: { firstHour: 9, later: 4 },
  /** Waits before the attempts that come after the first hour, one after the other. */
  webhookLaterWaitsMs: [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS],
  webhookRetryEndMs: 16 * HOUR_MS,
  claimRetentionMs: 24 * HOUR_MS,
  instagramPosts: { max: 50, windowMs: 24 * HOUR_MS },
  threadPosts: 30,
  xVideoSeconds: { min: 0.5, max: 140, longMax: 4 * 60 * 60 },
  thumbnailBytes: 2 * 1024 * 1024,
  audioSearchLimit: { min: 1, max: 100 },
  volume: { min: 0, max: 100 },
  duplicateWindowMs: 48 * HOUR_MS,
  strategyEchoCharacters: 64,
  historyLimit: { min: 1, max: 1_000, default: 25 },
  /** The history goes back so far, unless it is asked for more. */
  historyDays: 30,
  platformHistoryLimit: { min: 1, max: 500, default: 10 },
  profilesLimit: { min: 1, max: 5_000 },
  requestBodyBytes: 1024 * 1024,
  /** Ours: arrays and objects in each other, in any JSON that is read: far above what the service nests. */
  jsonNesting: 256,
  /** Ours: the longest address that a webhook or a `messageUrl` may have: it is kept with each delivery. */
  urlCharacters: 2_048,
  /** Ours: the largest event that is told by hand, as JSON. */
  manualEventBytes: 64 * 1024,
  /** Ours: of what a person writes in the sandbox. */
  engagementCharacters: 10_000,
  /** Ours: images and videos of a post made in a network's own app. */
  nativePostMedia: 20,
  /** Ours: about the size of an answer with posts of the history or with activity, whatever limit was asked for. */
  historyBytes: 16 * 1024 * 1024,
  /** Ours: rows of a page of the sandbox's inbox, outbox and deliveries. */
  controlPageRows: { min: 1, max: 1_000 },
  /** Ours: about the size of such a page, far below the largest answer that the client reads, also with all escaped. */
  controlPageBytes: 4 * 1024 * 1024,
  /** Ours: people that one order lets do the same. */
  engagementsAtOnce: 1_000,
  requestRate: { max: 300, windowMs: 5 * MINUTE_MS },
  suspendAfter: { refusals: 1_000, windowMs: 24 * HOUR_MS },
} as const;
