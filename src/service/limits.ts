import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/**
 * Every limit that the service documents, with the unit in its name. Those that are ours are in `assumed.ts`.
 *
 * @see docs/service/limits.md#limits
 * @see docs/service/errors.md#private-reply-errors
 * @see docs/service/general.md#identifier-formats
 * @see docs/service/access.md#request-limit
 * @see docs/service/posts.md#record
 * @see docs/service/profiles.md#user
 * @see docs/service/webhooks.md#history
 */
export const LIMITS = {
  /** Maximum number of comments returned, most recent first, on Facebook and Instagram. */
  commentsReturned: 1_000,
  /** Refresh interval of comments, except on X, where it grows. */
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
  /** A comment older than this cannot receive a private reply (491). */
  privateReplyDays: 7,
  activitySentCharacters: 4_000,
  activityLookbackMs: 30 * DAY_MS,
  activityPageSize: { min: 1, max: 100, default: 25 },
  webhookAnswerMs: 15 * SECOND_MS,
  webhookAttempts: { firstHour: 9, later: 4 },
  /** Backoff before each attempt after the first hour. */
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
  historyDays: 30,
  platformHistoryLimit: { min: 1, max: 500, default: 10 },
  messagesLimit: { min: 1, max: 100 },
  /** Title of a posting schedule that a request does not name. */
  scheduleTitle: 'default',
  /** Quarters of the analytics of an account. */
  analyticsQuarters: { min: 1, max: 4 },
  profilesLimit: { min: 1, max: 5_000 },
  linkSessionMinutes: { min: 1, max: 2_880 },
  /** How long the address of a link session can be opened. */
  linkUrlMs: 5 * MINUTE_MS,
  requestBodyBytes: 1024 * 1024,
  hookHistoryMonths: 6,
  requestRate: { max: 300, windowMs: 5 * MINUTE_MS },
  suspendAfter: { refusals: 1_000, windowMs: 24 * HOUR_MS },
} as const;
