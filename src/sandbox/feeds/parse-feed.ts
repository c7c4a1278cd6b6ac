import { ASSUMED } from '../../service/assumed.ts';
import { FEED_READING } from '../../service/assumed-feeds.ts';
import { decodeFeed, FeedError } from './decode-feed.ts';
import { computeEntryKeys } from './entry-keys.ts';
import type { EntryDraft, FeedDocument, FeedEntry } from './feed-draft.ts';
import { removeControls } from './feed-text.ts';
import { parseJsonFeed } from './json-feed.ts';
import { parseXmlFeed } from './xml-feed.ts';

/** Earlier ones are no dates of articles on the web, but the first day of some calendar: 1970, or the year 1. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/** `2026-09-21`, or `21 Sep 2026` with whatever is around it. */
const LIKE_A_DATE = /^\s*\d{4}-\d\d|\d\d?[\s-]+[a-z]{3,}[\s.,-]+\d{2}/i;
const ZONE = /(?:z|gmt|utc?|[ecmp][sd]t|[+-]\d\d:?\d\d)\s*(?:\([^)]*\))?\s*$/i;
const TIME = /\d\d:\d\d/;
/** A name or abbreviation of a zone that the language does not know. */
const OTHER_ZONE = /\s+[a-z][a-z/_]{0,30}\s*$/i;

/**
 * Reads the date of an entry. One without a time zone is in UTC, so that it does not depend on the machine.
 *
 * @returns milliseconds since 1970; null if it cannot be read, or is no date of an article
 */
export function readFeedDate(written: string | undefined): number | null {
  const text = written?.trim().slice(0, 100) ?? '';
  if (!LIKE_A_DATE.test(text)) return null;
  const ms = Date.parse(
    ZONE.test(text) ? text : completeDate(text.replace(TIME.test(text) ? OTHER_ZONE : /$/, '')),
  );
  return Number.isNaN(ms) || ms < EARLIEST_MS || ms > LATEST_MS ? null : ms;
}

function completeDate(text: string): string {
  if (/^\d{4}-\d\d(?:-\d\d)?$/.test(text)) return text; // is read as UTC
  return /^\d{4}-/.test(text) ? `${text.replace(/\s+/, 'T')}Z` : `${text} UTC`;
}

/** A document, and what is needed to parse it. */
export interface FeedBytes {
  bytes: Uint8Array;
  /** Of the document, for relative links. */
  url: string;
  /** Of the response, which may name the encoding. */
  contentType: string | null;
}

/** The document, or why it is no feed. */
export type ParsedFeed = { readonly document: FeedDocument } | { readonly fault: string };

/** Parses a document that may be none. */
export function tryParseFeed({ bytes, ...about }: FeedBytes): ParsedFeed {
  try {
    return { document: parseFeedDocument(bytes, about) };
  } catch (error) {
    if (error instanceof FeedError) return { fault: error.message };
    throw error;
  }
}

/**
 * Parses an RSS, RDF or Atom document, or a JSON feed. Entities that it declares are not expanded, and nothing is
 * loaded.
 *
 * @throws {FeedError} when it is no feed, is not complete, or has too many entries
 * @see docs/decisions/0035-feeds.md
 * @see docs/safety.md#S8, #S13
 */
export function parseFeedDocument(
  bytes: Uint8Array,
  { url, contentType }: Omit<FeedBytes, 'bytes'>,
): FeedDocument {
  const text = joinSurrogates(decodeFeed(bytes, contentType));
  if (/[^\s\uFEFF\0]/.exec(text) === null) throw new FeedError('is empty');
  const { title, link, base, drafts } = parseJsonFeed(text, url) ?? parseXmlFeed(text, url);
  if (drafts.length > FEED_READING.entries)
    throw new FeedError(`has more than ${FEED_READING.entries} entries`);
  const websiteLink = resolveUrl(link, base);
  const entries = new Map<string, FeedEntry>();
  const repeated = listRepeatedIds(drafts);
  for (const draft of drafts) {
    const id = repeated.has(draft.id?.trim() ?? '') ? undefined : draft.id;
    const entry = toEntry({ ...draft, id }, websiteLink);
    // of entries with one id, the first counts
    const [key = ''] = entry.keys;
    if (!entries.has(key)) entries.set(key, entry);
  }
  return { title, websiteLink, entries: [...entries.values()] };
}

/** Two halves of a character outside of the basic plane that were written as two references. */
const HALVES = /&#(x[Dd][89ABab][\dA-Fa-f]{2}|5[56]\d{3});&#(x[Dd][C-Fc-f][\dA-Fa-f]{2}|5[67]\d{3});/g;

function joinSurrogates(text: string): string {
  return text.replaceAll(HALVES, (written, ...halves: readonly (string | number)[]) => {
    const character = String.fromCharCode(
      ...halves.slice(0, 2).map((half) => Number(String(half).replace('x', '0x'))),
    );
    return character.isWellFormed() ? character : written;
  });
}

/** Ids of entries that differ in title and link: some sites give all of them one, such as the address of the site. */
function listRepeatedIds(drafts: readonly EntryDraft[]): ReadonlySet<string> {
  const first = new Map<string, EntryDraft>();
  const repeated = new Set<string>();
  for (const draft of drafts) {
    const id = draft.id?.trim() ?? '';
    const { title, link } = first.get(id) ?? draft;
    if (title !== draft.title && link !== draft.link) repeated.add(id);
    if (!first.has(id)) first.set(id, draft);
  }
  return repeated;
}

function toEntry(
  { id, link, title, text, dates, images, base }: EntryDraft,
  websiteLink: string | null,
): FeedEntry {
  const absolute = resolveUrl(link, base);
  const publishedAt = dates.map(readFeedDate).find((ms) => ms !== null) ?? null;
  return {
    ...computeEntryKeys({
      id: id?.trim() || null,
      link: absolute,
      title,
      text: text.trim(),
      publishedAt,
      websiteLink,
    }),
    title,
    link: absolute,
    imageUrl: images.map((image) => resolveUrl(image, absolute ?? base)).find(isPostable) ?? null,
    publishedAt,
  };
}

/** Media of posts are https, without spaces. */
function isPostable(url: string | null): boolean {
  return url?.startsWith('https://') === true;
}

/** @returns null unless it is an https or http URL that is not longer than those that users give */
function resolveUrl(link: string | undefined, base: string): string | null {
  const text = removeControls(link ?? '').trim();
  const url = text === '' || text.length > ASSUMED.urlCharacters ? null : URL.parse(text, base);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.href.length <= ASSUMED.urlCharacters;
  return isWeb ? url.href : null;
}
