import type { OutboundAnswer, OutboundRequest } from '../../../src/outbound/outbound.ts';
import { createFakeOutbound } from '../engine/fake-outbound.ts';
import { NOW } from '../small-sandbox.ts';

/** An entry of a feed, as a site publishes it. */
export interface SiteEntry {
  readonly guid?: string;
  readonly title?: string;
  readonly link?: string;
  readonly image?: string;
  readonly date?: string;
}

const HOUR_MS = 3_600_000;

/** An entry of a blog: the n-th, written n hours before the clock's time. */
export const blogEntry = (n: number, more: Partial<SiteEntry> = {}): SiteEntry => ({
  guid: `g${n}`,
  title: `Title ${n}`,
  link: `https://blog.example/posts/number-${n}`,
  date: new Date(NOW - n * HOUR_MS).toUTCString(),
  ...more,
});
export const blogEntries = (from: number, to: number, more: (n: number) => Partial<SiteEntry> = () => ({})) =>
  Array.from({ length: to - from + 1 }, (_none, at) => blogEntry(from + at, more(from + at)));
/** One that is newer than all of them. */
export const FRESH_ENTRY = blogEntry(-1, { title: 'Fresh', link: 'https://blog.example/posts/fresh-one' });

/** Writes an RSS document. Entries are in the order of the document. */
export function writeRss(entries: readonly SiteEntry[], title = 'The Journal'): string {
  const items = entries.map(({ guid, title, link, image, date }) =>
    [
      '<item>',
      guid === undefined ? '' : `<guid isPermaLink="false">${guid}</guid>`,
      title === undefined ? '' : `<title>${title}</title>`,
      link === undefined ? '' : `<link>${link}</link>`,
      image === undefined ? '' : `<description><![CDATA[<p><img src="${image}"></p>]]></description>`,
      date === undefined ? '' : `<pubDate>${date}</pubDate>`,
      '</item>',
    ].join(''),
  );
  const head = `<title>${title}</title><link>https://blog.example/</link>`;
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>${head}${items.join('')}</channel></rss>`;
}

export const FEED_URL = 'https://blog.example/feed.xml';

/** A site with one feed, read through a way out that leads nowhere else. */
export function createFeedSite(first: readonly SiteEntry[]) {
  let answer: (request: OutboundRequest) => Partial<OutboundAnswer> = () => ok(writeRss(first));
  const outbound = createFakeOutbound((request) => answer(request));
  return {
    outbound,
    openOutbound: async () => outbound,
    publish: (entries: readonly SiteEntry[]) => {
      answer = () => ok(writeRss(entries));
    },
    answers: (next: Partial<OutboundAnswer> | ((request: OutboundRequest) => Partial<OutboundAnswer>)) => {
      answer = typeof next === 'function' ? next : () => next;
    },
    /** How often the feed was read. */
    reads: () => outbound.asked.filter(({ url }) => url === FEED_URL).length,
  };
}

export function ok(
  text: string | Uint8Array,
  headers: OutboundAnswer['headers'] = {},
): Partial<OutboundAnswer> {
  const body = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { status: 200, body, headers };
}

const HELLO = { guid: '1', title: 'We are open', link: 'https://blog.example.com/open' };
const BLEND = { guid: '2', title: 'The spring blend is here', link: 'https://blog.example.com/spring-blend' };

/**
 * Answers the address of the feed in examples; null for any other. It has a new entry at its second reading, and does not
 * change any more after that.
 */
export function answerFeedExample({
  url,
  headers,
}: Pick<OutboundRequest, 'url' | 'headers'>): Partial<OutboundAnswer> | null {
  if (!/^https:\/\/blog\.example\.com\/\w+\.xml$/.test(url)) return null;
  const known = headers['If-None-Match'];
  if (known === '"2"') return { status: 304, body: new Uint8Array() };
  const entries = known === undefined ? [HELLO] : [BLEND, HELLO];
  return ok(writeRss(entries, 'Kestrel Lane Journal'), { etag: known === undefined ? '"1"' : '"2"' });
}
