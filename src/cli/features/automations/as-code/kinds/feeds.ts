import * as z from 'zod';
import {
  addFeed,
  FeedType,
  listFeeds,
  removeFeed,
  updateFeed,
} from '../../../../../service/endpoints/feeds.ts';
import { createStep } from '../resource-kind.ts';
import { defineListKind } from './list-kind.ts';

const { url, type, useFirstImage, autoHashtag } = addFeed.body.shape;
const WrittenFeed = z.strictObject({
  url,
  type: FeedType.default('rss').describe(type.description ?? ''),
  useFirstImage: useFirstImage
    .unwrap()
    .default(false)
    .describe(useFirstImage.description ?? ''),
  autoHashtag: autoHashtag
    .unwrap()
    .default(false)
    .describe(autoHashtag.description ?? ''),
});

/** Feeds, found by their address. */
export const FEEDS = defineListKind({
  name: 'feeds',
  noun: 'feed',
  summary: 'feeds whose entries are posted',
  schema: WrittenFeed,
  switches: ['useFirstImage', 'autoHashtag'],
  read: ({ url, ...options }) => ({
    name: normalizeUrl(url),
    content: { url: normalizeUrl(url), ...options },
  }),
  list: async (client) =>
    ((await client.call(listFeeds, {})).body.feeds ?? []).map(
      ({ id, feedURL, type, useFirstImage, autoHashtag }) => {
        const url = normalizeUrl(feedURL ?? '');
        const content = {
          url,
          type: type?.toLowerCase() ?? 'rss',
          useFirstImage: useFirstImage === true,
          autoHashtag: autoHashtag === true,
        };
        return { name: url, id, content };
      },
    ),
  create: ({ content }) => ({ first: createStep(addFeed, { body: WrittenFeed.parse(content) }) }),
  update({ id }, content, fields) {
    const changed = Object.entries(WrittenFeed.parse(content)).filter(([name]) => fields.includes(name));
    return createStep(updateFeed, { body: updateFeed.body.parse({ id, ...Object.fromEntries(changed) }) });
  },
  remove: ({ id }) => createStep(removeFeed, { body: { id } }),
  toFile: ({ url, type, useFirstImage, autoHashtag }) => ({
    url,
    ...(type !== 'rss' && { type }),
    ...(useFirstImage === true && { useFirstImage }),
    ...(autoHashtag === true && { autoHashtag }),
  }),
});

/** As the service may write it: a host in lower case, and no slash where there is no path. */
function normalizeUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : url.href;
}
