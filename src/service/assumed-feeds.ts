import { DAY_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

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
} as const;

/** What the post of an entry has. */
export const FEED_POSTS = {
  /** Ours: maximum length of the title, so that it fits into most networks beside its link. */
  titleCharacters: 200,
  /** Ours: how many new entries become posts in one reading; further ones follow in the next readings. */
  perReading: 100,
  /** Documented elsewhere: maximum number of hashtags that are added. */
  hashtags: 3,
} as const;
