import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** Values chosen where the specification leaves a number open. */
export const ASSUMED = {
  /**
   * U-37: if every network failed, the first error represents all of them; this is its HTTP status if none is
   * documented.
   */
  representativeHttp: 400,
  /** Ours: maximum length of a comment on Instagram, which documents none for followers. */
  longestComment: 2_200,
  /** Ours: lifetime of a story and its comments (485). */
  storyLifetimeMs: 24 * HOUR_MS,
  /** Ours: window in which the simulated X counts the requests of an app (364). */
  xWindowMs: 15 * MINUTE_MS,
  /** U-21: backoff between retries of a dispatch after an internal error; after the last one it is force-failed. */
  dispatchRetryWaitsMs: [SECOND_MS, 5 * SECOND_MS, 25 * SECOND_MS],
  /** U-03: backoff before attempts 2 to 9 of a delivery, each counted from the previous failure. */
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
  /** U-03: jitter of a wait in real time, as a fraction in both directions; with a frozen clock waits are exact. */
  webhookJitter: 0.1,
  /**
   * U-36: consecutive failures that open the circuit breaker, and how long it stays open before the half-open probe.
   */
  breaker: { failures: 5, openMs: MINUTE_MS },
  /**
   * docs/service/webhooks.md#signature: how long a receiver keeps its claims; an older delivery could be a replay.
   */
  receiverClaimMs: 7 * DAY_MS,
  /** docs/service/webhooks.md#signature: how far a delivery's timestamp may be ahead of the receiver's clock. */
  maxClockSkewMs: 5 * MINUTE_MS,
  /** docs/service/webhooks.md#signature: how long both secrets sign after a rotation. */
  secretGraceMs: 24 * HOUR_MS,
  /** Ours: bytes read of a receiver's answer; its content is ignored. */
  webhookAnswerBytes: 64 * 1024,
  /**
   * Ours: concurrent requests to user-supplied addresses: in total, and per address; `kept` slots are reserved for
   * addresses with no request in flight.
   */
  maxOutgoing: { all: 64, ofAddress: 8, kept: 16 } as Readonly<Record<'all' | 'ofAddress' | 'kept', number>>,
  /**
   * Ours: minimum trigram similarity (Dice) of near-duplicate texts (137). In a sentence of a hundred letters one
   * word may differ, but not two; in a text of a few words, none.
   */
  minSimilarity: 0.9,
  /** Ours: maximum length of a resolved template. */
  maxFilledCharacters: 100_000,
  /** Ours: lease on a dispatch; once it expires without renewal, another process may claim the dispatch. */
  leaseMs: 5 * SECOND_MS,
  /** Ours: how long TikTok processes a post before its id is known. */
  tiktokProcessingMs: MINUTE_MS,
  /** Ours: defaults for a media file without declared properties; the sandbox never fetches files. */
  media: { reachable: true, seconds: 30, bytes: 1_000_000 },
  /** Ours: class of an error of HTTP 200, a warning, in `GET /error-explainer`; only those of 4xx and 5xx are documented. */
  classOfWarnings: 'warning',
  /**
   * Ours: `categories` of `POST /validate/moderation`, and the words by which the sandbox flags them: a stand-in for a
   * moderation service.
   */
  moderatedWords: {
    harassment: ['idiot', 'loser', 'moron'],
    hate: ['subhuman', 'vermin'],
    selfHarm: ['suicide'],
    sexual: ['nude', 'porn'],
    violence: ['kill', 'massacre', 'murder'],
  } as Readonly<Record<string, readonly string[]>>,
  /** Ours: how many texts `POST /generate/rewrite` returns. */
  variations: 3,
  /** Ours: how many hashtags `POST /generate/post` adds. */
  generatedHashtags: 2,
  /** Ours: what follows the keyword in the hashtags of `GET /hashtags/recommend`, which are strings without `#`. */
  hashtagEndings: ['oftheday', 'lover', 'life', 'tips', 'community'] as readonly string[],
  /** Ours: the hashtags that `GET /hashtags/banned` calls banned, in `banned` of its answer. */
  bannedHashtags: ['follow4follow', 'followforfollow', 'like4like', 'likeforlike'] as readonly string[],
  /**
   * Analytics. Inferred: a quarter is 90 whole days. Ours: how long 475 stays after a relink (documented are 5 to 10
   * minutes).
   */
  analytics: { quarterDays: 90, scopesDelayMs: 5 * MINUTE_MS },
  /** Ours: referers that clicks of one link are counted under on one day; further ones are counted as `other`. */
  referersPerDay: 200,
  /** docs/service/endpoints.md#messages: default wait until the same person gets the automatic reply again. */
  autoResponseWaitSeconds: 86_400,
  /** Inferred: how long a read of messages stays current; the simulated networks report each message at once. */
  messageRefreshMs: 0,
  /** Ours: how many free slots of a posting schedule `GET /auto-schedule/list` names in `nextSlots`. */
  listedSlots: 5,
  /** Ours: how long a link session lasts that does not say so. */
  linkSessionMinutes: 30,
  /** Ours: how long an ended link session is remembered; then it is unknown (502). */
  endedLinkSessionMs: 30 * DAY_MS,
  /** Ours: add-ons of a new sandbox: all of them, so that every route can be tried. */
  sandboxAddOns: { ads: true, messages: true, maxPack: true },
  /** Ours: plan of a new sandbox; it includes User Profiles, which the demo data needs. */
  sandboxPlan: 'business',
  /** Ours: maximum length of the title of a posting schedule. */
  scheduleTitleCharacters: 100,
  /** Ours: maximum number of times, days and dates of a posting schedule. */
  scheduleEntries: 1_000,
  /** Ours: maximum size of an uploaded file. */
  mediaFileBytes: 20 * 1024 * 1024 * 1024,
  /** Ours: maximum size of all uploaded files of a sandbox. @see docs/safety.md#D8 */
  mediaLibraryBytes: 40 * 1024 * 1024 * 1024,
  /** Ours: maximum length of the name of a file. */
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
  /** Ours: entries per action of the delivery history, and its total size; older entries are omitted. */
  hookHistory: { maxEntries: 1_000, maxBytes: 16 * 1024 * 1024 },
  /** Ours: abilities of an account that none were set for. */
  abilities: {
    premium: 'off',
    subscriptions: 'off',
    longVideo: 'off',
    geo: 'off',
    kind: 'professional',
    channel: 'verified',
  },
} as const;
