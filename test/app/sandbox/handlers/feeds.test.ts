import { describe, expect, test } from 'vitest';
import { control } from '../../../support/control.ts';
import {
  createFeedSite,
  FEED_URL,
  ok,
  type SiteEntry,
  writeRss,
} from '../../../support/network/feed-site.ts';
import { NOW, smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const MINUTE = 60_000;
const FIRST: SiteEntry = { guid: '1', title: 'Before', link: 'https://blog.example/1' };
const SECOND: SiteEntry = { guid: '2', title: 'Spring blend', link: 'https://blog.example/2' };
const THIRD: SiteEntry = { guid: '3', title: 'Summer hours', link: 'https://blog.example/3' };

/** A sandbox, and a site whose feed has one entry. */
async function following() {
  const site = createFeedSite([FIRST]);
  const small = await smallSandbox(SLIGHT_SEED, NOW, { openOutbound: site.openOutbound });
  const { sandbox, ask } = small;
  const send = (method: string, body: object, as?: string) =>
    ask('/feed', { method, body: JSON.stringify(body), ...(as !== undefined && { as }) });
  return {
    ...small,
    site,
    send,
    add: (more: object = {}) => send('POST', { url: FEED_URL, ...more }),
    list: async () => (await ask('/feed')).body.feeds,
    now: async () => Date.parse((await control(sandbox, 'getClock')).body.now),
    advance: (minutes: number) => control(sandbox, 'advanceClock', { ms: minutes * MINUTE }),
    /** Texts of the posts that were made since, oldest first. */
    posts: async (as?: string) =>
      (await ask('/history?limit=1000', as === undefined ? {} : { as })).body.history
        .filter(({ created }: { created: string }) => Date.parse(created) > NOW)
        .map(({ post }: { post: string }) => post)
        .reverse(),
  };
}

describe('a feed that is added', () => {
  test('is read at once, and answers with what it is', { tags: ['API-14'] }, async () => {
    const { add, list } = await following();
    const { http, body } = await add({ useFirstImage: true });
    expect([http, body]).toEqual([
      200,
      {
        status: 'success',
        id: expect.stringMatching(/^\w{10}$/),
        title: 'The Journal',
        websiteLink: 'https://blog.example/',
        feedURL: FEED_URL,
        type: 'rss',
        useFirstImage: true,
        autoHashtag: false,
        created: '2026-09-21T14:13:20Z',
        lastUpdated: '2026-09-21T14:13:20Z',
        nextUpdate: '2026-09-21T14:28:20Z',
      },
    ]);
    const { status: _ofAnswer, ...feed } = body;
    expect(await list()).toEqual([feed]);
  });

  test('posts each later entry once, oldest first, and none that it had', async () => {
    const { add, advance, site, posts, ask } = await following();
    await add();
    await advance(15);
    expect(await posts()).toEqual([]);
    site.publish([THIRD, SECOND, FIRST]);
    const { body } = await advance(15);
    expect(body.processed).toMatchObject({ feeds: 1, posts: 2 });
    await advance(60);
    expect(await posts()).toEqual([
      'Spring blend https://blog.example/2',
      'Summer hours https://blog.example/3',
    ]);
    const [newest] = (await ask('/history')).body.history;
    expect(newest.status).toBe('success');
    expect(newest.postIds.length).toBeGreaterThan(2);
  });

  test('is counted by the status of the sandbox, with its next reading', async () => {
    const { add, sandbox, send, advance, site } = await following();
    const { body } = await add();
    const statusOf = async () => (await control(sandbox, 'status')).body;
    expect(await statusOf()).toMatchObject({
      due: { feeds: 0 },
      upcoming: { feeds: 1, next: '2026-09-21T14:28:20Z' },
    });
    site.answers({ status: 410, body: new Uint8Array() });
    await advance(15);
    expect((await statusOf()).upcoming).toMatchObject({ feeds: 0, next: null });
    await send('DELETE', { id: body.id });
  });

  test('is of its profile, and goes with it', async () => {
    const { send, ask, list, sandbox } = await following();
    const { body } = await send('POST', { url: FEED_URL }, 'acme');
    expect(await list()).toEqual([]);
    expect((await send('DELETE', { id: body.id })).body.code).toBe(1404);
    await ask('/profiles', { method: 'DELETE', body: '{"title":"Acme"}' });
    expect((await control(sandbox, 'advanceClock', { ms: 60 * MINUTE })).body.processed).toMatchObject({
      feeds: 0,
    });
  });

  test.each([
    ['a private address', { url: 'https://127.0.0.1/feed' }],
    ['http', { url: 'http://blog.example/feed.xml' }],
    ['no address', { url: 'blog.example' }],
    ['none', {}],
    ['an unknown type', { url: FEED_URL, type: 'youtube' }],
  ])('%s is refused with 101, and nothing is read', async (_what, body) => {
    const { send, site } = await following();
    expect((await send('POST', body)).body.code).toBe(101);
    expect(site.outbound.asked).toEqual([]);
  });

  test('the same address twice is refused', async () => {
    const { add } = await following();
    await add();
    expect((await add()).body).toMatchObject({
      code: 101,
      details: 'url: the profile has this feed already',
    });
  });

  test.each([
    ['a page', ok('<!doctype html><html></html>'), 'is neither RSS nor Atom'],
    [
      'a feed that was cut short',
      ok(writeRss([SECOND]).slice(0, -30)),
      'is not well-formed, or was cut short',
    ],
    ['a large page', ok(`<html>${'<p>hello</p>'.repeat(4_000)}</html>`), 'is neither RSS nor Atom'],
    ['a redirect', { status: 301, body: new Uint8Array() }, 'it redirects'],
    ['no such page', { status: 404, body: new Uint8Array() }, 'HTTP 404'],
    ['too large an answer', { status: 200, fault: 'answer too large' as const }, 'answer too large'],
  ])('%s is refused with its reason', async (_what, answer, reason) => {
    const { add, site, list } = await following();
    site.answers(answer);
    const { http, body } = await add();
    expect([http, body.code, body.details]).toEqual([400, 101, expect.stringContaining(reason)]);
    expect(await list()).toEqual([]);
  });

  test('a Substack publication may be named by its own address', async () => {
    const { send, site } = await following();
    const { body } = await send('POST', { url: 'https://kestrel.substack.example/', type: 'substack' });
    expect(body.feedURL).toBe('https://kestrel.substack.example/feed');
    expect(site.outbound.asked[0]?.url).toBe('https://kestrel.substack.example/feed');
  });
});

test.each(['RSS', 'Substack'])('the type %s is accepted, and listed in lower case', async (type) => {
  const { add, list, send } = await following();
  const { body } = await add({ type });
  expect(body.type).toBe(type.toLowerCase());
  expect((await send('PUT', { id: body.id, type: 'RSS' })).http).toBe(200);
  expect((await list())[0].type).toBe('rss');
});

describe('an entry', () => {
  test('that is edited, or there twice, is posted once', async () => {
    const { add, advance, site, posts } = await following();
    await add();
    site.publish([SECOND, { ...SECOND, title: 'Twice' }, FIRST]);
    await advance(15);
    site.publish([
      { ...SECOND, title: 'Edited' },
      { ...FIRST, title: 'Edited too' },
    ]);
    await advance(15);
    expect(await posts()).toEqual(['Spring blend https://blog.example/2']);
  });

  test('without an id is known by its link, or by its text', async () => {
    const { add, advance, site, posts } = await following();
    await add();
    const [byLink, byText] = [{ title: 'One', link: 'https://blog.example/one' }, { title: 'Two' }];
    site.publish([byLink, byText]);
    await advance(15);
    site.publish([{ ...byLink, title: 'One, edited' }, byText]);
    await advance(15);
    expect((await posts()).toSorted()).toEqual(['One https://blog.example/one', 'Two']);
  });

  test('brings its image and hashtags where the feed says so', async () => {
    const { add, advance, site, ask } = await following();
    await add({ useFirstImage: true, autoHashtag: true });
    site.publish([{ ...SECOND, image: 'https://blog.example/cup.jpg' }]);
    await advance(15);
    const [post] = (await ask('/history')).body.history;
    expect(post.mediaUrls).toEqual(['https://blog.example/cup.jpg']);
    expect(post.post).toContain('#Spring');
    expect(post.platforms).toContain('instagram');
  });

  test('without an image is not sent to networks that need one', async () => {
    const { add, advance, site, ask } = await following();
    await add();
    site.publish([SECOND]);
    await advance(15);
    const [post] = (await ask('/history')).body.history;
    expect(post.platforms).not.toContain('instagram');
    expect(post).toMatchObject({ status: 'success', errors: [] });
  });

  test('is posted to X by the keys of the request that added the feed', async () => {
    for (const x of ['own', 'none'] as const) {
      const { ask, advance, site } = await following();
      await ask('/feed', { method: 'POST', body: JSON.stringify({ url: FEED_URL }), x });
      site.publish([SECOND]);
      await advance(15);
      const [post] = (await ask('/history')).body.history;
      const { twitter } = Object.fromEntries(
        [...post.postIds, ...post.errors].map((each) => [each.platform, each.code ?? each.status]),
      );
      expect(twitter).toBe(x === 'own' ? 'success' : 419);
    }
  });

  test('has its order by date, when all have one', async () => {
    const { add, advance, site, posts } = await following();
    await add();
    site.publish([
      { ...SECOND, date: 'Mon, 21 Sep 2026 10:00:00 GMT' },
      { ...THIRD, date: 'Mon, 21 Sep 2026 12:00:00 GMT' },
    ]);
    await advance(15);
    expect((await posts()).map((text: string) => text.slice(0, 6))).toEqual(['Spring', 'Summer']);
  });
});

describe('readings', () => {
  test('ask only for what changed', async () => {
    const { add, advance, site, posts, list } = await following();
    const validators = { etag: '"v1"', 'last-modified': 'Mon, 21 Sep 2026 10:00:00 GMT' };
    site.answers(ok(writeRss([FIRST]), validators));
    await add();
    site.answers({ status: 304, body: new Uint8Array() });
    await advance(15);
    expect(site.outbound.asked.at(-1)?.headers).toMatchObject({
      'If-None-Match': '"v1"',
      'If-Modified-Since': 'Mon, 21 Sep 2026 10:00:00 GMT',
    });
    const [unchanged] = await list();
    expect(unchanged).not.toHaveProperty('error');
    expect(unchanged.lastUpdated).toBe('2026-09-21T14:28:20Z');
    site.answers(ok(writeRss([SECOND, FIRST])));
    await advance(15);
    expect(await posts()).toHaveLength(1);
    await advance(15);
    expect(site.outbound.asked.at(-1)?.headers).not.toHaveProperty('If-None-Match');
  });

  test('that fail are tried again after 15 minutes, then after twice that, up to a day', async () => {
    const { add, advance, site, list, posts, now } = await following();
    await add();
    site.answers({ fault: 'connection refused' });
    const waits: number[] = [];
    for (let time = await now(); waits.length < 9; time = await now()) {
      const [feed] = await list();
      waits.push((Date.parse(feed.nextUpdate) - time) / MINUTE);
      await advance(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([15, 15, 30, 60, 120, 240, 480, 960, 1_440]);
    expect((await list())[0]).toMatchObject({
      error: 'connection refused',
      lastUpdated: '2026-09-21T14:13:20Z',
    });
    site.publish([SECOND, FIRST]);
    await advance(24 * 60);
    expect(await posts()).toEqual(['Spring blend https://blog.example/2']);
    expect((await list())[0]).not.toHaveProperty('error');
    expect(waits.every((reads) => reads > 0)).toBe(true);
  });

  test('end when the feed is gone, until it gets another address', async () => {
    const { add, advance, site, list, send, posts } = await following();
    const { body } = await add();
    site.answers({ status: 410, body: new Uint8Array() });
    await advance(15);
    const reads = site.reads();
    await advance(7 * 24 * 60);
    expect(site.reads()).toBe(reads);
    expect((await list())[0]).toMatchObject({ error: 'HTTP 410: it is gone', nextUpdate: null });
    site.publish([SECOND]);
    const moved = 'https://blog.example/moved.xml';
    expect((await send('PUT', { id: body.id, url: moved })).body).toEqual({ status: 'success', id: body.id });
    expect((await list())[0]).toMatchObject({ feedURL: moved });
    site.publish([THIRD, SECOND]);
    await advance(15);
    expect(await posts()).toEqual(['Summer hours https://blog.example/3']);
  });

  test('tell the webhook of feeds about each new post', async () => {
    const { add, advance, site, ask } = await following();
    const hook = { action: 'feed', url: 'https://hooks.example.com/feed' };
    await ask('/hook/webhook', { method: 'POST', body: JSON.stringify(hook) });
    await add();
    site.answers(({ url }) => (url === FEED_URL ? ok(writeRss([SECOND, FIRST])) : { status: 200 }));
    await advance(16);
    const { feed } = (await ask('/hook/history')).body;
    const [post] = (await ask('/history')).body.history;
    expect(feed).toMatchObject([
      { action: 'feed', id: post.id, status: 'success', details: 'new entry of The Journal' },
    ]);
  });

  test('post 100 new entries each, the oldest first, and ask for the whole feed until none is left', {
    tags: ['API-17'],
  }, async () => {
    const { sandbox, ask, send, advance, site, posts } = await following();
    await control(sandbox, 'setAccount', { profile: 'bare', platform: 'facebook' });
    await send('POST', { url: FEED_URL }, 'bare');
    const many = Array.from({ length: 105 }, (_, at) => ({ guid: `new ${at}`, title: `Entry ${at}` }));
    const document = writeRss([...many.toReversed(), FIRST]);
    const conditions: (string | undefined)[] = [];
    site.answers(({ headers }) => {
      conditions.push(headers['If-None-Match']);
      return headers['If-None-Match'] === '"all"' ? { status: 304 } : ok(document, { etag: '"all"' });
    });
    const counts = [];
    for (const _reading of [1, 2, 3]) {
      await advance(15);
      counts.push((await posts('bare')).length);
    }
    expect([counts, conditions]).toEqual([
      [100, 105, 105],
      [undefined, undefined, '"all"'],
    ]);
    expect(await posts('bare')).toEqual(many.map(({ title }) => title));
    expect((await ask('/feed', { as: 'bare' })).body.feeds[0]).not.toHaveProperty('error');
  });

  test('of 500 entries remember all, and later post the one that is new', async () => {
    const { add, advance, site, posts } = await following();
    const many = Array.from({ length: 500 }, (_, index) => ({ guid: `g${index}`, title: `T${index}` }));
    site.publish(many);
    expect((await add()).http).toBe(200);
    site.publish([SECOND, ...many]);
    await advance(15);
    expect(await posts()).toEqual(['Spring blend https://blog.example/2']);
  });
});

describe('a change', () => {
  test('of a setting leaves the entries that are known', async () => {
    const { add, advance, site, send, posts, list } = await following();
    const { body } = await add();
    await send('PUT', { id: body.id, autoHashtag: true });
    expect((await list())[0]).toMatchObject({ autoHashtag: true, nextUpdate: '2026-09-21T14:28:20Z' });
    site.publish([SECOND, FIRST]);
    await advance(15);
    expect(await posts()).toHaveLength(1);
  });

  test('that names nothing, an unknown feed or another feed of the profile is refused', async () => {
    const { add, send } = await following();
    const { body } = await add();
    const other = await send('POST', { url: 'https://blog.example/other.xml' });
    expect((await send('PUT', { id: body.id })).body.code).toBe(101);
    expect((await send('PUT', { id: 'nobody', autoHashtag: true })).body.code).toBe(1404);
    expect((await send('PUT', { id: other.body.id, url: FEED_URL })).body.code).toBe(101);
  });

  test('a removed feed is read no more, and its posts stay', async () => {
    const { add, advance, site, send, posts, list } = await following();
    const { body } = await add();
    site.publish([SECOND, FIRST]);
    await advance(15);
    expect((await send('DELETE', { id: body.id })).body).toEqual({ status: 'success', id: body.id });
    const reads = site.reads();
    site.publish([THIRD, SECOND, FIRST]);
    await advance(60);
    expect([site.reads(), await list()]).toEqual([reads, []]);
    expect(await posts()).toHaveLength(1);
  });
});
