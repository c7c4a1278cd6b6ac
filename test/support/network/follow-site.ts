import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { postNewEntries, rememberAll } from '../../../src/sandbox/feeds/feed-posts.ts';
import { describeHeld } from '../../../src/sandbox/feeds/held-entries.ts';
import { parseFeedDocument } from '../../../src/sandbox/feeds/parse-feed.ts';
import { changeFeed, insertFeed, listProfileFeeds } from '../../../src/sandbox/store/feeds.ts';
import { getPrimaryProfile } from '../../../src/sandbox/store/profiles.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/service/durations.ts';
import type { EngineFixture, EngineFixtures } from '../engine/engine-fixture.ts';
import {
  applyChange,
  isClearlyNew,
  type SiteStep,
  siteHistories,
  startSite,
  writeSiteFeed,
} from './site-history.ts';

const FEED = {
  id: 'feed000001',
  url: 'https://blog.example/feed.xml',
  type: 'rss',
  title: 'The Journal',
  websiteLink: 'https://blog.example/',
  useFirstImage: false,
  autoHashtag: false,
  xPair: 'none',
  etag: null,
  lastModified: null,
  failures: 0,
  error: null,
  newestAt: null,
  held: null,
} as const;

/** Adds a feed, and reads what it has after that, without a server and its queue. */
export function followFeed({ engine: { store }, time }: EngineFixture, first: string) {
  const context = { store, random: randomBytes, now: () => time.now };
  const profile = getPrimaryProfile(store).id;
  const parse = (document: string) =>
    parseFeedDocument(new TextEncoder().encode(document), { url: FEED.url, contentType: null });
  store.transaction(() => {
    const feed = { ...FEED, profile, created: time.now, readAt: time.now, dueAt: time.now };
    const row = insertFeed(store, feed);
    changeFeed(store, row, { ...feed, ...rememberAll(context, { ...feed, row }, parse(first)) });
  });
  const requireFeed = () => {
    const [feed] = listProfileFeeds(store, profile);
    if (feed === undefined) throw new Error('the feed is not there');
    return feed;
  };
  return {
    /** @returns texts of the posts that the reading makes, oldest first */
    read: (document: string): readonly string[] =>
      store.transaction(() => {
        time.now += 15 * MINUTE_MS;
        const feed = requireFeed();
        const { title, websiteLink } = parse(document);
        const { posts, newestAt, held } = postNewEntries(context, feed, parse(document));
        changeFeed(store, feed.row, { ...feed, title, websiteLink, newestAt, held, readAt: time.now });
        return posts.map(({ text }) => text);
      }),
    /** What was not posted, as the list of feeds has it. */
    getHeldBack: () => {
      const { held } = requireFeed();
      return held === null ? null : describeHeld(held);
    },
  };
}

/** Checks that whatever a site does, no article is posted twice, and each that is new without doubt once. */
export function checkSiteHistories(fixtures: EngineFixtures, runs: { seed: number; numRuns: number }): void {
  fc.assert(
    fc.property(siteHistories, (steps) => {
      const fixture = fixtures.open();
      const { posted, former, clear } = followSite(fixture, steps);
      fixture.close();
      expect(posted.toSorted()).toEqual([...new Set(posted)].toSorted());
      expect(posted.filter((number) => number <= former)).toEqual([]);
      expect(clear.filter((number) => !posted.includes(number))).toEqual([]);
    }),
    runs,
  );
}

/**
 * Adds the feed of a site, and reads it after each step of its history.
 *
 * @returns the numbers of the articles that were posted, in order; how many the site had before its feed was added; and
 * those that were new without doubt
 */
function followSite(fixture: EngineFixture, steps: readonly SiteStep[]) {
  const { time } = fixture;
  let site = startSite(time.now);
  const former = site.articles.length;
  const feed = followFeed(fixture, writeSiteFeed(site, 0));
  const posted: number[] = [];
  const clear: number[] = [];
  for (const [at, { hours, changes }] of steps.entries()) {
    const wasEmpty = site.isEmpty;
    time.now += hours * HOUR_MS;
    for (const change of changes) site = applyChange(site, change, time.now);
    if (!wasEmpty && isClearlyNew(site, changes)) clear.push(site.articles.length);
    posted.push(...feed.read(writeSiteFeed(site, at + 1)).map((text) => Number(/No (\d+)/.exec(text)?.[1])));
  }
  return { posted, former, clear };
}
