import { describe, expect, test } from 'vitest';
import { POST_METRICS } from '../../../src/service/networks/metrics.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { scripted } from '../../support/network/client.ts';
import { createSharedRunner } from '../../support/sandbox/sandbox-runner.ts';

const SPRING = 'Sp7kQm2XvLr9TzBd4HnW';
const SUMMER = 'Mn5cTy8LrWb2QzHp6KsD';
const ENV = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

const run = createSharedRunner();

describe('analytics post', () => {
  test('has the networks of a post under common names, and under their own', async () => {
    const ran = await run(`analytics post ${SPRING} --json`);
    expect([ran.exitCode, ran.json]).toMatchObject([0, { status: 'success', id: SPRING, errors: [] }]);
    const [x] = ran.json.analytics.filter(({ platform }: { platform: string }) => platform === 'twitter');
    expect(Object.keys(x)).toEqual(expect.arrayContaining([...POST_METRICS, 'lastUpdated', 'nextUpdate']));
    expect(x).toMatchObject({ views: null, reach: null, shares: x.reported.retweetCount });
    expect(x.impressions).toBeGreaterThan(0);
    const added = x.daily.map(({ impressions }: { impressions: number }) => impressions);
    expect(added.reduce((sum: number, each: number) => sum + each, 0)).toBe(x.impressions);
  });

  test.each([80, 40])(
    'a table of %i columns has a line for each network, and draws its days',
    async (columns) => {
      const { stdout, exitCode } = await run(`analytics post ${SPRING} -o table`, {
        isTerminal: true,
        columns,
        env: { NO_COLOR: '1' },
      });
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(/^NETWORK +LIKES .*BY DAY\n/);
      expect(stdout).toMatch(/^Instagram +\d+ .*[▁▂▃▄▅▆▇█]+$/m);
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    },
  );

  test('a terminal whose locale has no UTF-8 gets ASCII, a screen reader the numbers', async () => {
    const around = { isTerminal: true, columns: 80, env: { NO_COLOR: '1', LANG: 'C' } };
    const plain = await run(`analytics post ${SPRING} -o table`, around);
    expect(plain.stdout).toMatch(/^Instagram .* [_.:\-=+*#@]+$/m);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
    expect(plain.stdout).toMatch(/^[\x00-\x7f]+$/);
    const spoken = await run(`analytics post ${SPRING} -o table --accessible`, around);
    expect(spoken.stdout).not.toMatch(/[▁▂▃▄▅▆▇█@]/);
  });

  test('json has no drawing; csv has each metric', async () => {
    const { stdout } = await run(`analytics post ${SPRING} -o csv --days 3`);
    const [head = '', first = ''] = stdout.split('\n');
    expect(head.split(',')).toEqual(
      expect.arrayContaining(['platform', 'postUrl', 'likes', 'reach', 'daily']),
    );
    expect(first).toMatch(/^bluesky,/);
    expect((await run(`analytics post ${SPRING} --json`)).stdout).not.toMatch(/[▁▂▃▄▅▆▇█]/);
  });

  test('--days is how many days are listed; 0 asks for none', async () => {
    const two = await run(`analytics post ${SPRING} --days 2 --json`);
    for (const { daily } of two.json.analytics) expect(daily).toHaveLength(2);
    const none = await run(`analytics post ${SPRING} --days 0 --json`);
    for (const { daily } of none.json.analytics) expect(daily).toEqual([]);
    expect((await run(`analytics post ${SPRING} --days 0 -o table`)).stdout).not.toContain('BY DAY');
  });

  test('several posts stream; one that fails is named, and the exit code is 3', async () => {
    const ran = await run(`analytics post ${SPRING} NoSuchPost ${SUMMER} --json`);
    expect(ran.exitCode).toBe(3);
    expect(ran.json.results).toMatchObject([
      { id: SPRING, status: 'success', error: null },
      { id: 'NoSuchPost', status: 'error', error: { code: 186 } },
      { id: SUMMER, status: 'success', error: null },
    ]);
    const ids = ran.json.analytics.map(({ requestedId }: { requestedId: string }) => requestedId);
    expect(new Set(ids)).toEqual(new Set([SPRING, SUMMER]));
    const lines = (await run(`analytics post ${SPRING} ${SUMMER} -o ndjson`)).stdout.trim().split('\n');
    expect(lines).toHaveLength(ids.length);
  });

  test('--ids-from reads ids as other commands print them', async () => {
    const { stdout } = await run('posts list -n 2 -o tsv --fields id');
    const ran = await run('analytics post --ids-from - --json', { stdin: stdout });
    expect(ran.json.results.map(({ id }: { id: string }) => id)).toEqual(stdout.trim().split('\n').slice(1));
  });

  test('some networks that fail: the others are printed, exit 3, and 0 with --allow-partial', async () => {
    const own = await openTestSandbox();
    const around = { sandbox: { ...own, close: () => {} } };
    await run('sandbox account set linkedin --permission missing', around);
    const ran = await run(`analytics post ${SPRING} -o table`, around);
    expect(ran.exitCode).toBe(3);
    expect(ran.stdout).toContain('Instagram');
    expect(ran.stdout).not.toContain('LinkedIn');
    expect(ran.stderr).toMatch(/1 network failed: LinkedIn/);
    expect(ran.stderr).toMatch(/analytics of 8 networks are printed/);
    expect(ran.stderr).toContain('475');
    const allowed = await run(`analytics post ${SPRING} -o table --allow-partial`, around);
    expect([allowed.exitCode, allowed.stderr]).toEqual([
      0,
      expect.stringContaining('not read: LinkedIn (475: '),
    ]);
    const several = await run(`analytics post ${SPRING} ${SUMMER} --json`, around);
    expect([several.exitCode, several.json.results[0].errors]).toMatchObject([3, [{ platform: 'linkedin' }]]);
    own.close();
  });

  test('the id of a network is read with its network', async () => {
    const network = scripted({
      body: { status: 'success', tiktok: { id: 'Tk7', analytics: { likes: '12' } } },
    });
    const ran = await crier('analytics post Tk7 --platform tiktok --days 0 --json', {
      env: ENV,
      network,
    });
    expect(ran.json).toMatchObject({
      analytics: [{ platform: 'tiktok', id: 'Tk7', likes: 12, views: null }],
    });
    expect(network.asked.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { id: 'Tk7', platforms: ['tiktok'], searchPlatformId: true },
    ]);
  });

  test.each([
    ['HTTP 401', { status: 401, body: { status: 'error', message: 'Unauthorized' } }, 4],
    ['444', { status: 429, body: { status: 'error', code: 444, message: 'Slow down.' } }, 7],
    ['475', { status: 403, body: { status: 'error', code: 475, message: 'No scopes.' } }, 4],
    ['a body that is not JSON', { body: new TextEncoder().encode('<html>') }, 10],
  ] as const)('%s has its own exit code', async (_what, answer, exitCode) => {
    const network = scripted(answer);
    const ran = await crier('analytics post Abc', { env: ENV, network });
    expect([ran.exitCode, ran.stdout]).toEqual([exitCode, '']);
  });

  test('answers of any form are read: lists, texts, unknown networks, nothing', async () => {
    const body = {
      status: 'success',
      twitter: [
        { id: '1', analytics: { publicMetrics: { likeCount: 3 }, likeCount: 3 } },
        { id: '2', analytics: null },
      ],
      mastodon: { id: '9', analytics: { favourites: 4, daily: 'no list' }, lastUpdated: 7 },
      youtube: 'none',
    };
    const ran = await crier('analytics post Abc --json', {
      env: ENV,
      network: scripted({ body }),
    });
    expect(ran.exitCode).toBe(0);
    expect(ran.json).toMatchObject({
      analytics: [
        { platform: 'twitter', id: '1', likes: 3 },
        { platform: 'twitter', id: '2', likes: null, reported: {} },
        { platform: 'mastodon', likes: null, reported: { favourites: 4 }, daily: [] },
      ],
    });
  });
});

describe('analytics social', () => {
  test('has the linked networks; more quarters have more, and the same followers', async () => {
    const [one, four] = await Promise.all([
      run('analytics social instagram --json'),
      run('analytics social instagram --quarters 4 --json'),
    ]);
    const [first, last] = [one.json.analytics[0], four.json.analytics[0]];
    expect(last.impressions).toBeGreaterThan(first.impressions);
    expect(last.followers).toBe(first.followers);
    expect(first.daily).toHaveLength(14);
  });

  test.each([80, 40])('a table of %i columns is readable', async (columns) => {
    const { stdout } = await run('analytics social', { isTerminal: true, columns, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\n\nNETWORK +FOLLOWERS/);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });

  test('a network that fails is named, exit 3', async () => {
    const own = await openTestSandbox();
    const around = { sandbox: { ...own, close: () => {} } };
    await run('sandbox fault add --code 444 --network facebook --endpoint getSocialAnalytics', around);
    const ran = await run('analytics social facebook instagram --json', around);
    expect([ran.exitCode, ran.json]).toMatchObject([
      3,
      {
        status: 'partial',
        errors: [{ platform: 'facebook', code: 444 }],
        analytics: [{ platform: 'instagram' }],
      },
    ]);
    own.close();
  });

  test.each(['--quarters 5', '--quarters 0', 'whatsapp', '--days 400'])(
    '%s is refused, exit 2',
    async (words) => {
      expect((await run(`analytics social ${words}`)).exitCode).toBe(2);
    },
  );
});

describe('analytics links', () => {
  test('counts the clicks of the last days, the most clicked link first', async () => {
    const ran = await run('analytics links --json');
    const { totalClicks, daily, links } = ran.json;
    expect(daily).toHaveLength(14);
    const sum = (days: readonly { clicks: number }[]) => days.reduce((all, { clicks }) => all + clicks, 0);
    expect(sum(daily)).toBe(totalClicks);
    for (const link of links) expect(sum(link.daily)).toBe(link.totalClicks);
    const counts = links.map((link: { totalClicks: number }) => link.totalClicks);
    expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one));
    const all = await run('analytics links --days 0 --json');
    expect(all.json.totalClicks).toBeGreaterThanOrEqual(totalClicks);
    const few = await run('analytics links --days 2 --json');
    expect([few.json.daily.length, few.json.totalClicks < totalClicks]).toEqual([2, true]);
  });

  test.each([80, 40])('a table of %i columns draws the days', async (columns) => {
    const { stdout } = await run('analytics links', { isTerminal: true, columns, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/^\d+ clicks on 3 links in 14 days\n/);
    expect(stdout).toMatch(/^Sprng +\d+ .*[·▁▂▃▄▅▆▇█]{14}$/m);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });
});
