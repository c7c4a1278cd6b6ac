import type { Outbound, OutboundAnswer, OutboundRead } from '../../outbound/outbound.ts';
import { FEED_READING } from '../../service/assumed-feeds.ts';
import { OUTBOUND_USER_AGENT } from '../engine/ports.ts';
import type { Feed } from '../store/feeds.ts';
import type { FeedDocument } from './feed-draft.ts';
import { parseAnywhere } from './parse-anywhere.ts';
import { buildSampleFeed } from './sample-feed.ts';

/** The result of reading a feed. */
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
