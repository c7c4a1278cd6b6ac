import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import {
  CommentPlatform,
  PLATFORMS,
  Platform,
  POST_ANALYTICS_PLATFORMS,
} from '../../../../src/service/platforms.ts';
import { control } from '../../../support/control.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import { type SmallSandbox, smallSandbox, type TestRequest } from '../../../support/small-sandbox.ts';
import { everywhereOn, POST, SLIGHT_SEED } from '../../../support/small-seed.ts';

const DAY_MS = 86_400_000;

const post = ({ ask }: Pick<SmallSandbox, 'ask'>, body: object, sending: TestRequest = {}) =>
  ask('/analytics/post', { method: 'POST', body: JSON.stringify(body), ...sending });
const social = ({ ask }: Pick<SmallSandbox, 'ask'>, body: object = {}, sending: TestRequest = {}) =>
  ask('/analytics/social', { method: 'POST', body: JSON.stringify(body), ...sending });

type Numbers = Readonly<Record<string, unknown>>;

/** Sums of the daily values, under the names of `totals`. */
const sumDays = (daily: readonly Numbers[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { date: _date, ...day } of daily)
    for (const [name, count] of Object.entries(day)) sums[name] = (sums[name] ?? 0) + Number(count);
  return sums;
};
const pick = (from: Numbers, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

describe('POST /analytics/post', () => {
  test('has each network of a post, with the fields of its own', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const { http, body } = await post(small, { id: POST.everywhere });
    expect([http, body.status, body.id]).toEqual([200, 'success', POST.everywhere]);
    expect(fieldsOutside(ENDPOINTS.getPostAnalytics.answer, body)).toEqual([]);
    expect(body).not.toHaveProperty('errors');
    for (const platform of CommentPlatform.options) {
      const { id, postUrl, analytics, lastUpdated, nextUpdate } = body[platform];
      expect([id, postUrl]).toEqual([everywhereOn(platform), expect.stringContaining(platform)]);
      expect([lastUpdated, nextUpdate]).toEqual(['2026-09-21T14:13:20Z', '2026-09-21T14:23:20Z']);
      expect(Object.keys(analytics)).toEqual(
        expect.arrayContaining(Object.values(PLATFORMS[platform].postMetrics ?? {})),
      );
      const comments = analytics[PLATFORMS[platform].postMetrics?.comments ?? ''];
      expect(comments).toBe(platform === 'twitter' ? 2 : platform === 'linkedin' ? 7 : 4);
    }
  });

  test.each(CommentPlatform.options)('on %s it agrees with the history of the network', async (platform) => {
    const small = await smallSandbox(SLIGHT_SEED);
    const analytics = (await post(small, { id: POST.everywhere, platforms: [platform] })).body[platform]
      .analytics;
    const posts: readonly Numbers[] = (await small.ask(`/history/${platform}?limit=500`)).body.posts;
    const listed = posts.find(({ id }) => id === everywhereOn(platform)) ?? {};
    const shared = Object.values(PLATFORMS[platform].postMetrics ?? {}).filter((name) => name in listed);
    expect(shared.length).toBeGreaterThan(1);
    expect(pick(analytics, shared)).toEqual(pick(listed, shared));
  });

  test('figures only grow with the clock, the same until the next refresh, and add up from the days', {
    tags: ['API-02'],
  }, async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const read = async () =>
      (await post(small, { id: POST.everywhere, platforms: ['instagram'], daily: true })).body.instagram;
    const names = Object.values(PLATFORMS.instagram.postMetrics ?? {});
    let before = await read();
    small.clock.advance(LIMITS.commentRefreshMs - 1);
    expect(await read()).toEqual(before);
    for (const ms of [1, DAY_MS, DAY_MS, 7 * DAY_MS]) {
      small.clock.advance(ms);
      const { analytics } = await read();
      for (const name of names) expect(analytics[name]).toBeGreaterThanOrEqual(before.analytics[name]);
      expect(sumDays(analytics.daily)).toEqual(pick(analytics, names));
      expect(analytics.daily.slice(0, before.analytics.daily.length - 1)).toEqual(
        before.analytics.daily.slice(0, -1),
      );
      before = { analytics };
    }
    expect(before.analytics.viewsCount).toBeGreaterThan(0);
  });

  test('a comment of today counts, after the next refresh', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const read = async () => {
      const sent = { id: POST.everywhere, platforms: ['instagram'], daily: true };
      const { analytics } = (await post(small, sent)).body.instagram;
      return [analytics.commentsCount, analytics.daily.at(-1).commentsCount];
    };
    const [all, today] = await read();
    small.clock.advance(1);
    await control(small.sandbox, 'engage', {
      kind: 'comment',
      from: { username: 'mara' },
      text: 'Lovely',
      postId: everywhereOn('instagram'),
    });
    expect(await read()).toEqual([all, today]);
    small.clock.advance(LIMITS.commentRefreshMs);
    expect(await read()).toEqual([all + 1, today + 1]);
  });

  test('searchPlatformId finds a post by its own id, with exactly one network', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const id = everywhereOn('tiktok');
    const { http, body } = await post(small, { id, platforms: ['tiktok'], searchPlatformId: true });
    expect([http, body.id, body.tiktok.id]).toEqual([200, id, id]);
    for (const platforms of [undefined, ['tiktok', 'youtube'], []]) {
      const answer = await post(small, { id, platforms, searchPlatformId: true });
      expect([answer.http, answer.body.code]).toEqual([400, 101]);
    }
    const other = await post(small, { id, platforms: ['youtube'], searchPlatformId: true });
    expect([other.http, other.body.code]).toEqual([404, 186]);
  });

  test('Google Business Profile is not offered; beside others it is left out', {
    tags: ['API-03'],
  }, async () => {
    const small = await postingSandbox();
    await control(small.sandbox, 'setAccount', { platform: 'gmb', linked: true });
    const create = async (platforms: readonly Platform[]) =>
      (await small.send('POST', '/post', { post: `on ${platforms.join(' and ')}`, platforms })).body.id;
    const both = await post(small, { id: await create(['gmb', 'linkedin']) });
    expect(both.body).toMatchObject({ status: 'success', linkedin: {} });
    expect(both.body).not.toHaveProperty('gmb');
    const alone = await post(small, { id: await create(['gmb']) });
    expect([alone.http, alone.body.code, alone.body.errors[0].platform]).toEqual([400, 1415, 'gmb']);
    expect((await post(small, { id: POST.everywhere, platforms: ['gmb'] })).body.code).toBe(101);
    expect(POST_ANALYTICS_PLATFORMS).not.toContain('gmb');
  });

  test('one network that fails leaves a partial result, all of them an error with the first code', {
    tags: ['COM-15'],
  }, async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setAccount', { platform: 'facebook', token: 'expired' });
    const { http, body } = await post(small, { id: POST.everywhere });
    expect([http, body.status]).toEqual([200, 'partial']);
    expect(body.errors).toEqual([
      {
        platform: 'facebook',
        status: 'error',
        code: 161,
        message: expect.any(String),
        relink: true,
        id: everywhereOn('facebook'),
      },
    ]);
    expect(body).not.toHaveProperty('facebook');
    expect(body.instagram.analytics.likeCount).toBeGreaterThan(0);
    const all = await post(small, { id: POST.everywhere, platforms: ['facebook'] });
    expect([all.http, all.body.status, all.body.code, all.body.action]).toEqual([
      400,
      'error',
      161,
      'analytics',
    ]);
  });

  test.each<[string, object, number, number]>([
    ['an unknown id', { id: 'Nothing' }, 404, 186],
    ['a post of another profile', { id: POST.acme }, 404, 186],
    ['a network that the post is not on', { id: POST.silent, platforms: ['youtube'] }, 404, 186],
    ['a TikTok post that failed', { id: POST.failedOnly }, 400, 288],
    ['an expired story of Instagram', { id: POST.oldStory, platforms: ['instagram'] }, 404, 485],
    ['a story of Facebook', { id: POST.expiredStoryOnly }, 400, 1415],
    ['no id', {}, 400, 101],
    ['an unknown network', { id: POST.silent, platforms: ['myspace'] }, 400, 101],
    ['a wrong type', { id: POST.silent, daily: 'yes' }, 400, 101],
  ])('%s is refused', { tags: ['COM-20', 'COM-19'] }, async (_what, body, http, code) => {
    const small = await smallSandbox();
    const answer = await post(small, body);
    expect([answer.http, answer.body.code]).toEqual([http, code]);
  });

  test('X needs its keys: 419', { tags: ['AUTH-08'] }, async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const named = { id: POST.everywhere, platforms: ['twitter'] };
    expect((await post(small, named, { x: 'none' })).body.code).toBe(419);
    expect((await post(small, { id: POST.everywhere }, { x: 'none' })).body).toMatchObject({
      status: 'partial',
      errors: [{ platform: 'twitter', code: 419 }],
    });
  });

  test('X is refreshed less and less often, and each refresh costs a request of its app', {
    tags: ['COM-13'],
  }, async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setXApp', { credits: 1 });
    const read = () => post(small, { id: POST.onX });
    expect((await read()).http).toBe(200);
    expect((await read()).http).toBe(200);
    small.clock.advance(LIMITS.commentRefreshMs);
    expect([(await read()).http, (await read()).body.code]).toEqual([402, 416]);
    await control(small.sandbox, 'setXApp', { credits: 5 });
    const { twitter } = (await read()).body;
    expect(Date.parse(twitter.nextUpdate) - Date.parse(twitter.lastUpdated)).toBe(
      2 * LIMITS.commentRefreshMs,
    );
  });
});

test.each([
  ['of a post', 'postMetrics'],
  ['of an account', 'accountMetrics'],
] as const)('docs/service/endpoints.md names the metrics %s', (what, part) => {
  const page = readFileSync(new URL('../../../../docs/service/endpoints.md', import.meta.url), 'utf8');
  const [table = ''] = page.split(`\`analytics\` ${what} is inferred`).slice(1);
  const rows = (table.split('| network | metrics |')[1] ?? '').split('\n\n')[0] ?? '';
  const named = [...rows.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, platform, cells = '']) => [
    platform,
    [...cells.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  ]);
  const offered = Platform.options.filter((platform) => PLATFORMS[platform][part] !== null);
  expect(named).toEqual(
    offered.map((platform) => [platform, Object.values(PLATFORMS[platform][part] ?? {})]),
  );
});

describe('475: a personal LinkedIn profile without the permission for its analytics', () => {
  test.each(['post', 'social'] as const)(
    '%s: it persists for minutes after a relink',
    { tags: ['API-04', 'ERR-04'] },
    async (what) => {
      const small = await smallSandbox(SLIGHT_SEED);
      const sent = { platforms: ['linkedin'] };
      const read = () =>
        what === 'post' ? post(small, { id: POST.everywhere, ...sent }) : social(small, sent);
      await control(small.sandbox, 'setAccount', { platform: 'linkedin', permission: 'missing' });
      const refused = await read();
      expect([refused.http, refused.body.code, refused.body.relink]).toEqual([403, 475, true]);
      await control(small.sandbox, 'setAccount', { platform: 'linkedin', permission: 'granted' });
      expect([(await read()).http, (await read()).body.code]).toEqual([403, 475]);
      small.clock.advance(ASSUMED.analytics.scopesDelayMs);
      expect((await read()).http).toBe(200);
    },
  );

  test('it does not persist for a clock that was set back', { tags: ['API-04'] }, async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const read = async () => (await social(small, { platforms: ['linkedin'] })).http;
    await control(small.sandbox, 'setAccount', { platform: 'linkedin', permission: 'missing' });
    expect(await read()).toBe(403);
    await control(small.sandbox, 'setAccount', { platform: 'linkedin', permission: 'granted' });
    expect(await read()).toBe(403);
    small.clock.advance(-1);
    expect(await read()).toBe(200);
  });
});

describe('a fault of `sandbox fault`', () => {
  test.each(['getPostAnalytics', 'getSocialAnalytics'] as const)(
    '444 of Facebook in %s',
    async (endpoint) => {
      const small = await smallSandbox(SLIGHT_SEED);
      const fault = { code: 444, network: 'facebook', endpoint, count: 2 } as const;
      await control(small.sandbox, 'addFault', fault);
      const read = (platforms?: readonly Platform[]) =>
        endpoint === 'getPostAnalytics'
          ? post(small, { id: POST.everywhere, platforms })
          : social(small, { platforms });
      const { http, body } = await read(['facebook']);
      expect([http, body.code, body.relink]).toEqual([429, 444, undefined]);
      expect((await read()).body).toMatchObject({
        status: 'partial',
        errors: [{ platform: 'facebook', code: 444 }],
      });
      expect((await read(['facebook'])).http).toBe(200); // the account stays linked
    },
  );
});

describe('POST /analytics/social', () => {
  test('has every linked network, Google Business Profile too, with the fields of its own', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setAccount', { platform: 'gmb', linked: true });
    const { http, body } = await social(small);
    expect([http, body.status]).toEqual([200, 'success']);
    expect(fieldsOutside(ENDPOINTS.getSocialAnalytics.answer, body)).toEqual([]);
    for (const platform of [...CommentPlatform.options, 'gmb'] as const) {
      const { analytics, lastUpdated, nextUpdate } = body[platform];
      const names = Object.values(PLATFORMS[platform].accountMetrics ?? {});
      expect(Object.keys(analytics).toSorted()).toEqual(
        [...names, 'postsCount', 'startDate', 'endDate'].toSorted(),
      );
      expect([lastUpdated, nextUpdate]).toEqual(['2026-09-21T14:13:20Z', '2026-09-21T14:23:20Z']);
    }
  });

  test.each([1, 4])(
    '%i quarters are as many times 90 whole days, which add up',
    { tags: ['API-05'] },
    async (quarters) => {
      const small = await smallSandbox(SLIGHT_SEED);
      const { analytics } = (await social(small, { platforms: ['instagram'], quarters, daily: true })).body
        .instagram;
      const { followers, ...counted } = PLATFORMS.instagram.accountMetrics ?? {};
      const length = quarters * ASSUMED.analytics.quarterDays;
      expect([analytics.daily.length, analytics.endDate, analytics.daily.at(-1).date]).toEqual([
        length,
        '2026-09-20',
        '2026-09-20',
      ]);
      expect(analytics.daily[0].date).toBe(analytics.startDate);
      expect(sumDays(analytics.daily)).toEqual(pick(analytics, Object.values(counted)));
      expect(analytics[followers ?? '']).toBeGreaterThan(0);
    },
  );

  test('posts are those that the sandbox has', async () => {
    const small = await postingSandbox();
    const read = async () =>
      (await social(small, { platforms: ['linkedin'] })).body.linkedin.analytics.postsCount;
    const before = await read();
    await small.send('POST', '/post', { post: 'One more of us', platforms: ['linkedin'] });
    small.clock.advance(LIMITS.commentRefreshMs);
    expect(await read()).toBe(before + 1);
  });

  test.each<[string, object]>([
    ['no quarter', { quarters: 0 }],
    ['too many quarters', { quarters: 5 }],
    ['half a quarter', { quarters: 1.5 }],
    ['no network', { platforms: [] }],
    ['a network without analytics', { platforms: ['whatsapp'] }],
  ])('%s: 101', async (_what, body) => {
    const { http, body: answer } = await social(await smallSandbox(SLIGHT_SEED), body);
    expect([http, answer.code, answer.action]).toEqual([400, 101, 'analytics']);
  });

  test('156 for a network that is not linked, and without any', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    expect((await social(small, { platforms: ['snapchat'] })).body.code).toBe(156);
    expect((await social(small, {}, { as: 'bare' })).body.code).toBe(156);
  });
});
