import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** How feeds are read; all values are ours. @see docs/service/endpoints.md#feeds */
export const FEED_READING = {
  /** Time between two readings. */
  intervalMs: 15 * MINUTE_MS,
  /** A feed that cannot be read is read again after the interval, then after twice that, up to this. */
  backoffMs: DAY_MS,
  /** Time limit of one reading. */
  deadlineMs: 15 * SECOND_MS,
  /** Maximum size of a document, after decoding. */
  bytes: 8 * 1024 * 1024,
  /** A larger document is parsed in a thread, so that the server answers meanwhile. */
  bytesAtOnce: 128 * 1024,
  /** Maximum number of entries of a document: they are remembered at once. */
  entries: 20_000,
  /** How long articles are remembered that a feed no longer has, and the links that it posted. */
  rememberedMs: 200 * DAY_MS,
} as const;

export const FEED_POSTS = {
  /** Ours: maximum length of the title, so that it fits into most networks beside its link. */
  titleCharacters: 200,
  /** Ours: how many new entries become posts in one reading; further ones follow in the next readings. */
  perReading: 100,
  /** Documented elsewhere: maximum number of hashtags that are added. */
  hashtags: 3,
} as const;

/** When it is doubtful that an entry is new; all values are ours. @see docs/service/endpoints.md#feeds */
export const FEED_DOUBT = {
  /** How much older than the newest known entry a new one may be. */
  lateMs: DAY_MS,
  /** From this number of entries on, a feed has enough to tell that it was rebuilt. */
  fewEntries: 3,
  /** Maximum number of new entries of a feed that had fewer, or none, and has none of them left. */
  firstEntries: 10,
  /** In a feed whose entries are all new, their dates are at least this far apart. */
  burstMs: HOUR_MS,
  /** How long a feed shows which entries were not posted. */
  shownMs: 30 * DAY_MS,
  /** Number of those entries that it shows. */
  shownEntries: 5,
} as const;
