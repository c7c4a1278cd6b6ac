import type { FeedEntry } from './feed-draft.ts';

/** Articles by what identifies them. */
type ArticlesByKey = ReadonlyMap<string, ReadonlySet<number>>;

/** The article that has the id of an entry, judged by what else is known of both. */
type IdVerdict =
  /** They share more than the id, or nothing else is known. */
  | { kind: 'same'; article: number }
  /** Another article has its address, or its title and time: ids were given out again. */
  | { kind: 'reassigned'; article: number }
  /** Nothing but the id. */
  | { kind: 'unsupported'; article: number }
  | { kind: 'new' };

/**
 * Finds the article of an entry by its id. Sites give ids again, to the entry at the same place of the feed, or when
 * they import their articles into another system, so the rest of the entry outvotes it.
 *
 * @param shared keys of entries with different titles, which say nothing
 */
function judgeId(entry: FeedEntry, articles: ArticlesByKey, shared: ReadonlySet<string>): IdVerdict {
  const known = [...(articles.get(entry.keys[0] ?? '') ?? [])].slice(0, MOST_ARTICLES);
  const [first] = known;
  if (first === undefined) return { kind: 'new' };
  const ofId = new Set(entry.idKeys);
  if (ofId.size === 0) return { kind: 'same', article: first };
  const isOther = (key: string) => !ofId.has(key) && !shared.has(key);
  const keys = countArticles(entry.keys.filter(isOther), articles);
  const hints = countArticles(entry.hints.filter(isOther), articles);
  const countAll = (article: number) => (keys.get(article) ?? 0) + (hints.get(article) ?? 0);
  const article = known.reduce((best, each) => (countAll(each) > countAll(best) ? each : best), first);
  if (!keys.has(article) && keys.size > 0) {
    const [other] = [...keys.keys()].toSorted((one, two) => countAll(two) - countAll(one));
    if (other !== undefined && countAll(other) > countAll(article))
      return { kind: 'reassigned', article: other };
  }
  const isComparable = entry.titleKey !== null && entry.linkKey !== null;
  return { kind: countAll(article) > 0 || !isComparable ? 'same' : 'unsupported', article };
}

/** A key of more articles than this says nothing of any of them. */
const MOST_ARTICLES = 8;

function countArticles(keys: readonly string[], articles: ArticlesByKey): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const key of keys) {
    const found = articles.get(key);
    if (found === undefined || found.size > MOST_ARTICLES) continue;
    for (const article of found) counts.set(article, (counts.get(article) ?? 0) + 1);
  }
  return counts;
}

/** An entry that is a known article, or may be one. */
export interface MatchedEntry {
  readonly entry: FeedEntry;
  readonly article: number;
  /** It only resembles the article: two of its id, address and title changed, or it is another one. */
  readonly isDoubtful: boolean;
  /** Neither its id nor its address is known. */
  readonly isMoved: boolean;
}

const NO_ARTICLES: ReadonlySet<number> = new Set();

/**
 * Finds the articles that the entries of a document are. Sites change ids, addresses, dates and titles, so that one of
 * them suffices; but an article that the document has as another entry is no evidence, because sites give many articles
 * one title, or the address of one page.
 *
 * @param hasOnlyIds whether nothing but ids may be known, of a store of an earlier version
 * @see docs/decisions/0035-feeds.md
 */
export function matchEntries(
  entries: readonly FeedEntry[],
  articles: ArticlesByKey,
  hasOnlyIds = false,
): { matched: readonly MatchedEntry[]; unmatched: readonly FeedEntry[] } {
  const owners = new Map<number, FeedEntry>();
  const matched: MatchedEntry[] = [];
  const findFree = createFreeFinder(articles, owners);
  const match = (entry: FeedEntry, article: number, isDoubtful: boolean, isMoved = false) => {
    matched.push({ entry, article, isDoubtful, isMoved });
    if (!owners.has(article)) owners.set(article, entry);
  };

  const shared = listSharedKeys(entries);
  const verdicts = new Map(entries.map((entry) => [entry, judgeId(entry, articles, shared)]));
  const isIdReliable = [...verdicts.values()].every(({ kind }) => kind !== 'reassigned');
  const withNewId = entries.filter((entry) => {
    const verdict = verdicts.get(entry);
    if (verdict === undefined || verdict.kind === 'new') return true;
    if (verdict.kind === 'unsupported' && !isIdReliable) return true;
    match(entry, verdict.article, verdict.kind === 'unsupported' && !hasOnlyIds);
    return false;
  });
  const withNewAddress = withNewId.filter((entry) => {
    const keys = entry.keys.filter((key) => !shared.has(key));
    const free = keys.map(findFree).find((article) => article !== undefined);
    const article = free ?? keys.flatMap((key) => listOwned(key, articles, owners, entry))[0];
    if (article === undefined) return true;
    const isRetitled = entry.titleKey !== null && articles.get(entry.titleKey)?.has(article) !== true;
    const isMoved = entry.keys.every(
      (key) => key === entry.datedKey || articles.get(key)?.has(article) !== true,
    );
    match(entry, article, isRetitled, isMoved);
    return false;
  });
  const series = listSeries(withNewAddress, articles, new Set(owners.keys()));
  const distinct = createDuplicateFilter();
  const unmatched = withNewAddress.filter((entry) => {
    const hints = entry.hints.filter((hint) => !series.has(hint) && articles.has(hint));
    const article =
      hints.map(findFree).find((each) => each !== undefined) ?? getFirst(articles.get(hints[0] ?? ''));
    if (article === undefined) return distinct(entry);
    match(entry, article, true, true);
    return false;
  });
  return { matched, unmatched };
}

function getFirst(articles: ReadonlySet<number> = NO_ARTICLES): number | undefined {
  const [first] = articles;
  return first;
}

/** Finds an article that no entry is yet. What has an owner keeps it, so the next search starts where this one ended. */
function createFreeFinder(articles: ArticlesByKey, owners: ReadonlyMap<number, FeedEntry>) {
  const searches = new Map<string, { ids: readonly number[]; next: number }>();
  return (key: string): number | undefined => {
    const search = searches.get(key) ?? { ids: [...(articles.get(key) ?? [])], next: 0 };
    searches.set(key, search);
    while (search.next < search.ids.length && owners.has(search.ids[search.next] ?? 0)) search.next += 1;
    return search.ids[search.next];
  };
}

/** The first article of a key, if the entry that has it has the same title: the document has it twice. */
function listOwned(
  key: string,
  articles: ArticlesByKey,
  owners: ReadonlyMap<number, FeedEntry>,
  { titleKey }: FeedEntry,
): readonly number[] {
  const article = getFirst(articles.get(key));
  if (article === undefined) return [];
  return owners.get(article)?.titleKey === titleKey ? [article] : [];
}

/** Keys of entries with different titles: the address of a page that several entries lead to. */
export function listSharedKeys(entries: readonly FeedEntry[]): ReadonlySet<string> {
  const titles = new Map<string, string | null>();
  const shared = new Set<string>();
  for (const { keys, titleKey } of entries)
    for (const key of keys.slice(1)) {
      if (titles.has(key) && titles.get(key) !== titleKey) shared.add(key);
      titles.set(key, titleKey);
    }
  return shared;
}

/** Hints that are also those of an article that the document has as another entry. */
function listSeries(
  entries: readonly FeedEntry[],
  articles: ArticlesByKey,
  present: ReadonlySet<number>,
): ReadonlySet<string> {
  const hints = new Set(entries.flatMap((entry) => entry.hints));
  return new Set(
    [...hints].filter((hint) => [...(articles.get(hint) ?? [])].some((each) => present.has(each))),
  );
}

/** Whether an entry is the first with its title and one of its keys. */
function createDuplicateFilter(): (entry: FeedEntry) => boolean {
  const seen = new Set<string>();
  return ({ keys, titleKey }) => {
    const names = keys.map((key) => `${key} ${titleKey}`);
    const isFirst = !names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    return isFirst;
  };
}
