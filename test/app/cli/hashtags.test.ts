import { describe, expect, test } from 'vitest';
import { scripted } from '../../support/client.ts';
import { crier } from '../../support/crier.ts';

const ENV = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

describe('hashtags suggest', () => {
  test('lists what the service suggests', async () => {
    const ran = await crier(['hashtags', 'suggest', 'slow coffee', '--sandbox', '--json']);
    expect(ran.exitCode).toBe(0);
    expect(ran.json).toMatchObject({
      keyword: 'slow coffee',
      hashtags: [{ name: 'slowcoffee' }, {}, {}, {}, {}, {}],
    });
  });

  test('a table shows them with their #', async () => {
    const ran = await crier('hashtags suggest coffee --sandbox -o table');
    expect(ran.stdout.split('\n').slice(0, 2)).toEqual(['HASHTAG', '#coffee']);
  });

  test('takes names, and objects with a name; other entries are left out', async () => {
    const network = scripted({ body: { hashtags: ['#a', { name: 'b', viewCount: 3 }, 7, null] } });
    const ran = await crier('hashtags suggest x --json', { env: ENV, network });
    expect(ran.json).toMatchObject({ hashtags: [{ name: 'a' }, { name: 'b' }] });
    expect(network.asked.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
      '/hashtags/recommend?keyword=x',
    ]);
  });

  test('a keyword without a letter is refused before the service is asked', async () => {
    expect((await crier(['hashtags', 'suggest', '#', '--sandbox'])).exitCode).toBe(2);
  });
});

describe('hashtags check', () => {
  test('exits 11 if one is banned, and lists each once', async () => {
    const ran = await crier('hashtags check coffee #like4like like4like --sandbox --json');
    expect(ran.exitCode).toBe(11);
    expect(ran.json).toEqual({
      hashtags: [
        { name: 'coffee', banned: false },
        { name: 'like4like', banned: true },
      ],
    });
    expect(ran.stderr).toContain('banned: 1 hashtag');
  });

  test('exits 0 if none is banned', async () => {
    const ran = await crier('hashtags check coffee --sandbox -o table');
    expect([ran.exitCode, ran.stdout]).toEqual([0, expect.stringMatching(/^HASHTAG +BANNED\n#coffee +no\n/)]);
  });

  test('a service that gives no verdict is not taken for one that bans or allows', async () => {
    const network = scripted({ body: { status: 'success' } });
    const ran = await crier('hashtags check coffee --json', { env: ENV, network });
    expect([ran.exitCode, ran.json]).toMatchObject([0, { hashtags: [{ name: 'coffee', banned: null }] }]);
  });

  test.each([['two words'], ['#']])('"%s" is not a hashtag', async (word) => {
    const ran = await crier(['hashtags', 'check', word, '--sandbox']);
    expect([ran.exitCode, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining('must be one hashtag'),
    ]);
  });
});
