import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/**
 * Every limit of the service, with the unit in its name.
 *
 * @see docs/service/limits.md#limits
 * @see docs/service/errors.md#private-reply-errors
 * @see docs/service/general.md#identifier-formats
 * @see docs/service/access.md#request-limit
 * @see docs/service/posts.md#record
 * @see docs/service/profiles.md#user
 * @see docs/service/webhooks.md#history
 * @see docs/safety.md#D8
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
  /** Default lookback of the history. */
  historyDays: 30,
  platformHistoryLimit: { min: 1, max: 500, default: 10 },
  messagesLimit: { min: 1, max: 100 },
  /** Title of a posting schedule that a request does not name. */
  scheduleTitle: 'default',
  /** Ours: maximum length of the title of a posting schedule. */
  scheduleTitleCharacters: 100,
  /** Ours: maximum number of times, days and dates of a posting schedule. */
  scheduleEntries: 1_000,
  /** Quarters of the analytics of an account. */
  analyticsQuarters: { min: 1, max: 4 },
  profilesLimit: { min: 1, max: 5_000 },
  linkSessionMinutes: { min: 1, max: 2_880 },
  /** How long the address of a link session can be opened. */
  linkUrlMs: 5 * MINUTE_MS,
  requestBodyBytes: 1024 * 1024,
  /** Ours: maximum size of an uploaded file. */
  mediaFileBytes: 20 * 1024 * 1024 * 1024,
  /** Ours: maximum size of all uploaded files of a sandbox. @see docs/safety.md#D8 */
  mediaLibraryBytes: 40 * 1024 * 1024 * 1024,
  /** Ours: maximum length of its name. */
  fileNameCharacters: 200,
  /** Ours: how long an address for an upload is valid. */
  uploadUrlMs: HOUR_MS,
  /** Ours: width and height of a resized image. */
  resizePixels: { min: 1, max: 10_000 },
  /** Ours: maximum nesting depth of any JSON read; far above what the service nests. */
  jsonNesting: 256,
  /** Ours: maximum length of a webhook URL or `messageUrl`, because it is stored with each delivery. */
  urlCharacters: 2_048,
  /** Ours: maximum size of a manually triggered event, as JSON. */
  manualEventBytes: 64 * 1024,
  /** Ours: maximum length of a text that a person writes in the sandbox. */
  engagementCharacters: 10_000,
  /** Ours: maximum number of images and videos in a post made in a network's own app. */
  nativePostMedia: 20,
  /**
   * Ours: approximate maximum size of an answer with posts of the history or activity, regardless of the limit
   * requested.
   */
  historyBytes: 16 * 1024 * 1024,
  /** Ours: rows per page of the sandbox's inbox, outbox and deliveries. */
  controlPageRows: { min: 1, max: 1_000 },
  /**
   * Ours: approximate maximum size of such a page; far below the largest answer that the client reads, even fully
   * escaped.
   */
  controlPageBytes: 4 * 1024 * 1024,
  /** Ours: maximum number of people in one `engage` call. */
  engagementsAtOnce: 1_000,
  /**
   * The delivery history: its period, the entries per action and the total size; the last two are ours. Older entries
   * are omitted, so that the answer stays bounded.
   */
  hookHistory: { months: 6, maxEntries: 1_000, maxBytes: 16 * 1024 * 1024 },
  requestRate: { max: 300, windowMs: 5 * MINUTE_MS },
  suspendAfter: { refusals: 1_000, windowMs: 24 * HOUR_MS },
} as const;

/**
 * Retention of finished rows in a sandbox, in its own time; all values are ours. Nothing is removed without a request,
 * and then rows that a rule needs are kept longer: activity of the last 30 days (ACT-01), the newest 1,000 deliveries of each action in 6 months (HOOK-20),
 * dedup claims within any window (D-07), and everything unfinished.
 */
export const RETENTION = {
  /** Default age of what a request removes: longer than the 6 months of the delivery history. */
  days: 200,
  /**
   * Minimum age that can be requested: a row of 30 days and one second is not listed any more, but must still exist
   * (L-05).
   */
  minDays: LIMITS.activityLookbackMs / DAY_MS + 1,
  /** Claims older than this are outside every dedup window. */
  claimMs: LIMITS.dedupWindowMinutes.max * MINUTE_MS + DAY_MS,
  /** Rows examined in one transaction: few enough not to block requests for long. */
  batchRows: 2_000,
  /** From this size on, the status of a sandbox says that it is large. */
  largeBytes: 256 * 1024 * 1024,
} as const;
