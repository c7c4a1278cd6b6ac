import { describe, expect, test } from 'vitest';
import { findRetryAfterSeconds } from '../../../../src/client/retry-advice.ts';
import type { AccountChange } from '../../../../src/service/control/control.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import type { Platform } from '../../../../src/service/platforms.ts';
import { control } from '../../../support/control.ts';
import { type PostingSandbox, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';

const HOUR = 3_600;
const PICTURE = ['https://media.example/a.jpg'];
const VIDEO = ['https://media.example/a.mp4'];

async function withAccount(platform: Platform, change: Partial<AccountChange>): Promise<PostingSandbox> {
  const posting = await postingSandbox();
  await control(posting.sandbox, 'setAccount', { ...change, platform });
  return posting;
}

describe('an option that the account may not use', () => {
  test.each([
    [
      'subscribersOnly without subscriptions',
      { twitterOptions: { subscribersOnly: true } },
      111,
      'subscribersOnly',
    ],
    ['longPost without premium', { xOptions: { longPost: true } }, 111, 'longPost'],
    [
      'longVideo of an account that is not approved',
      { mediaUrls: VIDEO, twitterOptions: { longVideo: true } },
      182,
      'longVideo',
    ],
  ])('%s', { tags: ['POST-14', 'POST-13'] }, async (_what, sent, code, named) => {
    const { send } = await postingSandbox();
    const { http, body } = await send('POST', '/post', { post: 'hello', platforms: ['twitter'], ...sent });
    expect([http, body.code]).toEqual([400, code]);
    expect(body.errors).toMatchObject([
      { platform: 'twitter', code, details: expect.stringContaining(named) },
    ]);
  });

  test.each([
    [
      'subscribersOnly with subscriptions',
      { subscriptions: 'on' },
      { twitterOptions: { subscribersOnly: true } },
    ],
    [
      'longPost with premium',
      { premium: 'on' },
      { post: 'x'.repeat(2_000), twitterOptions: { longPost: true } },
    ],
    [
      'longVideo of an approved account',
      { longVideo: 'on' },
      { mediaUrls: VIDEO, twitterOptions: { longVideo: true } },
    ],
  ] as const)('%s is taken', { tags: ['POST-14', 'POST-13'] }, async (_what, ability, sent) => {
    const { send } = await withAccount('twitter', ability);
    const { body } = await send('POST', '/post', { post: 'hello', platforms: ['twitter'], ...sent });
    expect(body).toMatchObject({ status: 'success', errors: [] });
  });

  test('longPost on a thread is ignored with a warning', { tags: ['POST-14'] }, async () => {
    const { send } = await postingSandbox();
    const twitterOptions = { thread: true, longPost: true };
    const { body } = await send('POST', '/post', {
      post: 'one\n\ntwo',
      platforms: ['twitter'],
      twitterOptions,
    });
    expect(body.postIds).toMatchObject([{ platform: 'twitter', warnings: [{ feature: 'longPost' }] }]);
  });

  test.each(['twitter', 'threads'] as const)(
    'on a thread nothing is published on %s, and the others continue',
    { tags: ['POST-09'] },
    async (platform) => {
      const { send, ask } = await postingSandbox();
      const before = (await ask(`/history/${platform}`)).body.posts.length;
      const { body } = await send('POST', '/post', {
        post: 'one\n\ntwo\n\nthree',
        platforms: [platform, 'facebook'],
        twitterOptions: { thread: true, subscribersOnly: true },
        threadsOptions: { thread: true, allowCountries: ['PT'] },
      });
      expect(body.errors).toMatchObject([{ platform }]);
      expect(body.postIds).toMatchObject([{ platform: 'facebook' }]);
      const { posts } = (await ask(`/history/${platform}`)).body;
      expect(posts).toHaveLength(before);
    },
  );

  test.each([
    ['off', 101],
    ['on', undefined],
  ] as const)('allowCountries on threads, geo %s', { tags: ['POST-16'] }, async (geo, code) => {
    const { send } = await withAccount('threads', { geo });
    const sent = { post: 'hello', platforms: ['threads'], threadsOptions: { allowCountries: ['PT'] } };
    const { body } = await send('POST', '/post', sent);
    expect(body.code).toBe(code);
  });

  test('an empty list restricts nothing', { tags: ['POST-16'] }, async () => {
    const { send } = await postingSandbox();
    const sent = { post: 'hello', platforms: ['threads'], threadsOptions: { allowCountries: [] } };
    expect((await send('POST', '/post', sent)).body.status).toBe('success');
  });
});

describe('instagram', () => {
  const send = ({ send: sendAny }: PostingSandbox, post: string) =>
    sendAny('POST', '/post', { post, platforms: ['instagram'], mediaUrls: PICTURE });

  test('a personal account cannot publish', { tags: ['POST-15'] }, async () => {
    const { body } = await send(await withAccount('instagram', { kind: 'personal' }), 'hello');
    expect(body.errors).toMatchObject([{ code: 239, details: expect.stringContaining('personal') }]);
  });

  test('435, HTTP 429, after 50 posts in rolling 24 hours, with the seconds to wait in details', {
    tags: ['POST-15'],
  }, async () => {
    const posting = await postingSandbox();
    await control(posting.sandbox, 'setAccount', { profile: 'bare', platform: 'instagram', linked: true });
    const publish = async (count: number) => {
      const sent = { post: different(count), platforms: ['instagram'], mediaUrls: PICTURE };
      const { http, body } = await posting.send('POST', '/post', sent, { as: 'bare' });
      const { code, postIds, errors } = body.posts[0];
      return { http, code, quota: postIds[0]?.usedQuota, details: errors[0]?.details };
    };
    const { max } = LIMITS.instagramPosts;
    expect((await publish(1)).quota).toBe(1);
    await posting.advance(HOUR);
    for (let count = 2; count <= max; count += 1) expect((await publish(count)).quota).toBe(count);
    const refused = await publish(max + 1);
    expect(refused).toMatchObject({ http: 429, code: 435 });
    expect(findRetryAfterSeconds(refused.details)).toBe(23 * HOUR);
    await posting.advance(23 * HOUR - 1);
    expect((await publish(max + 1)).code).toBe(435);
    await posting.advance(1);
    expect((await publish(max + 1)).quota).toBe(max);
  });

  test.each([
    ['instagram', 239],
    ['facebook', 476],
  ] as const)('an account that %s restricts cannot publish: %i', async (platform, code) => {
    const posting = await withAccount(platform, { standing: 'restricted' });
    const sent = { post: 'hello', platforms: [platform], mediaUrls: PICTURE };
    const { body } = await posting.send('POST', '/post', sent);
    expect(body.errors).toMatchObject([{ platform, code }]);
    expect(body.errors[0]).not.toHaveProperty('retryAvailable');
  });
});

/** Texts that have nothing in common. */
function different(count: number): string {
  return Array.from({ length: 6 }, (_, place) => ((count * 7_919 + place * 104_729) ** 3).toString(36)).join(
    ' ',
  );
}
