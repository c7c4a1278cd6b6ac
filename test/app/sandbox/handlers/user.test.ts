import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { control } from '../../../support/control.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';

const { ask, sandbox, clock } = await smallSandbox();
const { apiKey, profiles } = sandbox.credentials;

describe('GET /user', () => {
  test('returns the profile of the keys, and its linked accounts', async () => {
    const { http, body } = await ask('/user', { as: 'acme' });
    expect(http).toBe(200);
    expect(fieldsOutside(ENDPOINTS.getUser.answer, body)).toEqual([]);
    expect(body).toMatchObject({
      activeSocialAccounts: ['facebook', 'instagram', 'twitter'],
      displayNames: [{ platform: 'facebook', displayName: 'Acme', username: 'acme' }, {}, {}],
      created: { _seconds: 1_790_000_000, _nanoseconds: 0, utc: '2026-09-21T14:13:20Z' },
      monthlyApiCalls: 1,
      refId: profiles[0]?.refId,
      title: 'Acme',
    });
    expect((await ask('/user')).body.title).toBe('Primary Profile');
  });

  test('each linked account has its picture, and the other members of the table', async () => {
    const small = await smallSandbox();
    const entries = async () => {
      const { displayNames } = (await small.ask('/user')).body;
      return Object.fromEntries(displayNames.map((each: { platform: string }) => [each.platform, each]));
    };
    const before = await entries();
    for (const [platform, entry] of Object.entries<Record<string, unknown>>(before)) {
      expect(entry).toMatchObject({
        userImage: `https://img.${platform}.example/us.jpg`,
        description: expect.stringMatching(/./),
        userId: entry['id'],
        created: '2026-09-21T14:13:20Z',
      });
    }
    expect(before.instagram).toMatchObject({
      messagingActive: true,
      pageName: 'Us',
      refreshDaysRemaining: 60,
    });
    expect(before.facebook).toMatchObject({ pageName: 'Us', refreshDaysRemaining: 60 });
    expect(before.youtube).not.toHaveProperty('messagingActive');
    expect(before.bluesky).not.toHaveProperty('refreshDaysRemaining');
    const instagram = { platform: 'instagram', login: 'direct', messaging: 'off', token: 'expired' } as const;
    await control(small.sandbox, 'setAccount', instagram);
    const after = (await entries()).instagram;
    expect(after).toMatchObject({ messagingActive: false, refreshDaysRemaining: 0 });
    expect(after).not.toHaveProperty('pageName');
    expect(fieldsOutside(ENDPOINTS.getUser.answer, (await small.ask('/user')).body)).toEqual([]);
  });

  test('a profile without accounts has no list of them', async () => {
    const { body } = await ask('/user', { as: 'bare' });
    expect(body).not.toHaveProperty('activeSocialAccounts');
    expect(body.displayNames).toEqual([]);
  });

  test('requests are counted by the calendar month', async () => {
    const used = async () => (await ask('/user', { as: 'bare' })).body.monthlyApiCalls;
    const before = await used();
    expect(await used()).toBe(before + 1);
    clock.advance(10 * 24 * 60 * 60_000);
    expect(await used()).toBe(1);
  });

  test.each(['instagramDetails=true', 'validate=false'])('%s is taken', async (query) => {
    expect((await ask(`/user?${query}`)).http).toBe(200);
  });

  test('another query is 101', async () => {
    expect((await ask('/user?validate=maybe')).body).toMatchObject({ action: 'user', code: 101 });
  });
});

describe('GET /profiles', () => {
  const titles = async (query = '') => {
    const { body } = await ask(`/profiles?${query}`);
    return body.profiles.map(({ title }: { title: string }) => title);
  };

  test('lists the User Profiles, never with their keys', async () => {
    const { http, body } = await ask('/profiles');
    expect(http).toBe(200);
    expect(fieldsOutside(ENDPOINTS.listProfiles.answer, body)).toEqual([]);
    expect(body).toMatchObject({
      profiles: [
        { title: 'Acme', displayTitle: 'Acme', activeSocialAccounts: ['facebook', 'instagram', 'twitter'] },
        { title: 'Bare', activeSocialAccounts: [], refId: profiles[1]?.refId },
      ],
      count: 2,
      pagination: { hasMore: false, nextCursor: null, limit: 5_000 },
    });
    const text = JSON.stringify(body);
    for (const secret of [apiKey, ...profiles.map(({ profileKey }) => profileKey)])
      expect(text).not.toContain(secret);
  });

  test.each([
    ['a title', 'title=Bare', ['Bare']],
    ['an unknown title', 'title=bare', []],
    ['a reference', `refId=${profiles[0]?.refId}`, ['Acme']],
    ['with accounts', 'hasActiveSocialAccounts=true', ['Acme']],
    ['without accounts', 'hasActiveSocialAccounts=false', ['Bare']],
  ])('%s', async (_what, query, expected) => expect(await titles(query)).toEqual(expected));

  test('pages follow each other', async () => {
    const { body } = await ask('/profiles?limit=1');
    expect(body).toMatchObject({ count: 1, pagination: { hasMore: true, limit: 1 } });
    expect(await titles(`limit=1&cursor=${body.pagination.nextCursor}`)).toEqual(['Bare']);
  });

  test.each(['limit=0', 'limit=5001', 'cursor=zzz', 'cursor=', 'hasActiveSocialAccounts=1'])(
    '%s: 101',
    async (query) => {
      expect((await ask(`/profiles?${query}`)).body).toMatchObject({ action: 'profiles', code: 101 });
    },
  );

  test('an unlinked account is no longer active', async () => {
    const { sandbox: anew, ask: askAnew } = await smallSandbox();
    await control(anew, 'setAccount', { profile: 'acme', platform: 'facebook', linked: false });
    const { body } = await askAnew('/profiles?title=Acme');
    expect(body.profiles[0].activeSocialAccounts).toEqual(['instagram', 'twitter']);
    anew.close();
  });
});

describe('GET /user/details', () => {
  test.each([
    ['youtube', 'playlists'],
    ['reddit', 'subreddits'],
  ])('returns the lists of %s', async (platform, list) => {
    const { http, body } = await ask(`/user/details?platform=${platform}&limit=5`);
    expect(http).toBe(200);
    expect(body).toMatchObject({ status: 'success', platform });
    expect(body[list]).toContainEqual({ id: expect.any(String), name: expect.any(String) });
    expect(fieldsOutside(ENDPOINTS.getUserDetails.answer, body)).toEqual([]);
  });

  test('has no list for other networks', async () => {
    const { body } = await ask('/user/details?platform=instagram');
    expect(body).toEqual({ status: 'success', platform: 'instagram' });
  });

  test.each([
    ['a network that is not linked', 'pinterest', 156],
    ['a network whose authorization has expired', 'facebook', 161],
    ['an unknown network', 'myspace', 101],
  ])('%s', async (_what, platform, code) => {
    const { http, body } = await ask(`/user/details?platform=${platform}`, { as: 'acme' });
    expect([http, body.action, body.code]).toEqual([400, 'user', code]);
  });
});
