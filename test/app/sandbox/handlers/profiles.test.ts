import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { DM, engagedSandbox, HOOK } from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { type SmallSandbox, smallSandbox } from '../../../support/small-sandbox.ts';
import { POST, SLIGHT_SEED } from '../../../support/small-seed.ts';

const open = async (plan: 'premium' | 'launch' = 'launch') => {
  const small = await smallSandbox(SLIGHT_SEED);
  await control(small.sandbox, 'setPlan', { plan });
  return small;
};

const sending =
  (method: string) =>
  ({ ask }: Pick<SmallSandbox, 'ask'>, body: unknown, path = '/profiles') =>
    ask(path, { method, body: JSON.stringify(body) });
const [create, change, remove] = [sending('POST'), sending('PATCH'), sending('DELETE')];

const titles = async ({ ask }: Pick<SmallSandbox, 'ask'>) =>
  (await ask('/profiles')).body.profiles.map(({ title }: { title: string }) => title);
const known = ({ sandbox }: SmallSandbox, title: string) =>
  sandbox.credentials.profiles.find((profile) => profile.title === title);
const withKey = (profileKey: string) => ({ headers: { 'profile-key': profileKey } });

describe('POST /profiles', () => {
  test('creates a User Profile, and returns its key, only once', { tags: ['AUTH-12'] }, async () => {
    const small = await open();
    const { http, body } = await create(small, {
      title: 'Shop North',
      tags: ['north'],
      messagingActive: true,
    });
    expect(http).toBe(200);
    expect(fieldsOutside(ENDPOINTS.createProfile.answer, body)).toEqual([]);
    expect(body).toEqual({
      status: 'success',
      title: 'Shop North',
      refId: expect.stringMatching(/^[0-9a-f]{40}$/),
      profileKey: expect.stringMatching(/^SBX-PROFILE-[0-9A-F]{40}$/),
      messagingActive: true,
    });
    expect((await small.ask('/user', withKey(body.profileKey))).body).toMatchObject({
      title: 'Shop North',
      refId: body.refId,
      displayNames: [],
    });
    expect(await titles(small)).toEqual(['Acme', 'Bare', 'Shop North']);
    expect(JSON.stringify((await small.ask('/profiles')).body)).not.toContain(body.profileKey);
    expect(known(small, 'Shop North')).toMatchObject({ alias: 'shop-north', profileKey: body.profileKey });
  });

  test('it can be linked, posts and receives events for itself only', async () => {
    const small = await open();
    const { profileKey } = (await create(small, { title: 'Shop North' })).body;
    await control(small.sandbox, 'setAccount', { profile: 'shop-north', platform: 'facebook', linked: true });
    const { body } = await small.ask('/user', withKey(profileKey));
    expect(body.activeSocialAccounts).toEqual(['facebook']);
    expect((await small.ask(`/post/${POST.everywhere}`, withKey(profileKey))).body.code).toBe(186);
  });

  test.each([
    ['a profile', 'Acme'],
    ['the Primary Profile', 'Primary Profile'],
  ])('a title that %s has is 146, and nothing is made', async (_who, title) => {
    const small = await open();
    const { http, body } = await create(small, { title });
    expect([http, body.code, body.action]).toEqual([400, 146, 'profiles']);
    expect(await titles(small)).toEqual(['Acme', 'Bare']);
  });

  test('of several that come at the same moment one is made', async () => {
    const small = await open();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(small, { title: 'Rush' })));
    expect(answers.map(({ body }) => body.code ?? 200).toSorted()).toEqual(
      [...Array(7).fill(146), 200].toSorted(),
    );
    expect(await titles(small)).toEqual(['Acme', 'Bare', 'Rush']);
  });

  test('names that would be the same on a command line get a number', async () => {
    const small = await open();
    for (const title of ['acme!', 'ACME?', 'none']) await create(small, { title });
    expect(small.sandbox.credentials.profiles.map(({ alias }) => alias)).toEqual([
      'acme',
      'bare',
      'acme-2',
      'acme-3',
      'none-2',
    ]);
  });

  test.each([
    ['no title', {}, 'title: is required'],
    ['a blank one', { title: ' \t' }, 'title: must not be blank'],
    ['a number', { title: 7 }, 'title: is required'],
    ['a list', [{ title: 'x' }], 'must be an object'],
    ['text for a switch', { title: 'x', messagingActive: 'yes' }, 'messagingActive: must be true or false'],
  ])('%s: 101', async (_what, body, details) => {
    const small = await open();
    const { http, body: answer } = await create(small, body);
    expect([http, answer.code, answer.details]).toEqual([400, 101, details]);
  });

  test('the plan Premium has no User Profiles: 1403', { tags: ['AUTH-12'] }, async () => {
    const small = await open('premium');
    for (const call of [create, change, remove]) {
      const { http, body } = await call(small, { title: 'Acme' });
      expect([http, body.code]).toEqual([403, 1403]);
    }
  });
});

describe('PATCH /profiles', () => {
  test('changes titles; the alias, the key and what is linked stay', async () => {
    const small = await open();
    const { profileKey = '', refId } = known(small, 'Acme') ?? {};
    const { http, body } = await change(small, { profileKey, title: 'Acme Ltd', displayTitle: 'ACME' });
    expect([http, body]).toEqual([200, { status: 'success', refId }]);
    const listed = (await small.ask('/profiles?title=Acme Ltd')).body.profiles;
    expect(listed).toMatchObject([{ title: 'Acme Ltd', displayTitle: 'ACME', refId }]);
    expect(known(small, 'Acme Ltd')).toMatchObject({ alias: 'acme', profileKey });
    await change(small, { profileKey, tags: ['one'] });
    expect((await small.ask('/profiles?title=Acme Ltd')).body.profiles).toEqual(listed);
  });

  test.each([
    ['the title of another', { title: 'Bare' }, 146],
    ['its own title', { title: 'Acme' }, undefined],
    ['nothing', {}, 101],
    ['an unknown value', { colour: 'red' }, 101],
  ])('%s', async (_what, body, code) => {
    const small = await open();
    const { profileKey } = known(small, 'Acme') ?? {};
    expect((await change(small, { profileKey, ...body })).body.code).toBe(code);
    expect(await titles(small)).toEqual(['Acme', 'Bare']);
  });

  test('an unknown key is 1404, HTTP 404', async () => {
    const small = await open();
    for (const profileKey of ['SBX-PROFILE-0', small.sandbox.credentials.apiKey]) {
      const { http, body } = await change(small, { profileKey, title: 'x' });
      expect([http, body.code, body.action]).toEqual([404, 1404, 'profiles']);
    }
  });
});

describe('DELETE /profiles', () => {
  test.each(['profileKey', 'title'] as const)(
    'by its %s: it is gone, and its key opens nothing',
    async (by) => {
      const small = await open();
      const acme = known(small, 'Acme');
      const key = acme?.profileKey ?? '';
      const { http, body } = await remove(small, { [by]: acme?.[by] });
      expect([http, body]).toEqual([200, { status: 'success', refId: acme?.refId }]);
      expect(await titles(small)).toEqual(['Bare']);
      expect((await small.ask('/user', withKey(key))).body).toMatchObject({ code: 102, status: 'error' });
      expect((await small.ask('/user', withKey(key))).http).toBe(403);
      expect((await small.ask('/user', { headers: { authorization: `Bearer ${key}` } })).http).toBe(403);
      expect((await remove(small, { [by]: acme?.[by] })).body.code).toBe(1404);
      expect(known(small, 'Acme')).toBeUndefined();
      expect(
        (await control(small.sandbox, 'listAccounts')).body.accounts.map(({ profile }) => profile),
      ).not.toContain('acme');
    },
  );

  test('its title and its alias are free for another, which inherits nothing', async () => {
    const small = await open();
    const before = known(small, 'Acme');
    await remove(small, { title: 'Acme' });
    const { profileKey, refId } = (await create(small, { title: 'Acme' })).body;
    expect(profileKey).not.toBe(before?.profileKey);
    expect(refId).not.toBe(before?.refId);
    expect(known(small, 'Acme')?.alias).toBe('acme');
    const { body } = await small.ask('/user', withKey(profileKey));
    expect(body.displayNames).toEqual([]);
    expect((await small.ask(`/post/${POST.acme}`, withKey(profileKey))).body.code).toBe(186);
    await remove(small, { title: 'Acme' });
    await create(small, { title: 'Acme' });
    expect(await titles(small)).toEqual(['Bare', 'Acme']);
  });

  test.each([
    ['neither', {}, 101],
    ['an unknown title', { title: 'acme' }, 1404],
    ['the Primary Profile', { title: 'Primary Profile' }, 1404],
    ['the API key', { profileKey: 'the API key' }, 1404],
    ['a key and the title of another', { profileKey: 'of acme', title: 'Bare' }, 1404],
    ['a blank title', { title: ' ' }, 101],
  ])('%s: refused, and nothing is gone', async (_what, body, code) => {
    const small = await open();
    const keys: Record<string, string | undefined> = {
      'the API key': small.sandbox.credentials.apiKey,
      'of acme': known(small, 'Acme')?.profileKey,
    };
    const named = 'profileKey' in body ? { ...body, profileKey: keys[body.profileKey] } : body;
    expect((await remove(small, named)).body.code).toBe(code);
    expect(await titles(small)).toEqual(['Acme', 'Bare']);
  });

  test('nothing of it acts any more: no DM, no event, no waiting delivery', async () => {
    const engaged = await engagedSandbox();
    const { ask, sandbox, automate, engage, advance, listen, texts } = engaged;
    await listen('https://hooks.example/acme', 'acme');
    await automate([DM, HOOK], { as: 'acme' });
    await engage({ profile: 'acme' });
    await advance(61);
    expect(await texts()).toHaveLength(1);
    const waiting = (await control(sandbox, 'listDeliveries')).body.deliveries;
    expect(waiting.length).toBeGreaterThan(0);
    await engage({ profile: 'acme', from: { username: 'noor' } }); // matched, and not yet due

    expect((await remove({ ask }, { title: 'Acme' })).http).toBe(200);

    await advance(61);
    expect(await texts()).toHaveLength(1);
    const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
    expect(deliveries).toHaveLength(waiting.length);
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['failed']));
    expect((await control(sandbox, 'status')).body.upcoming.deliveries).toBe(0);
    expect(
      (
        await control(sandbox, 'engage', {
          kind: 'dm',
          from: { username: 'mara' },
          text: 'x',
          profile: 'acme',
        })
      ).http,
    ).toBe(400);
  });

  test('its scheduled posts are never published, and no event is sent', async () => {
    const small = await open();
    const { ask, sandbox } = small;
    await ask('/hook/webhook', {
      method: 'POST',
      body: '{"action":"scheduled","url":"https://hooks.example/a"}',
    });
    await control(sandbox, 'setAccount', { profile: 'bare', platform: 'tiktok', linked: true });
    const send = (body: object) => ask('/post', { method: 'POST', body: JSON.stringify(body), as: 'bare' });
    const video = { post: 'Late', platforms: ['tiktok'], mediaUrls: ['https://media.example/a.mp4'] };
    const pending = await send(video);
    expect(pending.body.posts).toMatchObject([{ postIds: [{ platform: 'tiktok', id: 'pending' }] }]);
    const later = await send({ ...video, post: 'Another', scheduleDate: '2026-09-21T15:00:00Z' });
    expect(later.body.status).toBe('scheduled');
    expect((await control(sandbox, 'status')).body.upcoming.posts).toBe(1);

    await remove(small, { title: 'Bare' });

    expect((await control(sandbox, 'status')).body.upcoming.posts).toBe(0);
    await control(sandbox, 'advanceClock', { ms: 2 * 60 * 60_000 });
    expect((await control(sandbox, 'listDeliveries')).body.deliveries).toEqual([]);
  });

  test('events of it that the Primary Profile was to receive are still delivered, under its name', async () => {
    const engaged = await engagedSandbox();
    const { ask, sandbox, automate, engage, advance, listen } = engaged;
    await listen();
    await automate([HOOK], { as: 'acme' });
    await engage({ profile: 'acme' });
    await advance(61);
    const { title } = known(engaged, 'Acme') ?? {};
    const refId = known(engaged, 'Acme')?.refId;
    await remove({ ask }, { title });
    const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
    expect(deliveries.map(({ profile, state }) => [profile, state])).toEqual(
      deliveries.map(() => ['acme', 'waiting']),
    );
    const history = (await ask('/hook/history')).body.automations;
    expect(history).toHaveLength(deliveries.length);
    for (const entry of history) expect(entry).toMatchObject({ title: 'Acme', refId });
  });

  test('a reset restores those of the seed, and no others', async () => {
    const small = await open();
    const bare = known(small, 'Bare')?.profileKey;
    await remove(small, { title: 'Acme' });
    await create(small, { title: 'Shop North' });
    await control(small.sandbox, 'reset');
    expect(await titles(small)).toEqual(['Acme', 'Bare']);
    expect(known(small, 'Bare')?.profileKey).toBe(bare);
  });
});

describe('DELETE /profiles/social', () => {
  test('unlinks an account, and enqueues the event', { tags: ['HOOK-25'] }, async () => {
    const small = await open();
    const body = JSON.stringify({ platform: 'facebook' });
    await small.ask('/hook/webhook', {
      method: 'POST',
      body: '{"action":"social","url":"https://hooks.example/a"}',
    });
    const answer = await small.ask('/profiles/social', { method: 'DELETE', body, as: 'acme' });
    expect([answer.http, answer.body]).toEqual([
      200,
      { status: 'success', platform: 'facebook', refId: known(small, 'Acme')?.refId },
    ]);
    expect((await small.ask('/user', { as: 'acme' })).body.activeSocialAccounts).toEqual([
      'instagram',
      'twitter',
    ]);
    expect((await small.ask('/user')).body.activeSocialAccounts).toContain('facebook');
    const { deliveries } = (await control(small.sandbox, 'listDeliveries')).body;
    expect(deliveries).toMatchObject([
      {
        profile: 'acme',
        event: { type: 'unlink', platform: 'facebook', displayName: 'Acme', source: 'user' },
      },
    ]);
    const again = await small.ask('/profiles/social', { method: 'DELETE', body, as: 'acme' });
    expect([again.http, again.body.code, again.body.platform]).toEqual([400, 156, 'facebook']);
    expect((await control(small.sandbox, 'listDeliveries')).body.deliveries).toHaveLength(1);
  });

  test('unlinks for the profile whose key an older client puts into the body', async () => {
    const small = await open();
    const { profileKey, refId } = known(small, 'Acme') ?? {};
    const { body } = await remove(small, { platform: 'facebook', profileKey }, '/profiles/social');
    expect(body).toEqual({ status: 'success', platform: 'facebook', refId });
    expect((await small.ask('/user')).body.activeSocialAccounts).toContain('facebook');
    const unknown = await remove(small, { platform: 'facebook', profileKey: 'x' }, '/profiles/social');
    expect([unknown.http, unknown.body.code]).toEqual([404, 1404]);
  });

  test.each([[{}], [{ platform: 'friendster' }], [{ platform: ['facebook'] }]])('%j: 101', async (body) => {
    const small = await open();
    expect((await remove(small, body, '/profiles/social')).body.code).toBe(101);
  });
});
