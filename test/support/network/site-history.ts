import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '../../../src/service/durations.ts';

/** An article of a site. Its number is in its title and its addresses, so that its post is recognized. */
interface SiteArticle {
  readonly number: number;
  readonly written: number;
  readonly edits: number;
  /** What the feed says: the time it was written, unless the site was rebuilt since. */
  readonly date: number;
}

/** How a site shows its articles. */
interface SiteState {
  readonly articles: readonly SiteArticle[];
  readonly host: string;
  readonly scheme: 'http' | 'https';
  readonly address: 'slug' | 'dated' | 'query';
  readonly guid: 'number' | 'address' | 'query' | 'none' | 'random';
  readonly ending: '' | '/' | '?utm_source=rss' | '#top';
  readonly format: 'rss' | 'atom' | 'json';
  readonly order: 'newest' | 'oldest' | 'shuffled';
  readonly hasDates: boolean;
  readonly shiftHours: number;
  readonly limit: number;
  readonly isEmpty: boolean;
}

/** What a site does between two readings. An article that is added with nothing else but edits is new without doubt. */
type SiteChange =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly which: number }
  | { readonly kind: 'rebuild'; readonly isAtOnce: boolean }
  | { readonly kind: 'change'; readonly to: Partial<Omit<SiteState, 'articles'>> };

export interface SiteStep {
  readonly hours: number;
  readonly changes: readonly SiteChange[];
}

const change = fc.oneof(
  { weight: 4, arbitrary: fc.constant<SiteChange>({ kind: 'add' }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rebuild' as const), isAtOnce: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      to: fc.oneof(
        fc.record({ host: fc.constantFrom('blog.example', 'www.blog.example', 'new.example') }),
        fc.record({ scheme: fc.constantFrom('http' as const, 'https' as const) }),
        fc.record({ address: fc.constantFrom('slug' as const, 'dated' as const, 'query' as const) }),
        fc.record({
          guid: fc.constantFrom(
            'number' as const,
            'address' as const,
            'query' as const,
            'none' as const,
            'random' as const,
          ),
        }),
        fc.record({
          ending: fc.constantFrom('' as const, '/' as const, '?utm_source=rss' as const, '#top' as const),
        }),
        fc.record({ format: fc.constantFrom('rss' as const, 'atom' as const, 'json' as const) }),
        fc.record({
          order: fc.constantFrom('newest' as const, 'oldest' as const, 'shuffled' as const),
          hasDates: fc.constant(true),
        }),
        fc.record({ hasDates: fc.constant(false), order: fc.constant('newest' as const) }),
        fc.record({ shiftHours: fc.integer({ min: -8, max: 8 }) }),
        fc.record({ limit: fc.constantFrom(1, 3, 5, 10, 50) }),
        fc.record({ isEmpty: fc.boolean() }),
      ),
    }),
  },
);

/** Histories of a site: each step is a list of changes, after which its feed is read. */
export const siteHistories: fc.Arbitrary<readonly SiteStep[]> = fc.array(
  fc.record({ hours: fc.integer({ min: 1, max: 30 }), changes: fc.array(change, { maxLength: 3 }) }),
  { minLength: 1, maxLength: 14 },
);

export function startSite(now: number): SiteState {
  return {
    articles: Array.from({ length: 14 }, (_none, at) => writeArticle(at + 1, now - (14 - at) * DAY_MS)),
    host: 'blog.example',
    scheme: 'https',
    address: 'slug',
    guid: 'number',
    ending: '/',
    format: 'rss',
    order: 'newest',
    hasDates: true,
    shiftHours: 0,
    limit: 5,
    isEmpty: false,
  };
}

function writeArticle(number: number, written: number): SiteArticle {
  return { number, written, edits: 0, date: written };
}

export function applyChange(site: SiteState, applied: SiteChange, now: number): SiteState {
  switch (applied.kind) {
    case 'add':
      return { ...site, articles: [...site.articles, writeArticle(site.articles.length + 1, now)] };
    case 'edit': {
      const number = site.articles.length - applied.which;
      return {
        ...site,
        articles: site.articles.map((article) =>
          article.number === number ? { ...article, edits: article.edits + 1 } : article,
        ),
      };
    }
    case 'rebuild':
      return {
        ...site,
        articles: site.articles.map((article, at) => ({
          ...article,
          date: applied.isAtOnce ? now : now - (site.articles.length - at) * 1_000,
        })),
      };
    case 'change':
      return { ...site, ...applied.to };
  }
}

/** The feed of a site, in its format. */
export function writeSiteFeed(site: SiteState, round: number): string {
  const shown = site.isEmpty ? [] : site.articles.toReversed().slice(0, site.limit);
  const ordered =
    site.order === 'newest'
      ? shown
      : site.order === 'oldest'
        ? shown.toReversed()
        : shown.toSorted((a, b) => ((a.number * 7 + round) % 5) - ((b.number * 7 + round) % 5));
  const entries = ordered.map((article) => describeArticle(site, article, round));
  const home = `${site.scheme}://${site.host}/`;
  if (site.format === 'json')
    return JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Journal',
      home_page_url: home,
      items: entries.map(({ id, title, link, date }) => ({ id, title, url: link, date_published: date })),
    });
  const escapeXml = (text: string) => text.replaceAll('&', '&amp;');
  if (site.format === 'atom') {
    const items = entries.map(
      ({ id, title, link, date }) =>
        `<entry>${id === undefined ? '' : `<id>${escapeXml(id)}</id>`}<title>${title}</title><link href="${escapeXml(link)}"/>${date === undefined ? '' : `<published>${date}</published>`}</entry>`,
    );
    return `<feed xmlns="http://www.w3.org/2005/Atom"><title>Journal</title><link href="${home}"/>${items.join('')}</feed>`;
  }
  const items = entries.map(
    ({ id, title, link, date }) =>
      `<item>${id === undefined ? '' : `<guid>${escapeXml(id)}</guid>`}<title>${title}</title><link>${escapeXml(link)}</link>${date === undefined ? '' : `<pubDate>${new Date(date).toUTCString()}</pubDate>`}</item>`,
  );
  return `<rss version="2.0"><channel><title>Journal</title><link>${home}</link>${items.join('')}</channel></rss>`;
}

function describeArticle(site: SiteState, { number, written, edits, date }: SiteArticle, round: number) {
  const origin = `${site.scheme}://${site.host}`;
  const year = new Date(written).toISOString().slice(0, 10).replaceAll('-', '/');
  const paths = {
    slug: `/no-${number}-of-ours`,
    dated: `/${year}/no-${number}-of-ours`,
    query: `/?p=${number}`,
  } as const;
  const path = paths[site.address];
  const ids = {
    number: `post-${number}`,
    address: `${origin}${path}`,
    query: `${origin}/?p=${number}`,
    none: undefined,
    random: `${number}.${round}`,
  } as const;
  const ending = path.includes('?') ? site.ending.replace('/', '').replace('?', '&') : site.ending;
  return {
    id: ids[site.guid],
    title: `No ${number} of ours${' again'.repeat(edits)}`,
    link: `${origin}${path}${ending}`,
    date: site.hasDates ? new Date(date + site.shiftHours * HOUR_MS).toISOString() : undefined,
  };
}

/** Whether all that a site did was to add one article, beside edits of others. */
export function isClearlyNew(site: SiteState, changes: readonly SiteChange[]): boolean {
  const isOne = changes.filter(({ kind }) => kind === 'add').length === 1;
  return isOne && !site.isEmpty && changes.every(({ kind }) => kind === 'add' || kind === 'edit');
}
