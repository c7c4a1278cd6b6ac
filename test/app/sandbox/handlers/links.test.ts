import { describe, expect, test } from 'vitest';
import { readBrowser, readReferer } from '../../../../src/sandbox/http/follow-links.ts';
import type { SandboxAnswer } from '../../../../src/sandbox/http/sandbox-request.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import { type SmallSandbox, smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const TARGET = 'https://shop.example/spring?from=post';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const DAY_MS = 86_400_000;

const shorten = async ({ ask }: Pick<SmallSandbox, 'ask'>, url = TARGET, as?: string) =>
  (
    await ask('/links', {
      method: 'POST',
      body: JSON.stringify({ url }),
      ...(as !== undefined && { as }),
    })
  ).body;

interface Visit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Follows a short link without any key, as a browser does. */
const follow = (
  { sandbox }: Pick<SmallSandbox, 'sandbox'>,
  id: string,
  { method = 'GET', headers = { 'user-agent': CHROME } }: Visit = {},
): Promise<SandboxAnswer> =>
  sandbox.answer({ method, url: new URL(`http://127.0.0.1/s/${id}`), headers, body: null });

const clicksOf = async ({ ask }: Pick<SmallSandbox, 'ask'>, id: string, query = '') =>
  (await ask(`/links/${id}${query}`)).body.analytics;

describe('a short link', () => {
  test('leads to its address, without a key, and counts referers and browsers', {
    tags: ['API-13'],
  }, async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const { id } = await shorten(small);
    const { status, headers, body } = await follow(small, id);
    expect([status, headers['location'], headers['cache-control'], body.length]).toEqual([
      302,
      TARGET,
      'no-store',
      0,
    ]);
    const referer = 'https://news.example/today?reader=7';
    await follow(small, id, { headers: { 'user-agent': FIREFOX, referer } });
    await follow(small, id, { headers: { referer } });
    const { http, body: answer } = await small.ask(`/links/${id}`);
    expect(http).toBe(200);
    expect(fieldsOutside(ENDPOINTS.getLink.answer, answer)).toEqual([]);
    expect(answer).toEqual({
      status: 'success',
      analytics: {
        id,
        shortUrl: `https://s.example/${id}`,
        originalUrl: TARGET,
        created: '2026-09-21T14:13:20Z',
        totalClicks: 3,
        refererCounts: { 'news.example': 2, direct: 1 },
        browserCounts: { chrome: 1, firefox: 1, other: 1 },
      },
    });
  });

  test.each<[string, Visit]>([
    ['HEAD', { method: 'HEAD' }],
    ['a bot', { headers: { 'user-agent': 'ExampleBot/1.0 (+https://bot.example)' } }],
    ['a preview of a chat', { headers: { 'user-agent': 'facebookexternalhit/1.1' } }],
    ['a prefetch', { headers: { 'user-agent': CHROME, 'sec-purpose': 'prefetch;prerender' } }],
  ])('is followed by %s, which is no click', async (_who, visit) => {
    const small = await smallSandbox(SLIGHT_SEED);
    const { id } = await shorten(small);
    const { status, headers } = await follow(small, id, visit);
    expect([status, headers['location']]).toEqual([302, TARGET]);
    expect((await clicksOf(small, id)).totalClicks).toBe(0);
  });

  test.each([
    ['nobody', 404],
    ['a'.repeat(40), 404],
    ['a/b', 404],
    ['', 404],
    ['%2e%2e', 403], // another path, which requires a key
  ])('%j leads nowhere', async (id, expected) => {
    const small = await smallSandbox(SLIGHT_SEED);
    const { status, headers } = await follow(small, id);
    expect(status).toBe(expected);
    expect(headers).not.toHaveProperty('location');
  });

  test.each(['POST', 'DELETE'])('%s is no way to follow it', async (method) => {
    const small = await smallSandbox(SLIGHT_SEED);
    const { id } = await shorten(small);
    expect((await follow(small, id, { method })).status).toBe(404);
  });

  test.each(['https://shop.example/a\r\nset-cookie: x=1', 'https://shop.example/é ü\t"<>'])(
    'no line break of %j reaches a header',
    { tags: ['S12'] },
    async (url) => {
      const small = await smallSandbox(SLIGHT_SEED);
      const { id } = await shorten(small, url);
      const { headers } = await follow(small, id);
      expect(headers['location']).toMatch(/^https:\/\/shop\.example\/[\x21-\x7e]*$/);
      expect(Object.keys(headers).toSorted()).toEqual(['cache-control', 'location']);
    },
  );

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    `https://a.example/${'a'.repeat(3_000)}`,
  ])('is not made of %j', async (url) => {
    const small = await smallSandbox(SLIGHT_SEED);
    expect(await shorten(small, url)).toMatchObject({ code: 101, action: 'links' });
  });

  test('referers without end do not fill the disk: beyond the first ones they are counted together', {
    tags: ['D8'],
  }, async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const { id } = await shorten(small);
    const visits = ASSUMED.referersPerDay + 30;
    for (let at = 0; at < visits; at += 1)
      await follow(small, id, { headers: { referer: `https://r${at}.example/` } });
    await follow(small, id, { headers: { referer: 'https://r0.example/' } });
    const { totalClicks, refererCounts } = await clicksOf(small, id);
    expect(totalClicks).toBe(visits + 1);
    expect(Object.keys(refererCounts)).toHaveLength(ASSUMED.referersPerDay + 1);
    expect([refererCounts.other, refererCounts['r0.example']]).toEqual([30, 2]);
  });
});

test.each<[string | undefined, string]>([
  [undefined, 'direct'],
  [' ', 'direct'],
  ['https://user:secret@News.Example:8443/a?b=c#d', 'news.example'],
  ['android-app://com.example', 'other'],
  ['javascript:alert(1)', 'other'],
  ['<script>', 'other'],
  [`https://${'a.'.repeat(200)}example/`, 'other'],
  ['https://\u202emoc.example/', 'other'],
])('the referer %j counts as %s', (header, name) => {
  expect(readReferer(header)).toBe(name);
});

test.each<[string | undefined, string]>([
  [CHROME, 'chrome'],
  [FIREFOX, 'firefox'],
  [`${CHROME} Edg/142.0.0.0`, 'edge'],
  [`${CHROME} OPR/120.0`, 'opera'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1', 'safari'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1', 'chrome'],
  ['curl/8.15.0', 'other'],
  ['__proto__', 'other'],
  [undefined, 'other'],
])('the browser %j is %s', (header, name) => {
  expect(readBrowser(header)).toBe(name);
});

describe('GET /links', () => {
  test('lists the links of the profile, newest first, in their dates', { tags: ['API-12'] }, async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const one = await shorten(small);
    small.clock.advance(DAY_MS);
    const other = await shorten(small, 'https://shop.example/autumn');
    await shorten(small, TARGET, 'acme');
    await follow(small, one.id);
    small.clock.advance(DAY_MS);
    await follow(small, one.id);
    const list = async (query = '') => {
      const { http, body } = await small.ask(`/links${query}`);
      expect([http, fieldsOutside(ENDPOINTS.listLinks.answer, body)]).toEqual([200, []]);
      return body.analytics.map(({ id, totalClicks }: { id: string; totalClicks: number }) => [
        id,
        totalClicks,
      ]);
    };
    expect(await list()).toEqual([
      [other.id, 0],
      [one.id, 2],
    ]);
    expect(await list('?fromCreatedDate=2026-09-22')).toEqual([[other.id, 0]]);
    expect(await list('?toCreatedDate=2026-09-21T14:13:20Z')).toEqual([[one.id, 2]]);
    expect(await list('?fromClickDate=2026-09-23')).toEqual([
      [other.id, 0],
      [one.id, 1],
    ]);
    expect((await small.ask('/links?fromClickDate=soon')).body.code).toBe(101);
  });

  test('one of another profile, or that does not exist, is not found', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const { id } = await shorten(small, TARGET, 'acme');
    for (const path of [`/links/${id}`, '/links/nobody']) {
      const { http, body } = await small.ask(path);
      expect([http, body.code, body.action]).toEqual([404, 1404, 'links']);
    }
    expect((await small.ask(`/links/${id}`, { as: 'acme' })).http).toBe(200);
  });
});

describe('GET /analytics/links', () => {
  test('has the clicks of each day; they add up to the totals', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const { id } = await shorten(small);
    const other = await shorten(small);
    for (const visits of [2, 0, 1]) {
      for (let at = 0; at < visits; at += 1) await follow(small, id);
      small.clock.advance(DAY_MS);
    }
    await follow(small, other.id);
    const { body } = await small.ask('/analytics/links');
    expect(fieldsOutside(ENDPOINTS.getLinkAnalytics.answer, body)).toEqual([]);
    expect(body).toMatchObject({
      status: 'success',
      totalClicks: 4,
      daily: [
        { date: '2026-09-21', clicks: 2 },
        { date: '2026-09-23', clicks: 1 },
        { date: '2026-09-24', clicks: 1 },
      ],
      links: [
        { id: other.id, totalClicks: 1, daily: [{ date: '2026-09-24', clicks: 1 }] },
        { id, originalUrl: TARGET, totalClicks: 3 },
      ],
    });
    const range = (await small.ask('/analytics/links?fromDate=2026-09-22&toDate=2026-09-23')).body;
    expect([range.totalClicks, range.daily]).toEqual([1, [{ date: '2026-09-23', clicks: 1 }]]);
  });
});

describe('shortenLinks of a post', () => {
  test('makes links that are listed, and that lead where the text did', async () => {
    const small = await postingSandbox();
    const { body } = await small.send('POST', '/post', {
      post: 'see https://shop.example/spring, not https://[',
      platforms: ['facebook', 'linkedin'],
      shortenLinks: true,
    });
    const [link, ...more] = (await small.ask('/links')).body.analytics;
    expect(more).toEqual([]);
    expect(link.originalUrl).toBe('https://shop.example/spring');
    expect(body.post).toBe(`see ${link.shortUrl}, not https://[`);
    expect((await follow(small, link.id)).headers['location']).toBe('https://shop.example/spring');
    expect((await clicksOf(small, link.id)).totalClicks).toBe(1);
  });
});
