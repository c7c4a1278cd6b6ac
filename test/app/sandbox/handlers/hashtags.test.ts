import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { control } from '../../../support/control.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const { ask, sandbox } = await smallSandbox(SLIGHT_SEED);

describe('GET /hashtags/recommend', () => {
  const recommend = (keyword: string, as?: string) =>
    ask(`/hashtags/recommend?keyword=${encodeURIComponent(keyword)}`, as === undefined ? {} : { as });

  test('makes hashtags from the keyword, the same each time', { tags: ['API-11'] }, async () => {
    const { http, body } = await recommend('Filter Kaffeé!');
    expect([http, body]).toEqual([
      200,
      {
        status: 'success',
        keyword: 'Filter Kaffeé!',
        hashtags: expect.arrayContaining(['filterkaffeé', 'filterkaffeéoftheday']),
      },
    ]);
    expect(fieldsOutside(ENDPOINTS.suggestHashtags.answer, body)).toEqual([]);
    expect((await recommend('Filter Kaffeé!')).body).toEqual(body);
  });

  test('156 without a linked TikTok account', async () => {
    const { http, body } = await recommend('coffee', 'acme');
    expect([http, body]).toMatchObject([400, { action: 'hashtags', code: 156, platform: 'tiktok' }]);
  });

  test('161 when TikTok no longer accepts the authorization', async () => {
    await control(sandbox, 'setAccount', { platform: 'tiktok', token: 'expired' });
    expect((await recommend('coffee')).body).toMatchObject({ code: 161, relink: true });
    await control(sandbox, 'setAccount', { platform: 'tiktok', token: 'ok' });
  });

  test.each(['', ' ', '#!'])('101 for the keyword "%s"', async (keyword) => {
    const { http, body } = await recommend(keyword);
    expect([http, body.code, body.details]).toEqual([400, 101, expect.stringMatching(/^keyword: /)]);
  });
});

describe('GET /hashtags/banned', () => {
  const check = (hashtag: string) => ask(`/hashtags/banned?hashtag=${encodeURIComponent(hashtag)}`);

  test.each([
    ['coffee', 'coffee', false],
    ['#like4like', 'like4like', true],
    ['Líke4Like', 'Líke4Like', true],
    ['#PourOver_2', 'PourOver_2', false],
  ])('%s', async (sent, hashtag, banned) => {
    const { http, body } = await check(sent);
    expect([http, body]).toEqual([200, { status: 'success', hashtag, banned }]);
    expect(fieldsOutside(ENDPOINTS.checkHashtag.answer, body)).toEqual([]);
  });

  test.each(['', '#', 'two words', '##a'])('101 for "%s"', async (hashtag) => {
    const { http, body } = await check(hashtag);
    expect([http, body.code, body.details]).toEqual([400, 101, expect.stringMatching(/^hashtag: /)]);
  });
});
