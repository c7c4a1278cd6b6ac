import type { FeedEntry } from './feed-draft.ts';

/** Articles by what identifies them. */
export type ArticlesByKey = ReadonlyMap<string, ReadonlySet<number>>;

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
export function judgeId(entry: FeedEntry, articles: ArticlesByKey, shared: ReadonlySet<string>): IdVerdict {
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
