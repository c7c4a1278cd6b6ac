import { describe, expect, test } from 'vitest';
import { control } from '../../../support/control.ts';
import { type PostingSandbox, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';

const keyOf = ({ sandbox }: PostingSandbox, alias: string): string =>
  sandbox.credentials.profiles.find((profile) => profile.alias === alias)?.profileKey ?? '';
const countOf = async ({ ask }: PostingSandbox, as?: string): Promise<number> =>
  (await ask('/history?limit=1000', as === undefined ? {} : { as })).body.count;
const sent = { post: 'For others', platforms: ['instagram'], mediaUrls: ['https://media.example/a.jpg'] };

describe('profile keys in the body of POST /post', () => {
  test.each([
    ['profileKey', (key: string) => ({ profileKey: key })],
    ['profileKeys of one', (key: string) => ({ profileKeys: [key] })],
    ['both, the same', (key: string) => ({ profileKey: key, profileKeys: [key, key] })],
  ])(
    '%s posts for that profile, as the header does, and not for the Primary Profile',
    async (_what, keys) => {
      const posting = await postingSandbox();
      const before = await countOf(posting);
      const { http, body } = await posting.send('POST', '/post', {
        ...sent,
        ...keys(keyOf(posting, 'acme')),
      });
      expect([http, body.status, body.profileTitle]).toEqual([200, 'success', 'Acme']);
      expect(body.posts).toHaveLength(1);
      expect(await posting.record(body.id, { as: 'acme' })).toMatchObject({ status: 'success' });
      expect(await countOf(posting)).toBe(before);
    },
  );

  test('several: each is posted or refused by itself, and all are in posts', async () => {
    const posting = await postingSandbox();
    const profileKeys = [keyOf(posting, 'acme'), keyOf(posting, 'bare')];
    const before = await countOf(posting, 'bare');
    const { http, body } = await posting.send('POST', '/post', { ...sent, profileKeys });
    expect([http, body.status]).toEqual([200, 'error']);
    expect(body.posts).toMatchObject([
      { status: 'success', profileTitle: 'Acme', postIds: [{ platform: 'instagram' }] },
      { status: 'error', profileTitle: 'Bare', errors: [{ platform: 'instagram', code: 156 }] },
    ]);
    expect(await countOf(posting, 'bare')).toBe(before + 1);
    await control(posting.sandbox, 'setAccount', { profile: 'bare', platform: 'instagram', linked: true });
    const again = await posting.send('POST', '/post', { ...sent, post: 'Quite another text', profileKeys });
    expect([again.http, again.body.status, again.body.posts.length]).toEqual([200, 'success', 2]);
  });

  test('several that are all refused: the first failure stands for all', async () => {
    const posting = await postingSandbox();
    const profileKeys = [keyOf(posting, 'acme'), keyOf(posting, 'bare')];
    const toGoogle = { post: 'x', platforms: ['gmb'], profileKeys };
    const { http, body } = await posting.send('POST', '/post', toGoogle);
    expect([http, body.status, body.code]).toEqual([400, 'error', 156]);
    expect(body.posts.map(({ profileTitle }: { profileTitle: string }) => profileTitle)).toEqual([
      'Acme',
      'Bare',
    ]);
  });

  test.each([
    ['an unknown key', ['UNKNOWN-KEY'], {}, 403, 102],
    ['a key beside that of another header', ['bare'], { as: 'acme' }, 400, 101],
    ['no text', [7], {}, 400, 101],
  ])('%s: nothing is posted', async (_what, keys, sending, http, code) => {
    const posting = await postingSandbox();
    const before = [await countOf(posting), await countOf(posting, 'acme'), await countOf(posting, 'bare')];
    const profileKeys = keys.map((key) => (key === 'bare' ? keyOf(posting, 'bare') : key));
    const answer = await posting.send('POST', '/post', { ...sent, profileKeys }, sending);
    expect([answer.http, answer.body.code]).toEqual([http, code]);
    expect(JSON.stringify(answer.body)).not.toContain(keyOf(posting, 'bare'));
    expect([await countOf(posting), await countOf(posting, 'acme'), await countOf(posting, 'bare')]).toEqual(
      before,
    );
  });

  test('POST /validate/post looks at the accounts of that profile', async () => {
    const posting = await postingSandbox();
    const check = async (more: object) =>
      (await posting.send('POST', '/validate/post', { ...sent, ...more })).body;
    expect((await check({})).status).toBe('success');
    expect(JSON.stringify(await check({ profileKey: keyOf(posting, 'bare') }))).toContain('156');
  });
});
