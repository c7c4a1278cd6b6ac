import { findPostFaults } from '../../domain/posts/find-post-faults.ts';
import { truncateToCodePoints } from '../../domain/text/unicode.ts';
import { FEED_POSTS } from '../../service/assumed-feeds.ts';
import { DAY_MS } from '../../service/durations.ts';
import { RETENTION } from '../../service/limits.ts';
import type { Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { EnginePorts } from '../engine/ports.ts';
import { generatePostId } from '../generate-ids.ts';
import { getDefaultText } from '../publish/publish-target.ts';
import type { Feed } from '../store/feeds.ts';
import { PLAIN_POST, type Post } from '../store/posts.ts';
import type { FeedDocument, FeedEntry } from './parse-feed.ts';

type FeedPostContext = Pick<EnginePorts, 'store' | 'random' | 'now'>;

/** What a reading led to. */
interface PostedEntries {
  /** The oldest entry first. */
  readonly posts: readonly Post[];
  /** Whether there are more new entries than one reading posts. */
  readonly isMore: boolean;
}

/**
 * Remembers new entries of a feed, the oldest first, and makes a post of each, due at once. Both are written together,
 * so that no crash and no other process posts an entry twice. The caller holds the transaction.
 */
export function postNewEntries(
  context: FeedPostContext,
  feed: Feed,
  { entries }: FeedDocument,
): PostedEntries {
  const { store, now } = context;
  const keys = entries.map(getFirstKey);
  store.feeds.forgetOld(feed.row, keys, now() - RETENTION.days * DAY_MS);
  const unknown = new Set(store.feeds.listUnknown(feed.row, keys));
  if (unknown.size === 0) return { posts: [], isMore: false };
  const added = orderByAge(entries.filter((entry) => unknown.has(getFirstKey(entry)))).slice(
    0,
    FEED_POSTS.perReading,
  );
  store.feeds.remember(feed.row, added.map(getFirstKey), now());
  const platforms = store.accounts.listLinked(feed.profile).map(({ platform }) => platform);
  const posts = added.flatMap((entry) => {
    const body = buildPostBody(feed, entry);
    // without an account there is nowhere to post to; the entry is remembered all the same
    if (body === null || platforms.length === 0) return [];
    const post = buildFeedPost(context, feed, { ...body, platforms: chooseNetworks(body, platforms, now()) });
    store.posts.add(post);
    store.feeds.setPost(feed.row, getFirstKey(entry), post.id);
    return [post];
  });
  return { posts, isMore: unknown.size > added.length };
}

function getFirstKey({ keys: [key = ''] }: FeedEntry): string {
  return key;
}

/** Oldest first. Feeds list the newest entry first, and not all have dates. */
function orderByAge(entries: readonly FeedEntry[]): readonly FeedEntry[] {
  const reversed = entries.toReversed();
  const isDated = reversed.every(({ publishedAt }) => publishedAt !== null);
  return isDated ? reversed.toSorted((a, b) => (a.publishedAt ?? 0) - (b.publishedAt ?? 0)) : reversed;
}

type FeedPostBody = Omit<PostBody, 'platforms'> & { readonly post: string };

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
  { random, now }: FeedPostContext,
  { profile, xPair }: Feed,
  body: PostBody & { readonly platforms: readonly Platform[] },
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
