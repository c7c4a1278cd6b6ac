import { describe, expect, test } from 'vitest';
import { control } from '../../../support/control.ts';
import { dateAfter, type PostingSandbox, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';

const HOUR = 3_600;
const TEXT = 'From Monday the counter opens at half past six';
const NEAR = 'from monday, the counter opens at half past SIX!!! #coffee';

async function codesOf(posting: PostingSandbox, sent: object, as?: string): Promise<readonly number[]> {
  const body = { post: TEXT, platforms: ['facebook'], ...sent };
  const answer = await posting.send('POST', '/post', body, as === undefined ? {} : { as });
  const post = answer.body.posts?.[0] ?? answer.body;
  return (post.errors ?? []).map(({ code }: { code: number }) => code);
}

describe('a text that went out already', () => {
  test.each([
    ['nearly', { post: NEAR }, [137]],
    ['on another network', { platforms: ['linkedin'] }, []],
  ])('%s', { tags: ['POST-06'] }, async (_what, sent, codes) => {
    const posting = await postingSandbox();
    await posting.post({ post: TEXT });
    expect(await codesOf(posting, sent)).toEqual(codes);
  });

  test.each([
    ['24 hours later', 24 * HOUR, [137]],
    ['a second more', 24 * HOUR + 1, []],
  ])('the window reaches 24 hours back: %s', { tags: ['POST-06'] }, async (_what, seconds, codes) => {
    const posting = await postingSandbox();
    await posting.post({ post: TEXT });
    await posting.advance(seconds);
    expect(await codesOf(posting, {})).toEqual(codes);
  });

  test.each([
    ['24 hours on', 24 * HOUR, [137]],
    ['a second more', 24 * HOUR + 1, []],
  ])('a later scheduled post counts: %s', { tags: ['POST-06'] }, async (_what, seconds, codes) => {
    const posting = await postingSandbox();
    await posting.schedule(seconds, { post: TEXT });
    expect(await codesOf(posting, {})).toEqual(codes);
  });

  test('the window of a scheduled post is around its date, and it is refused at once', {
    tags: ['POST-06'],
  }, async () => {
    const posting = await postingSandbox();
    await posting.schedule(100 * HOUR, { post: TEXT });
    expect(await codesOf(posting, { scheduleDate: dateAfter(75 * HOUR) })).toEqual([]);
    expect(await codesOf(posting, { scheduleDate: dateAfter(123 * HOUR) })).toEqual([137]);
  });

  test('one that was paused, deleted or refused does not count', { tags: ['POST-06'] }, async () => {
    const posting = await postingSandbox();
    const id = await posting.schedule(HOUR, { post: TEXT });
    await posting.change(id, { scheduledPause: true });
    const other = await posting.post({ post: TEXT });
    await posting.send('DELETE', '/post', { id: other });
    expect(await codesOf(posting, {})).toEqual([]);
    expect(await codesOf(posting, {})).toEqual([137]);
  });

  test('the entry gives back the text that was refused', async () => {
    const { post, send } = await postingSandbox();
    await post({ post: TEXT });
    const { http, body } = await send('POST', '/post', { post: NEAR, platforms: ['facebook'] });
    expect(http).toBe(400);
    expect(body.errors).toMatchObject([{ code: 137, platform: 'facebook', post: NEAR }]);
  });
});

describe('of another profile of the account', () => {
  test('on X an exact duplicate counts, and a near one does not', { tags: ['POST-06'] }, async () => {
    const posting = await postingSandbox();
    await control(posting.sandbox, 'setAccount', { profile: 'acme', platform: 'twitter', token: 'ok' });
    const onX = { platforms: ['twitter'] };
    expect(await codesOf(posting, onX)).toEqual([]);
    expect(await codesOf(posting, onX, 'acme')).toEqual([137]);
    expect(await codesOf(posting, { ...onX, post: NEAR }, 'acme')).toEqual([]);
  });

  test.each([
    ['short links', { post: 'https://shop.example/spring', shortenLinks: true }],
    ['hashtags', { autoHashtag: true }],
  ])(
    'on X what the author wrote counts, and not what was added: %s',
    { tags: ['POST-06'] },
    async (_what, sent) => {
      const posting = await postingSandbox();
      await control(posting.sandbox, 'setAccount', { profile: 'acme', platform: 'twitter', token: 'ok' });
      const onX = { platforms: ['twitter'], ...sent };
      expect(await codesOf(posting, onX)).toEqual([]);
      expect(await codesOf(posting, onX)).toEqual([137]);
      expect(await codesOf(posting, onX, 'acme')).toEqual([137]);
    },
  );
});
