import { describe, expect, test } from 'vitest';
import { crier } from '../../support/crier.ts';
import { scripted } from '../../support/network/client.ts';

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

describe('hashtags check --hashtags-from', () => {
  test('reads them from standard input, also the output of hashtags suggest', async () => {
    const { stdout } = await crier('hashtags suggest coffee --sandbox -p none');
    expect(stdout.split('\n')[0]).toBe('name');
    const { json, exitCode } = await crier('hashtags check like4like --hashtags-from - --sandbox --json', {
      stdin: `${stdout}#tea\n\ncoffeetips\tmore\n`,
    });
    expect(exitCode).toBe(11);
    const names = (json as { hashtags: readonly { name: string }[] }).hashtags.map(({ name }) => name);
    expect(names[0]).toBe('like4like');
    expect(names.slice(-1)).toEqual(['tea']);
    expect(names).toContain('coffeetips');
    expect(new Set(names).size).toBe(names.length);
  });

  test.each([
    ['', 'there are no hashtags in standard input'],
    ['name\n', 'there are no hashtags in standard input'],
    ['tea\n\nfilter coffee\n', 'line 3 of standard input is not a hashtag: "filter coffee"'],
  ])('%j is refused', async (stdin, message) => {
    const { exitCode, stderr } = await crier('hashtags check --hashtags-from - --sandbox', {
      stdin,
      columns: 200,
    });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('without any hashtag it names both ways', async () => {
    const { exitCode, stderr } = await crier('hashtags check --sandbox', { columns: 200 });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('<hashtag> is missing')]);
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
