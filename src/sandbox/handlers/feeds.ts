import { checkAllowedUrl, checkWebhookUrl, isAllowed } from '../../domain/addresses/public-url.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { formatTimeOrNull } from '../clock.ts';
import { scheduleNext } from '../engine/outbound-queue/feeds.ts';
import type { FeedDocument } from '../feeds/feed-draft.ts';
import { rememberAll } from '../feeds/feed-posts.ts';
import { describeHeld } from '../feeds/held-entries.ts';
import { type FeedReading, readFeed } from '../feeds/read-feed.ts';
import { generateFeedId } from '../generate-ids.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import {
  changeFeed,
  deleteFeed,
  type Feed,
  findFeed,
  hasFeedUrl,
  insertFeed,
  listProfileFeeds,
} from '../store/feeds.ts';
import type { Handler, HandlerContext, HandlerInput } from './handler.ts';

/**
 * Adds a feed of the profile. It is read at once: what it has then is only remembered, later entries become posts on
 * all linked networks.
 *
 * @see docs/service/endpoints.md#feeds
 * @see docs/safety.md#S9
 */
export const addFeed: Handler<'addFeed'> = async ({ body }, context) => {
  const { store, profile, now, random, xPair } = context;
  const { type = 'rss', useFirstImage = false, autoHashtag = false } = body;
  const url = resolveFeedUrl(body.url, type, context);
  refuseKnownUrl(url, context);
  const read = await requireReading(url, context);
  const { title, websiteLink } = read.document;
  return store.transaction(() => {
    refuseKnownUrl(url, context); // another request may have added it since
    const feed = {
      id: generateFeedId(random),
      profile: profile.id,
      url,
      type,
      title,
      websiteLink,
      useFirstImage,
      autoHashtag,
      xPair,
      created: now,
      etag: read.etag,
      lastModified: read.lastModified,
      newestAt: null,
      held: null,
      ...scheduleNext(now, 0),
    };
    rememberDocument({ ...feed, row: insertFeed(store, feed) }, read.document, context);
    return { status: 'success', ...toFeedRecord(feed) };
  });
};

/** @see docs/service/endpoints.md#feeds */
export const listFeeds: Handler<'listFeeds'> = (_input, { store, profile }) => ({
  status: 'success',
  feeds: listProfileFeeds(store, profile.id).map(toFeedRecord),
});

/**
 * Changes a feed. A new address is read at once, as when a feed is added.
 *
 * @see docs/service/endpoints.md#feeds
 */
export const updateFeed: Handler<'updateFeed'> = async ({ body }, context) => {
  const { id } = body;
  const { store } = context;
  const before = requireFeed(id, context);
  const change = readChange(body, before, context);
  const read = change.url === before.url ? null : await requireReading(change.url, context);
  store.transaction(() => {
    const feed = requireFeed(id, context);
    if (read === null) {
      changeFeed(store, feed.row, { ...feed, ...change });
      return;
    }
    refuseKnownUrl(change.url, context);
    const { title, websiteLink } = read.document;
    const { etag, lastModified } = read;
    const schedule = scheduleNext(context.now, 0);
    const moved = { ...feed, ...change, title, websiteLink, etag, lastModified, held: null, ...schedule };
    changeFeed(store, feed.row, moved);
    // what the former address had is not forgotten: a site that moves may have less there at first
    rememberDocument(moved, read.document, context);
  });
  return { status: 'success', id };
};

/** Removes a feed; posts that it made stay. @see docs/service/endpoints.md#feeds */
export const removeFeed: Handler<'removeFeed'> = ({ body: { id } }, context) =>
  context.store.transaction(() => {
    deleteFeed(context.store, requireFeed(id, context).row);
    return { status: 'success', id };
  });

/** @throws ServiceFailure 101 when nothing is to be changed, and for a bad or known address */
function readChange(
  { url, ...body }: HandlerInput<'updateFeed'>['body'],
  before: Feed,
  context: HandlerContext,
) {
  const { type = before.type, useFirstImage = before.useFirstImage, autoHashtag = before.autoHashtag } = body;
  if (Object.keys(body).length === 1 && url === undefined)
    throw createInputFailure('body: must have a field to change: url, type, useFirstImage or autoHashtag');
  const target = url === undefined ? before.url : resolveFeedUrl(url, type, context);
  if (target !== before.url) refuseKnownUrl(target, context);
  return { url: target, type, useFirstImage, autoHashtag };
}

/**
 * The address that is read. The one of a Substack publication may be given in place of its feed.
 *
 * @throws ServiceFailure 101 for an address that may not be read
 */
function resolveFeedUrl(given: string, type: Feed['type'], { allowance }: HandlerContext): string {
  const fault = isAllowed(given, allowance) ? checkAllowedUrl(given) : checkWebhookUrl(given);
  if (fault !== null) throw createInputFailure(`url: ${fault}`);
  const url = new URL(given);
  if (type === 'substack' && url.pathname === '/') url.pathname = '/feed';
  return url.href;
}

/** @throws ServiceFailure 101 when the profile has the feed already */
function refuseKnownUrl(url: string, { store, profile }: HandlerContext): void {
  if (hasFeedUrl(store, profile.id, url)) throw createInputFailure('url: the profile has this feed already');
}

/** Reads a feed. @throws ServiceFailure 101 with the reason when that fails */
async function requireReading(
  url: string,
  { openOutbound, now }: HandlerContext,
): Promise<Extract<FeedReading, { kind: 'read' }>> {
  if (openOutbound === undefined) throw createInputFailure('url: this run of the sandbox sends no requests');
  const reading = await readFeed(await openOutbound(), { url, etag: null, lastModified: null }, now);
  if (reading.kind === 'read') return reading;
  const reason = reading.kind === 'unchanged' ? 'HTTP 304 without a condition' : reading.reason;
  throw createInputFailure(`url: cannot be read as a feed: ${reason}`);
}

/** Remembers what a feed has: only later entries are posted. */
function rememberDocument(
  feed: Omit<Feed, 'address' | 'fencingToken'>,
  document: FeedDocument,
  { store, random, now }: HandlerContext,
): void {
  changeFeed(store, feed.row, {
    ...feed,
    ...rememberAll({ store, random, now: () => now }, feed, document),
  });
}

/** @throws ServiceFailure 1404 when the profile has no such feed */
function requireFeed(id: string, { store, profile }: HandlerContext): Feed {
  const feed = findFeed(store, profile.id, id);
  if (feed !== undefined) return feed;
  throw new ServiceFailure(1404, { message: 'There is no such feed.', id });
}

function toFeedRecord(feed: Omit<Feed, 'row' | 'address' | 'fencingToken'>) {
  const { id, title, websiteLink, url, type, useFirstImage, autoHashtag, created } = feed;
  return {
    id,
    title,
    websiteLink,
    feedURL: url,
    type,
    useFirstImage,
    autoHashtag,
    created: formatIsoSeconds(created),
    lastUpdated: formatTimeOrNull(feed.readAt),
    nextUpdate: formatTimeOrNull(feed.dueAt),
    ...(feed.error !== null && { error: feed.error }),
    ...(feed.held !== null && { heldBack: describeHeld(feed.held) }),
  };
}
