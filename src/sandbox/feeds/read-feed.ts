import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Outbound, OutboundAnswer, OutboundRead } from '../../outbound/outbound.ts';
import { FEED_READING } from '../../service/assumed-feeds.ts';
import { DAY_MS, HOUR_MS } from '../../service/durations.ts';
import { OUTBOUND_USER_AGENT } from '../engine/ports.ts';
import type { Feed } from '../store/feeds.ts';
import type { FeedDocument } from './feed-draft.ts';
import { getFeedThreadFile } from './feed-thread-file.ts';
import type { FeedBytes, ParsedFeed } from './parse-feed.ts';

/** Memory limit of the thread: more than the feed of any site needs. */
const MOST_MEMORY_MB = 1_024;

/**
 * Parses a feed: a large one in a thread, because the parser stops for nothing, and a hostile document takes it seconds.
 *
 * @see docs/decisions/0035-feeds.md
 */
export async function parseAnywhere(feed: FeedBytes): Promise<ParsedFeed> {
  if (feed.bytes.length > FEED_READING.bytesAtOnce) return parseInThread(feed);
  // loaded when a feed is read: most requests to a sandbox need no parser
  const { tryParseFeed } = await import('./parse-feed.ts');
  return tryParseFeed(feed);
}

async function parseInThread(workerData: FeedBytes): Promise<ParsedFeed> {
  const { promise, resolve, reject } = Promise.withResolvers<ParsedFeed>();
  const worker = new Worker(getFeedThreadFile(), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ fault: 'needs too much memory' });
    else reject(error);
  });
  worker.once('exit', (code) => reject(new Error(`the thread that parses a feed ended with ${code}`)));
  try {
    return await promise;
  } finally {
    await worker.terminate();
  }
}

/** The feed of examples. Its host is reserved for documentation, and does not exist. */
const SAMPLE_URL = 'https://blog.example.com/feed.xml';

const TITLES = [
  'The spring blend is here',
  'Why we weigh the water',
  'A farm above the clouds',
  'Open late on Friday',
  'How to store your beans',
] as const;

const ENTRIES = 10;

/** A new entry each morning, UTC. */
const PUBLISHED_AT_MS = 7 * HOUR_MS;

/**
 * The feed of examples, so that they run as they are, also without a network: it has a new entry each day of the sandbox's
 * clock.
 *
 * @returns null for any other address
 */
function buildSampleFeed(url: string, now: number): FeedDocument | null {
  if (url !== SAMPLE_URL) return null;
  const latest = Math.floor((now - PUBLISHED_AT_MS) / DAY_MS);
  const days = Array.from({ length: ENTRIES }, (_none, age) => latest - age);
  return {
    title: 'Kestrel Lane Journal',
    websiteLink: 'https://blog.example.com/',
    entries: days.map((day) => ({
      keys: [createHash('sha256').update(`${SAMPLE_URL} ${day}`).digest('hex')],
      idKeys: [],
      hints: [],
      datedKey: null,
      titleKey: null,
      linkKey: null,
      title: TITLES[((day % TITLES.length) + TITLES.length) % TITLES.length] ?? null,
      link: `https://blog.example.com/${new Date(day * DAY_MS).toISOString().slice(0, 10)}`,
      imageUrl: 'https://blog.example.com/cup.jpg',
      publishedAt: day * DAY_MS + PUBLISHED_AT_MS,
    })),
  };
}

export type FeedReading =
  | {
      readonly kind: 'read';
      readonly document: FeedDocument;
      readonly etag: string | null;
      readonly lastModified: string | null;
    }
  /** It did not change since the last reading. */
  | { readonly kind: 'unchanged' }
  /** The server says that it will not come back. */
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';

/** What identified the document of the last reading. */
type KnownDocument = Pick<Feed, 'url' | 'etag' | 'lastModified'>;

/** Builds the request of a reading: the server need not send what it sent before. */
export function buildFeedRequest({ url, etag, lastModified }: KnownDocument): Omit<OutboundRead, 'signal'> {
  return {
    url,
    headers: {
      Accept: ACCEPT,
      'User-Agent': OUTBOUND_USER_AGENT,
      ...(etag !== null && { 'If-None-Match': etag }),
      ...(lastModified !== null && { 'If-Modified-Since': lastModified }),
    },
    deadlineMs: FEED_READING.deadlineMs,
    answerBytes: FEED_READING.bytes,
  };
}

/** Reads a feed now, for a request that adds it. */
export async function readFeed(outbound: Outbound, known: KnownDocument, now: number): Promise<FeedReading> {
  return readFeedAnswer(await outbound.get(buildFeedRequest(known)), known, now);
}

const NOT_MODIFIED = 304;
const GONE = 410;

/**
 * Reads the response. Redirects are not followed, and where they lead is not read.
 *
 * @param now by the sandbox's clock
 * @see docs/safety.md#S4
 */
export async function readFeedAnswer(
  { status, body, headers = {}, fault }: OutboundAnswer,
  { url }: Pick<Feed, 'url'>,
  now: number,
): Promise<FeedReading> {
  if (fault !== null) {
    const document = buildSampleFeed(url, now);
    if (document === null) return { kind: 'failed', reason: fault };
    return { kind: 'read', document, etag: null, lastModified: null };
  }
  if (status === NOT_MODIFIED) return { kind: 'unchanged' };
  if (status === GONE) return { kind: 'gone', reason: 'HTTP 410: it is gone' };
  if (status !== null && status >= 300 && status < 400)
    return { kind: 'failed', reason: `HTTP ${status}: it redirects; use the address that it leads to` };
  if (status !== 200 || body === null) return { kind: 'failed', reason: `HTTP ${status}` };
  const parsed = await parseAnywhere({ bytes: body, url, contentType: headers['content-type'] ?? null });
  if ('fault' in parsed) return { kind: 'failed', reason: parsed.fault };
  return {
    kind: 'read',
    document: parsed.document,
    etag: keepValidator(headers.etag),
    lastModified: keepValidator(headers['last-modified']),
  };
}

/** A longer one is not sent back, so the feed is read whole each time. */
const LONGEST_VALIDATOR = 1_000;

function keepValidator(value: string | undefined): string | null {
  return value === undefined || value.length > LONGEST_VALIDATOR ? null : value;
}
