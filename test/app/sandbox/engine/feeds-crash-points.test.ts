import { afterAll, describe, expect, test } from 'vitest';
import { createFeedJobs } from '../../../../src/sandbox/engine/outbound-queue/feeds.ts';
import { claimJobs } from '../../../../src/sandbox/engine/outbound-queue/queue.ts';
import { type CrashPoint, FEED_CRASH_POINTS } from '../../../../src/sandbox/engine/ports.ts';
import { parseFeedDocument } from '../../../../src/sandbox/feeds/parse-feed.ts';
import {
  insertArticles,
  pruneArticles,
  setPresentArticles,
} from '../../../../src/sandbox/store/feed-articles.ts';
import {
  claimFeeds,
  insertFeed,
  listProfileFeeds,
  releaseExpiredFeeds,
} from '../../../../src/sandbox/store/feeds.ts';
import { saveWebhook } from '../../../../src/sandbox/store/outbound/webhooks.ts';
import { readPostsBetween } from '../../../../src/sandbox/store/posts.ts';
import { getPrimaryProfile } from '../../../../src/sandbox/store/profiles.ts';
import { changeSettings } from '../../../../src/sandbox/store/settings.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { FEED_READING } from '../../../../src/service/assumed-feeds.ts';
import { DAY_MS } from '../../../../src/service/durations.ts';
import { createOutboundEngine } from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures, type EngineFixture } from '../../../support/engine/engine-fixture.ts';
import { crashAt } from '../../../support/engine/simulated-crash.ts';
import { createFeedSite, FEED_URL, writeRss } from '../../../support/network/feed-site.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const ENTRIES = ['One', 'Two', 'Three'].map((title, place) => ({
  guid: title,
  title,
  date: new Date(NOW + place * 1_000).toUTCString(),
}));

/** A feed without known entries, due at once, and a webhook of its posts. */
function followed(): EngineFixture {
  const fixture = fixtures.open();
  const { store } = fixture.engine;
  const profile = getPrimaryProfile(store).id;
  changeSettings(store, { setClock: NOW });
  saveWebhook(store, { profile, action: 'feed', url: 'https://hooks.example.com/feed', byAllowance: false });
  insertFeed(store, {
    id: 'feed000001',
    profile,
    url: FEED_URL,
    type: 'rss',
    title: null,
    websiteLink: null,
    useFirstImage: false,
    autoHashtag: false,
    xPair: 'none',
    created: NOW,
    readAt: null,
    dueAt: NOW,
    failures: 0,
    error: null,
    etag: null,
    lastModified: null,
    newestAt: null,
    held: null,
  });
  return fixture;
}

function postsOf({ engine: { store } }: EngineFixture): readonly string[] {
  const to = NOW + 10 * FEED_READING.intervalMs;
  return [
    ...readPostsBetween(store, getPrimaryProfile(store).id, {
      from: NOW,
      to,
      choice: { of: 'all' },
    }),
  ]
    .filter(({ text }) => ENTRIES.some(({ title }) => title === text))
    .map(({ text }) => text)
    .toReversed();
}

test.each([
  ['another one claimed', 1, 2],
  ['was released, and not claimed yet,', 0, 1],
])(
  'a process that slept past its lease of a feed that %s posts nothing',
  {
    tags: ['T1'],
  },
  async (_what, max, fencingToken) => {
    const fixture = followed();
    const site = createFeedSite(ENTRIES);
    const other = fixture.another();
    let isTaken = false;
    const slow = createOutboundEngine(fixture, site.outbound, (here) => {
      if (here !== 'after readFeed' || isTaken) return;
      isTaken = true;
      const [feed] = listProfileFeeds(fixture.engine.store, getPrimaryProfile(fixture.engine.store).id);
      if (feed === undefined) throw new Error('the feed is gone');
      const jobs = createFeedJobs(fixture.engine);
      for (const _renewal of [1, 2]) {
        fixture.time.real += ASSUMED.leaseMs - 1;
        expect(jobs.listInFlight(NOW)).toHaveLength(1);
        jobs.renewLeases([feed]);
      }
      fixture.time.real += ASSUMED.leaseMs;
      other.engine.store.transaction(() => {
        releaseExpiredFeeds(other.engine.store, fixture.time.real);
        claimFeeds(other.engine.store, 'blog.example:443', { now: NOW, real: fixture.time.real, max });
      });
      const tokens = other.engine.store.column('select fencing_token from feeds');
      expect([feed.fencingToken, tokens]).toEqual([1, [fencingToken]]);
      jobs.renewLeases([feed]); // when it wakes
    });
    for (const queue of await slow.engine.outboundQueues()) queue.start();
    for (const queue of await slow.engine.outboundQueues()) await queue.waitForChange();
    expect([isTaken, postsOf(fixture), fixture.faults]).toEqual([true, [], []]);
    for (const queue of await slow.engine.outboundQueues()) await queue.stop();
    other.close();
    fixture.close();
  },
);

const FOLLOWED = { failures: 0, readAt: null, error: null, etag: '"0"', title: 'Old', dueAt: NOW };
const FAILED = { failures: 1, readAt: null, error: 'HTTP 503' };
const READ = { failures: 0, readAt: NOW + 1_000, error: null };
const NEXT = NOW + 1_000 + FEED_READING.intervalMs;
const INTERRUPTED = { status: null, body: null, fault: 'interrupted', byAllowance: false, ms: 1 } as const;
const BYTES = new TextEncoder().encode(writeRss(ENTRIES));
const UNTITLED = { ...parseFeedDocument(BYTES, { url: FEED_URL, contentType: null }), title: null };

test.each<[string, Parameters<ReturnType<typeof createFeedJobs>['record']>[0]['outcome'], object]>([
  ['that is interrupted is no failure', { kind: 'failed', reason: 'interrupted' }, FOLLOWED],
  ['that was not read', INTERRUPTED, FOLLOWED],
  ['that failed', { kind: 'failed', reason: 'HTTP 503' }, { ...FAILED, dueAt: NEXT }],
  ['of a feed that is gone', { kind: 'gone', reason: 'HTTP 503' }, { ...FAILED, dueAt: null }],
  ['without a change', { kind: 'unchanged' }, { ...READ, etag: '"0"', title: 'Old', dueAt: NEXT }],
  [
    'of a document',
    { kind: 'read', document: UNTITLED, etag: '"1"', lastModified: null },
    { ...READ, etag: '"1"', title: null, dueAt: NEXT },
  ],
])(
  'a reading %s frees the feed, and says when it is read next',
  { tags: ['API-14'] },
  (_what, outcome, expected) => {
    const fixture = followed();
    const { engine, database, time } = fixture;
    database.run(`update feeds set etag = '"0"', title = 'Old'`);
    const jobs = createFeedJobs(engine);
    const capacity = (free: number) => {
      const remaining = new Map([
        ['blog.example:443', free],
        ['other.example:443', 0],
      ]);
      return { max: 60, perAddress: 8, remaining, spare: 40 };
    };
    expect([jobs.nextDue(capacity(0)), jobs.listDueAddresses(capacity(0))]).toEqual([null, []]);
    const [job] = claimJobs(jobs, capacity(1), engine);
    if (job === undefined) throw new Error('the feed is not due');
    time.now += 1_000;
    engine.store.transaction(() => jobs.record({ job, outcome }, () => {}));
    expect(jobs.listInFlight(NOW)).toEqual([]);
    expect(listProfileFeeds(engine.store, job.profile).toArray()).toMatchObject([expected]);
    const details = 'kind' in outcome && outcome.kind === 'read' ? Array(3).fill('new entry of Old') : [];
    expect(engine.store.column("select event_json ->> 'details' from deliveries")).toEqual(details);
    fixture.close();
  },
);

test('articles that a feed no longer has are forgotten after 200 days, and no others', async () => {
  const fixture = followed();
  const { store } = fixture.engine;
  const [feed] = listProfileFeeds(store, getPrimaryProfile(store).id);
  const row = feed?.row ?? 0;
  const add = (key: string, age: number) => insertArticles(store, row, [[key]], NOW - age * DAY_MS);
  const listKeys = () =>
    fixture.database
      .all<{ key: string }>("select key from feed_keys where key like '% %' order by key")
      .map(({ key }) => key);
  store.transaction(() => {
    add('gone for long', 201);
    add('gone lately', 199);
    setPresentArticles(store, row, add('still there', 201), NOW - 199 * DAY_MS);
    fixture.database.run('update feed_articles set seen = ? where row = 1', NOW - 201 * DAY_MS);
    pruneArticles(store, row, NOW - FEED_READING.rememberedMs);
  });
  expect(listKeys()).toEqual(['gone lately', 'still there']);
  // a reading does so
  fixture.database.run('update feed_articles set present = 0, seen = ? where row = 2', NOW - 201 * DAY_MS);
  const site = createFeedSite(ENTRIES);
  const reading = createOutboundEngine(fixture, site.outbound);
  expect((await reading.advance(1_000)).attempts.feeds).toBe(1);
  expect(listKeys()).toEqual(['still there']);
  expect((await reading.advance(1_000)).attempts.feeds).toBe(0);
  // a clock that was set back makes it wait no longer than the interval from then on
  fixture.time.now -= DAY_MS;
  await (await reading.engine.keepRunning()).stop();
  const dueAt = store.value('select due_at from feeds where id = ?', 'feed000001');
  expect([dueAt, site.reads()]).toEqual([fixture.time.now + FEED_READING.intervalMs, 1]);
  fixture.close();
});

describe.each(FEED_CRASH_POINTS)('a process that dies %s', { tags: ['T2'] }, (point) => {
  test('has posted each entry once, or the next process does', async () => {
    const fixture = followed();
    const site = createFeedSite(ENTRIES);
    const death = crashAt(point);
    const dying = createOutboundEngine(fixture, site.outbound, (here: CrashPoint) => {
      // the lease of a dead process is not waited for
      if (here === point) fixture.time.real += ASSUMED.leaseMs;
      death.hook(here);
    });
    await dying.advance(1_000).catch(() => undefined);
    expect(death.hasDied()).toBe(true);
    for (const queue of await dying.engine.outboundQueues()) await queue.stop();
    const next = fixture.afterDeath();
    await createOutboundEngine(next, site.outbound).advance(2 * FEED_READING.intervalMs);
    expect(postsOf(next)).toEqual(['One', 'Two', 'Three']);
    const recorded = next.database.all("select key from deliveries where action = 'feed'");
    expect(recorded).toHaveLength(3);
    expect(next.database.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    next.close();
  });
});
