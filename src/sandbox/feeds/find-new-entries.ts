import { FEED_DOUBT } from '../../service/assumed-feeds.ts';
import { DAY_MS } from '../../service/durations.ts';
import type { Feed, HoldReason } from '../store/feeds.ts';
import type { FeedDocument, FeedEntry } from './feed-draft.ts';
import { type MatchedEntry, matchEntries } from './match-entries.ts';

export interface KnownFeed extends Pick<Feed, 'title' | 'websiteLink' | 'created' | 'newestAt'> {
  readonly articles: ReadonlyMap<string, ReadonlySet<number>>;
  /** Articles that were in the last document that had any. */
  readonly present: ReadonlySet<number>;
  readonly hasArticles: boolean;
}

/**
 * Finds the entries that are new without doubt: nothing that identifies them is known, they are newer than what was
 * seen, and their number is plausible. Nothing that a site does to its feed makes it post an article twice.
 *
 * @see docs/decisions/0035-feeds.md
 */
export function findNewEntries(document: FeedDocument, known: KnownFeed) {
  const { matched, unmatched } = matchEntries(document.entries, known.articles, known.present.size === 0);
  const isNewer = createAgeTest(document.entries, matched, known);
  const newer = unmatched.filter(isNewer);
  const fault = findFault(document, newer, matched, known);
  const reasonOf = (entry: FeedEntry): HoldReason | null =>
    !isNewer(entry) ? 'older' : (fault ?? (isUnreadable(entry) ? 'unreadable' : null));
  return {
    matched,
    added: unmatched.filter((entry) => reasonOf(entry) === null),
    // new, or not: it is doubtful, so they are not posted
    held: [
      ...matched.flatMap(({ entry, isDoubtful }) =>
        isDoubtful ? [{ entry, reason: 'similar' as const }] : [],
      ),
      ...unmatched.flatMap((entry) => {
        const reason = reasonOf(entry);
        return reason === null ? [] : [{ entry, reason }];
      }),
    ],
  };
}

/**
 * Newer than what was seen: by its date, with a day for lost time zones, dates without a time and late authors, but never
 * older than the oldest known entry; or without dates by its place above the known entries.
 */
function createAgeTest(
  entries: readonly FeedEntry[],
  matched: readonly MatchedEntry[],
  { created, newestAt, hasArticles }: KnownFeed,
): (entry: FeedEntry) => boolean {
  const places = new Map(entries.map((entry, place) => [entry, place]));
  const known = matched.map(({ entry }) => places.get(entry) ?? 0).toSorted((a, b) => a - b);
  const oldest = matched.reduce<number | null>(
    (least, { entry: { publishedAt } }) =>
      publishedAt === null ? least : Math.min(least ?? publishedAt, publishedAt),
    null,
  );
  const isAbove = (entry: FeedEntry) => {
    const place = places.get(entry) ?? 0;
    // an entry that the site keeps at the top is above all others
    return known.length === 0 || (place < (known[1] ?? known[0] ?? 0) && place < (known.at(-1) ?? 0));
  };
  const shared = new Set(matched.map(({ entry: { publishedAt } }) => publishedAt));
  const earliest = (newestAt ?? (hasArticles ? 0 : created)) - FEED_DOUBT.lateMs;
  return (entry) => {
    const { publishedAt } = entry;
    if (publishedAt === null) return isAbove(entry);
    if (publishedAt < earliest || (oldest !== null && publishedAt < oldest)) return false;
    // the second of a known entry is that of a rebuild; its day is not
    if (shared.has(publishedAt)) return publishedAt % DAY_MS === 0 && isAbove(entry);
    return newestAt !== null || isAbove(entry);
  };
}

/** Why the new entries are not believed to be new, together. */
function findFault(
  { title, websiteLink }: FeedDocument,
  added: readonly FeedEntry[],
  matched: readonly MatchedEntry[],
  known: KnownFeed,
): HoldReason | null {
  const before = known.present.size;
  const kept = matched.filter(({ article }) => known.present.has(article));
  const still = new Set(kept.map(({ article }) => article)).size;
  if (matched.length === 0 && known.hasArticles && isOtherSite({ title, websiteLink }, known))
    return 'replaced';
  if (before === 0) {
    // an upgrade forgot which entries the last document had
    if (known.hasArticles) return matched.length > 0 || isBurst(added, known) ? null : 'rebuilt';
    const isUndated = added.some(({ publishedAt }) => publishedAt === null);
    return isUndated && added.length > FEED_DOUBT.firstEntries ? 'rebuilt' : null;
  }
  if (mayBeMoved(kept, added, known, still < before)) return 'rebuilt';
  const isSmall = before < FEED_DOUBT.fewEntries;
  if (still * 2 >= before || added.length <= (isSmall ? FEED_DOUBT.firstEntries : still)) return null;
  if (still === 0 && isOtherSite({ title, websiteLink }, known)) return 'replaced';
  return isBurst(added, known) ? null : 'rebuilt';
}

/**
 * Whether every entry that is still there has another id and another address. One that is not there any more, or is
 * there again, may have another title as well, and so nothing that is known; but where the others have their titles and
 * dates, or none is missing, only what is not newer is doubted, as beside a single one, whose title may be that of a
 * series.
 */
function mayBeMoved(
  kept: readonly MatchedEntry[],
  added: readonly FeedEntry[],
  { newestAt }: KnownFeed,
  isOneMissing: boolean,
): boolean {
  if (kept.length === 0 || !kept.every(({ isMoved }) => isMoved)) return false;
  if (isOneMissing && kept.every(({ isDoubtful }) => isDoubtful))
    return kept.length > 1 || added.some(({ publishedAt }) => (publishedAt ?? 0) <= (newestAt ?? 0));
  return added.some(({ publishedAt }) => publishedAt !== null && publishedAt <= (newestAt ?? 0));
}

/** After a pause all entries may be new: their dates then are after those that were known, and not all at once. */
function isBurst(added: readonly FeedEntry[], { newestAt }: KnownFeed): boolean {
  const dates = added.flatMap(({ publishedAt }) => publishedAt ?? []);
  const isLater =
    dates.length === added.length && newestAt !== null && dates.every((date) => date > newestAt);
  if (!isLater) return false;
  const span =
    dates.reduce((most, date) => Math.max(most, date), 0) -
    dates.reduce((least, date) => Math.min(least, date), Infinity);
  return added.length < FEED_DOUBT.fewEntries || span >= FEED_DOUBT.burstMs;
}

function isOtherSite(now: Pick<FeedDocument, 'title' | 'websiteLink'>, before: KnownFeed): boolean {
  const [host, former] = [now.websiteLink, before.websiteLink].map(
    (link) => URL.parse(link ?? '')?.host.replace(/^www\./, '') ?? null,
  );
  return now.title !== before.title && host !== null && former !== null && host !== former;
}

/** Mostly replacements: text in an encoding that could not be recognized. */
function isUnreadable({ title }: FeedEntry): boolean {
  const bad = title?.match(/\uFFFD/g)?.length ?? 0;
  return bad >= 2 && bad * 4 >= (title?.length ?? 0);
}
