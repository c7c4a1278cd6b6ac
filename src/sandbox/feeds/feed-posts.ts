import { findPostFaults } from '../../domain/posts/find-post-faults.ts';
import { truncateToCodePoints } from '../../domain/text/unicode.ts';
import { FEED_POSTS, FEED_READING } from '../../service/assumed-feeds.ts';
import { DAY_MS } from '../../service/durations.ts';
import type { Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { Database } from '../../storage/open-database.ts';
import type { ChangePorts } from '../engine/ports.ts';
import { generatePostId } from '../generate-ids.ts';
import { getDefaultText } from '../publish/publish-target.ts';
import {
  addArticleKeys,
  findArticles,
  hasArticles,
  insertArticles,
  insertPostedLink,
  listPostedLinks,
  listPresentArticles,
  pruneArticles,
  prunePostedLinks,
  setArticlePost,
  setPresentArticles,
} from '../store/feed-articles.ts';
import type { Feed } from '../store/feeds.ts';
import { insertPost, PLAIN_POST, type Post } from '../store/posts.ts';
import { listLinkedAccounts } from '../store/profiles.ts';
import type { FeedDocument, FeedEntry } from './feed-draft.ts';
import { findNewEntries, type KnownFeed } from './find-new-entries.ts';
import { addHeld, removeExpired } from './held-entries.ts';
import { listSharedKeys, type MatchedEntry, matchEntries } from './match-entries.ts';

/**
 * Remembers new entries of a feed, the oldest first, and makes a post of each that is new without doubt, due at once.
 * Both are written together, so that no crash and no other process posts an entry twice. The caller holds the
 * transaction.
 *
 * @returns the posts, the oldest first, and whether there are more new entries than one reading posts
 */
export function postNewEntries(context: ChangePorts, feed: Feed, document: FeedDocument) {
  const { store, now } = context;
  if (document.entries.length === 0)
    return { posts: [], isMore: false, newestAt: feed.newestAt, held: removeExpired(feed.held, now()) };
  const known = readKnown(store, feed, document);
  const sorted = findNewEntries(document, known);
  const shared = listSharedKeys(document.entries);
  const links = sorted.added.flatMap(({ linkKey }) =>
    linkKey === null || shared.has(linkKey) ? [] : [linkKey],
  );
  const posted = new Set(listPostedLinks(store, feed.profile, links));
  const isPosted = ({ linkKey }: FeedEntry) => linkKey !== null && posted.has(linkKey);
  const fresh = orderByAge(sorted.added.filter((entry) => !isPosted(entry)));
  const added = fresh.slice(0, FEED_POSTS.perReading);
  const later = new Set(fresh.slice(FEED_POSTS.perReading));
  const held = [
    ...sorted.held,
    ...sorted.added.filter(isPosted).map((entry) => ({ entry, reason: 'posted' as const })),
  ];
  const seen =
    later.size === 0
      ? document.entries
      : [...sorted.matched.map(({ entry }) => entry), ...added, ...held.map(({ entry }) => entry)];
  const remembered = rememberEntries(context, feed.row, { ...known, matched: sorted.matched }, seen);
  return {
    posts: addPosts(context, feed, added, remembered),
    isMore: later.size > 0,
    newestAt: findNewest(seen, feed.newestAt, now()),
    held: addHeld(feed.held, held, now()),
  };
}

/** Remembers the entries that a feed has when it is added or gets another address. The caller holds the transaction. */
export function rememberAll(
  context: ChangePorts,
  feed: Pick<Feed, 'row' | 'newestAt'>,
  { entries }: FeedDocument,
): Pick<Feed, 'newestAt'> {
  const articles = readArticles(context.store, feed.row, entries);
  const { matched } = matchEntries(entries, articles);
  rememberEntries(context, feed.row, { articles, matched }, entries);
  return { newestAt: findNewest(entries, feed.newestAt, context.now()) };
}

function readKnown(store: Database, feed: Feed, { entries }: FeedDocument): KnownFeed {
  return {
    ...feed,
    articles: readArticles(store, feed.row, entries),
    present: new Set(listPresentArticles(store, feed.row)),
    hasArticles: hasArticles(store, feed.row),
  };
}

function readArticles(store: Database, row: number, entries: readonly FeedEntry[]): KnownFeed['articles'] {
  const found = new Map<string, Set<number>>();
  const keys = new Set(entries.flatMap(({ keys, hints }) => [...keys, ...hints]));
  for (const { key, article } of findArticles(store, row, [...keys])) {
    const articles = found.get(key);
    if (articles === undefined) found.set(key, new Set([article]));
    else articles.add(article);
  }
  return found;
}

/** Records what a document has. @returns the articles of the entries */
function rememberEntries(
  { store, now }: ChangePorts,
  row: number,
  { articles: before, matched }: Pick<KnownFeed, 'articles'> & { matched: readonly MatchedEntry[] },
  entries: readonly FeedEntry[],
): ReadonlyMap<FeedEntry, number> {
  const known = new Map(matched.map(({ entry, article }) => [entry, article] as const));
  addArticleKeys(
    store,
    row,
    matched.flatMap(({ entry: { keys, hints }, article }) =>
      [...keys, ...hints].flatMap((key) => (before.get(key)?.has(article) ? [] : [{ article, key }])),
    ),
  );
  const unknown = [...new Set(entries)].filter((entry) => !known.has(entry));
  const rows = insertArticles(
    store,
    row,
    unknown.map(({ keys, hints }) => [...keys, ...hints]),
    now(),
  );
  for (const [at, entry] of unknown.entries()) known.set(entry, rows[at] ?? 0);
  setPresentArticles(store, row, [...known.values()], now());
  pruneArticles(store, row, now() - FEED_READING.rememberedMs);
  return known;
}

/** Writes the posts of new entries. */
function addPosts(
  context: ChangePorts,
  feed: Feed,
  added: readonly FeedEntry[],
  articles: ReadonlyMap<FeedEntry, number>,
): readonly Post[] {
  const { store, now } = context;
  const platforms = listLinkedAccounts(store, feed.profile).map(({ platform }) => platform);
  prunePostedLinks(store, feed.profile, now() - FEED_READING.rememberedMs);
  return added.flatMap((entry) => {
    const body = buildPostBody(feed, entry);
    // without an account there is nowhere to post to; the entry is remembered all the same
    if (body === null || platforms.length === 0) return [];
    const post = buildFeedPost(context, feed, { ...body, platforms: chooseNetworks(body, platforms, now()) });
    insertPost(store, post);
    setArticlePost(store, articles.get(entry) ?? 0, post.id);
    if (entry.linkKey !== null) insertPostedLink(store, feed.profile, entry.linkKey, now());
    return [post];
  });
}

/** The date of the newest entry. One in the future is a mistake, unless all are: then the clock is behind. */
function findNewest(entries: readonly FeedEntry[], before: number | null, now: number): number | null {
  const dates = entries.flatMap(({ publishedAt }) => publishedAt ?? []);
  const past = dates.filter((date) => date <= now + DAY_MS);
  const newest = (past.length > 0 ? past : dates).reduce<number | null>(
    (most, date) => Math.max(most ?? date, date),
    null,
  );
  return before === null || newest === null ? (before ?? newest) : Math.max(before, newest);
}

/** Oldest first. Feeds list the newest entry first, and not all have dates. */
function orderByAge(entries: readonly FeedEntry[]): readonly FeedEntry[] {
  const reversed = entries.toReversed();
  const isDated = reversed.every(({ publishedAt }) => publishedAt !== null);
  return isDated ? reversed.toSorted((a, b) => (a.publishedAt ?? 0) - (b.publishedAt ?? 0)) : reversed;
}

type FeedPostBody = Omit<PostBody, 'platforms'> & { post: string };

/** The post of an entry: its title and its link. @returns null for an entry with neither */
function buildPostBody(
  { useFirstImage, autoHashtag }: Pick<Feed, 'useFirstImage' | 'autoHashtag'>,
  { title, link, imageUrl }: FeedEntry,
): FeedPostBody | null {
  const text = [title === null ? null : shortenTitle(title), link].filter((part) => part !== null).join(' ');
  if (text === '') return null;
  return {
    post: text,
    ...(useFirstImage && imageUrl !== null && { mediaUrls: [imageUrl] }),
    ...(autoHashtag && { autoHashtag: { max: FEED_POSTS.hashtags, position: 'end' } }),
  };
}

function shortenTitle(title: string): string {
  const most = FEED_POSTS.titleCharacters;
  const cut = truncateToCodePoints(title, most);
  return cut === title ? title : `${truncateToCodePoints(title, most - 1).trimEnd()}…`;
}

/**
 * The linked networks that take the post: Instagram, for instance, takes none without an image. All of them when none
 * does, so that the post says why.
 */
function chooseNetworks(body: FeedPostBody, linked: readonly Platform[], now: number): Platform[] {
  const faults = findPostFaults({ ...body, platforms: [...linked] }, { platforms: linked, now });
  const refusing = new Set(
    faults.flatMap(({ effect, platform }) => (effect === 'network' && platform !== null ? [platform] : [])),
  );
  const fitting = linked.filter((platform) => !refusing.has(platform));
  return fitting.length === 0 ? [...linked] : fitting;
}

function buildFeedPost(
  { random, now }: ChangePorts,
  { profile, xPair }: Feed,
  body: PostBody & { platforms: readonly Platform[] },
): Post {
  const { platforms } = body;
  return {
    id: generatePostId(random),
    profile,
    text: getDefaultText(body, platforms).toWellFormed(),
    created: now(),
    dueAt: now(),
    about: {
      ...PLAIN_POST,
      type: 'scheduled',
      status: 'pending',
      platforms,
      scheduleDate: now(),
      mediaUrls: Array.isArray(body.mediaUrls) ? body.mediaUrls : [],
      body,
      xPair,
    },
  };
}
