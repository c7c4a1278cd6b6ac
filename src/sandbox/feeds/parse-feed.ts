import { createHash } from 'node:crypto';
import { type AnyFeed, parseFeed } from 'feedsmith';
import { truncateToCodePoints } from '../../domain/text/unicode.ts';
import { FEED_READING } from '../../service/assumed-feeds.ts';
import { LIMITS } from '../../service/limits.ts';
import { decodeFeed, FeedError } from './decode-feed.ts';

/** An entry of a feed. */
export interface FeedEntry {
  /** A hash of its id, or else of its link, or else of its title and text. */
  readonly key: string;
  readonly title: string | null;
  /** Absolute; https or http. */
  readonly link: string | null;
  /** Its first image; https only, as posts take it. */
  readonly imageUrl: string | null;
  /** In milliseconds since 1970; null if it has no date that can be read. */
  readonly publishedAt: number | null;
}

/** What a feed says about itself, and its entries. */
export interface FeedDocument {
  readonly title: string | null;
  readonly websiteLink: string | null;
  /** In the order of the document, each key once. */
  readonly entries: readonly FeedEntry[];
}

/** A document, and what is needed to parse it. */
export interface FeedBytes {
  readonly bytes: Uint8Array;
  /** Of the document, for relative links. */
  readonly url: string;
  /** Of the response, which may name the encoding. */
  readonly contentType: string | null;
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
 * Parses an RSS or Atom document. Entities that it declares are not expanded, and nothing is loaded.
 *
 * @throws {FeedError} when it is no feed, is not well-formed or complete, is not in its encoding, or has too many entries
 * @see docs/decisions/0035-feeds.md
 * @see docs/safety.md#S8, #S13
 */
export function parseFeedDocument(
  bytes: Uint8Array,
  { url, contentType }: Omit<FeedBytes, 'bytes'>,
): FeedDocument {
  const text = decodeFeed(bytes, contentType);
  const parsed = parseText(text);
  switch (parsed.format) {
    case 'rss':
      return toDocument(parsed.feed, url, (parsed.feed.items ?? []).map(toRssDraft));
    case 'rdf':
      return toDocument(parsed.feed, url, (parsed.feed.items ?? []).map(toRdfDraft));
    case 'atom':
      return toDocument(
        { title: parsed.feed.title?.value, link: findAlternate(parsed.feed.links) },
        parsed.feed.xml?.base ?? url,
        (parsed.feed.entries ?? []).map(toAtomDraft),
      );
    case 'json':
      throw new FeedError('is neither RSS nor Atom');
  }
}

function parseText(text: string): AnyFeed {
  try {
    return parseFeed(text);
  } catch {
    // what the parser says is about its own code, not about the document
    throw new FeedError(
      /<(?:rss|feed|rdf:RDF)[\s>]/i.test(text)
        ? 'is not well-formed, or was cut short'
        : 'is neither RSS nor Atom',
    );
  }
}

/** An entry as its format has it. */
interface EntryDraft {
  readonly id: string | undefined;
  readonly title: string | undefined;
  readonly link: string | undefined;
  readonly text: string | undefined;
  /** The first that can be read counts. */
  readonly dates: readonly (string | undefined)[];
  /** Addresses of images, the best first. */
  readonly images: readonly (string | undefined)[];
}

type FeedOf<Format extends AnyFeed['format']> = Extract<AnyFeed, { readonly format: Format }>['feed'];
type RssItem = NonNullable<FeedOf<'rss'>['items']>[number];
type RdfItem = NonNullable<FeedOf<'rdf'>['items']>[number];
type AtomEntry = NonNullable<FeedOf<'atom'>['entries']>[number];

function toRssDraft({
  guid,
  title,
  link,
  description,
  content,
  pubDate,
  dc,
  enclosures,
  media,
}: RssItem): EntryDraft {
  const isLink = guid?.isPermaLink !== false && /^https?:/i.test(guid?.value ?? '');
  const text = content?.encoded ?? description;
  const images = (enclosures ?? []).filter(({ type }) => type?.startsWith('image/')).map((each) => each.url);
  return {
    id: guid?.value,
    title,
    link: link ?? (isLink ? guid?.value : undefined),
    text,
    dates: [pubDate, ...(dc?.dates ?? [])],
    images: [...images, ...listMediaImages(media), findImage(content?.encoded), findImage(description)],
  };
}

function toRdfDraft({ rdf, title, link, description, content, dc, media }: RdfItem): EntryDraft {
  return {
    id: rdf?.about,
    title,
    link,
    text: content?.encoded ?? description,
    dates: dc?.dates ?? [],
    images: [...listMediaImages(media), findImage(content?.encoded), findImage(description)],
  };
}

function toAtomDraft({
  id,
  title,
  links,
  content,
  summary,
  published,
  updated,
  media,
}: AtomEntry): EntryDraft {
  const enclosed = (links ?? []).filter(({ rel, type }) => rel === 'enclosure' && type?.startsWith('image/'));
  return {
    id,
    title: title?.value,
    link: findAlternate(links),
    text: content?.value ?? summary?.value,
    dates: [published, updated],
    images: [
      ...enclosed.map(({ href }) => href),
      ...listMediaImages(media),
      findImage(content?.value),
      findImage(summary?.value),
    ],
  };
}

function findAlternate(links: AtomEntry['links']): string | undefined {
  return (links ?? []).find(({ rel = 'alternate' }) => rel === 'alternate')?.href;
}

function listMediaImages(media: RssItem['media']): readonly (string | undefined)[] {
  const contents = [
    ...(media?.contents ?? []),
    ...(media?.groups ?? []).flatMap((group) => group.contents ?? []),
  ];
  const images = contents.filter(
    ({ medium, type }) => medium === 'image' || type?.startsWith('image/') === true,
  );
  return [...images.map(({ url }) => url), ...(media?.thumbnails ?? []).map(({ url }) => url)];
}

/** The address of the first image in a text with markup. A tag ends before the next one, so the time is linear. */
function findImage(text: string | undefined): string | undefined {
  const found = /<img\b[^<>]{0,2000}?\ssrc\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})')/i.exec(text ?? '');
  return (found?.[1] ?? found?.[2])?.replaceAll('&amp;', '&');
}

function toDocument(
  { title, link }: { readonly title?: string | undefined; readonly link?: string | undefined },
  base: string,
  drafts: readonly EntryDraft[],
): FeedDocument {
  if (drafts.length > FEED_READING.entries)
    throw new FeedError(`has more than ${FEED_READING.entries} entries`);
  const entries = new Map<string, FeedEntry>();
  for (const draft of drafts) {
    const entry = toEntry(draft, base);
    // of entries with one id, the first counts
    if (!entries.has(entry.key)) entries.set(entry.key, entry);
  }
  return { title: toPlainText(title), websiteLink: resolveUrl(link, base), entries: [...entries.values()] };
}

function toEntry({ id, title, link, text, dates, images }: EntryDraft, base: string): FeedEntry {
  const absolute = resolveUrl(link, base);
  const identity = id?.trim()
    ? ['id', id.trim()]
    : absolute === null
      ? ['text', title, text]
      : ['link', absolute];
  return {
    key: createHash('sha256').update(JSON.stringify(identity)).digest('base64url'),
    title: toPlainText(title),
    link: absolute,
    imageUrl: images.map((image) => resolveUrl(image, absolute ?? base)).find(isPostable) ?? null,
    publishedAt: dates.map((date) => Date.parse(date ?? '')).find((ms) => !Number.isNaN(ms)) ?? null,
  };
}

/** Media of posts are https, without spaces. */
function isPostable(url: string | null): boolean {
  return url?.startsWith('https://') === true;
}

/** @returns null unless it is an https or http URL that is not longer than those that users give */
function resolveUrl(link: string | undefined, base: string): string | null {
  const text = link?.trim() ?? '';
  const url = text === '' || text.length > LIMITS.urlCharacters ? null : URL.parse(text, base);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.href.length <= LIMITS.urlCharacters;
  return isWeb ? url.href : null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** What is read of a title, in code points: with its markup, far more than any has. */
const TITLE_CHARACTERS = 5_000;

/**
 * A title without markup, on one line: some feeds have HTML in it. A tag ends before the next one, so the time is linear.
 *
 * @returns null when nothing is left
 */
function toPlainText(text: string | undefined): string | null {
  const plain = truncateToCodePoints(text ?? '', TITLE_CHARACTERS)
    .replaceAll(/<\/?[a-z][^<>]{0,1000}>/gi, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain === '' ? null : plain;
}
