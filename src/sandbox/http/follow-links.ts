import { ASSUMED } from '../../service/assumed.ts';
import { DAY_MS } from '../../service/durations.ts';
import type { Database } from '../../storage/open-database.ts';
import type { SandboxClock } from '../clock.ts';
import {
  addClicks,
  countReferers,
  findLink,
  hasReferer,
  SHORT_PATH,
  type ShortLink,
} from '../store/links.ts';
import { type App, waitUntilWritable } from './app.ts';
import type { SandboxAnswer, SandboxRequest } from './sandbox-request.ts';

/** The path of a short link. */
const SHORT_LINK = new RegExp(`^${SHORT_PATH}([A-Za-z0-9]{1,32})$`);

interface ClickParts {
  store: Database;
  clock: SandboxClock;
}

/**
 * Adds the short links to a service: a `GET` of one is redirected to its address and counted as a click; a `HEAD` only
 * is redirected. They need no key.
 *
 * @see docs/service/endpoints.md#links
 */
export function addShortLinks(answer: App, parts: ClickParts): App {
  return async (request) => {
    const { method, url } = request;
    const id = SHORT_LINK.exec(url.pathname)?.[1];
    const isRead = method === 'GET' || method === 'HEAD';
    const link = isRead && id !== undefined ? findLink(parts.store, id) : undefined;
    if (link === undefined) return answer(request);
    if (method === 'GET' && isClick(request.headers)) await countClick(link, request.headers, parts);
    return redirectTo(link);
  };
}

const FOUND = 302;

/** A 301 would be cached, and later clicks not be seen. The address is serialized, so it has no line breaks. */
function redirectTo({ url }: ShortLink): SandboxAnswer {
  return {
    status: FOUND,
    headers: { location: new URL(url).href, 'cache-control': 'no-store' },
    body: new Uint8Array(),
  };
}

/** A click that cannot be counted still leads to its address. */
async function countClick(link: ShortLink, headers: Headers, { store, clock }: ClickParts): Promise<void> {
  try {
    await waitUntilWritable(store);
  } catch {
    return;
  }
  const day = Math.floor(clock.now() / DAY_MS);
  store.tryTransaction(() => {
    const named = { link: link.id, day, referer: readReferer(headers['referer']) };
    const isFull = countReferers(store, link.id, day) >= ASSUMED.referersPerDay;
    const referer = isFull && !hasReferer(store, named) ? OTHER : named.referer;
    addClicks(store, { ...named, referer, browser: readBrowser(headers['user-agent']), count: 1 });
  });
}

type Headers = SandboxRequest['headers'];

/** Names of programs that follow links by themselves. */
const BOT = /bot\b|bot\/|crawl|spider|slurp|preview|facebookexternalhit|embedly|scan|monitor|headless/i;

/** Whether a person follows the link, as far as the headers tell: not a bot, and not a prefetch. */
function isClick(headers: Headers): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`;
  return !BOT.test(headers['user-agent'] ?? '') && !/prefetch|preview/i.test(purpose);
}

const DIRECT = 'direct';
const OTHER = 'other';

/** The longest name of a host. */
const HOST_CHARACTERS = 253;

/** The host of the page with the link; its path would tell more about the reader than is counted. */
export function readReferer(header: string | undefined): string {
  if (header === undefined || header.trim() === '') return DIRECT;
  const url = URL.parse(header);
  const isPage = url !== null && /^https?:$/.test(url.protocol);
  return isPage && url.hostname.length <= HOST_CHARACTERS ? url.hostname : OTHER;
}

/** Families by their mark in `User-Agent`; the first that fits, since most name others too. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['opera', /\b(?:OPR|Opera)\//],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['safari', /\bSafari\//],
];

/** The family of a browser, by the marks that it sends. */
export function readBrowser(header: string | undefined): string {
  return BROWSERS.find(([, mark]) => mark.test(header ?? ''))?.[0] ?? OTHER;
}
