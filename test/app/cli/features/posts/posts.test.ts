import { describe, expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { createSharedRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
const FAILED = 'Bx6hPf2QyLs8TnCv5RkG';

const here = createSharedRunner();

interface Listed {
  readonly posts: readonly { readonly id: string; readonly [name: string]: unknown }[];
  readonly meta: { readonly pagination: { next: string | null; hasMore: boolean; limit: number | null } };
}
const listed = (json: unknown) => json as Listed;
// held against the schema by `crier`
const ids = (json: unknown) => listed(json).posts.map(({ id }) => id);

describe('what is asked of the service', () => {
  const asked = async (line: string, body: object) => {
    const network = recordingNetwork(body);
    const ran = await crier(`${line} --json`, { env: SERVICE, network: network.transport });
    return { ...ran, urls: network.requests.map(({ url }) => url.href.replace(SERVICE.CRIER_BASE_URL, '')) };
  };

  test.each([
    ['posts list', '/history?limit=25'],
    ['posts list -n 3 --status paused', '/history?limit=3&status=paused'],
    ['posts list -n 3 --status published', '/history?limit=3&status=success'],
    ['posts list --all', '/history?limit=1000&lastDays=0'],
    ['posts list --all --last-days 5', '/history?limit=1000&lastDays=5'],
    ['posts list --all --start-date 2026-01-02', '/history?limit=1000&startDate=2026-01-02'],
    [
      'posts list --platforms instagram,gmb --type now',
      '/history?limit=25&platforms=instagram%2Cgmb&type=now',
    ],
    ['posts list --platform instagram', '/history/instagram?limit=10'],
    ['posts list --platform instagram -n 700', '/history/instagram?limit=500'],
    ['posts list --platform twitter --cursor abc', '/history/twitter?limit=10&next=abc'],
    ['posts list --auto-repost-id abc', '/history?limit=25&autoRepostId=abc'],
  ])('%s', async (line, url) => {
    const { exitCode, urls } = await asked(line, { history: [], posts: [], count: 0 });
    expect({ exitCode, urls }).toEqual({ exitCode: 0, urls: [url] });
  });

  test.each([
    ['posts list --all -n 3', 'use only one of them'],
    ['posts list --cursor abc', '--cursor is not the cursor of this list'],
    ['posts list --platform facebook --last-days 3', '--last-days and --platform cannot be used together'],
    ['posts list --platform facebook --auto-repost-id abc', 'cannot be used together'],
    ['posts list --platforms face', 'facebook'],
    ['posts list -n 0', 'limit'],
    ['posts list --start-date yesterday', '2026-03-02'],
  ])('%s: nothing is sent, exit 2', async (line, named) => {
    const { exitCode, stderr, urls } = await asked(line, {});
    expect({ exitCode, urls }).toEqual({ exitCode: 2, urls: [] });
    expect(stderr).toContain(named);
  });

  test('the X pair goes along where a post may be on X, and nowhere else', {
    tags: ['AUTH-05'],
  }, async () => {
    const network = recordingNetwork({ history: [], posts: [], id: 'x', postIds: [] });
    const env = { ...SERVICE, CRIER_X_API_KEY: 'X-KEY-00000001', CRIER_X_API_SECRET: 'X-SECRET-00000001' };
    for (const line of ['posts get abc', 'posts list --platform twitter', 'posts list', 'user'])
      await crier(line, { env, network: network.transport });
    const sent = network.requests.map(({ headers }) => 'x-twitter-oauth1-api-key' in headers);
    expect(sent).toEqual([true, true, false, false]);
  });
});

describe('a dry run on a terminal is a plan for people', () => {
  test.each([
    [
      'posts pause a1B2c3D4e5 f6G7h8I9j0',
      'would pause 2 posts; nothing is sent (-v shows the requests)',
      /^scheduledPause +yes$/m,
    ],
    [
      'posts delete a1B2c3D4e5',
      'would delete 1 post; nothing is sent (-v shows the request)',
      /^id +a1B2c3D4e5$/m,
    ],
    [
      'comments reply 18054973922452013 --platform instagram --text Hi',
      'would reply to 1 comment',
      /^platforms +Instagram$/m,
    ],
    ['automations pause auto_K7pW2mXq9L', 'would pause 1 automation', /^id +auto_K7pW2mXq9L$/m],
  ])('%s', async (line, sentence, row) => {
    for (const columns of [80, 40]) {
      const { exitCode, stdout } = await here(`${line} --dry-run --color never`, {
        isTerminal: true,
        columns,
      });
      expect([exitCode, stdout.replaceAll(/\s+/g, ' ')]).toEqual([0, expect.stringContaining(sentence)]);
      expect(stdout).toMatch(row);
      expect(stdout).not.toContain('authorization');
    }
    const verbose = await here(`${line} --dry-run -v`, { isTerminal: true });
    expect(verbose.stdout).toMatch(/^(?:PATCH|DELETE|POST|PUT) http.*authorization: Bearer \*{4}/ms);
    expect((await here(`${line} --dry-run --json`)).json).toHaveProperty(
      / f6/.test(line) ? 'requests' : 'request',
    );
  });

  test('that would change nothing says so, and what it does not reach', async () => {
    const { exitCode, stdout, stderr } = await here('posts pause --all-scheduled --dry-run', {
      isTerminal: true,
    });
    expect([exitCode, stdout]).toEqual([0, 'for the Primary Profile of the sandbox\n\nnothing to send\n']);
    expect(stderr).toContain('1 post awaits approval and is not paused');
  });
});

describe('posts list', () => {
  test('gives the ids to work with, newest first, and says when it was cut', async () => {
    const { exitCode, json, stderr } = await here('posts list -n 2 --json');
    expect(exitCode).toBe(0);
    expect(ids(json)).toEqual(['Tk6xBn4VgSj8QcLp2RyF', 'Lt5nWc8RjYq3GvKs6PxA']);
    const { next, ...others } = listed(json).meta.pagination;
    expect(others).toEqual({ hasMore: true, nextFlags: ['--cursor', next], limit: 2 });
    expect(stderr).toContain('showing the first 2');
  });

  test.each([
    ['--wide', 120, /Su3gHk9WqZr5TcYb7MvN .*to approve .* Sun 27 Sep 14:13/],
    ['', 120, /^#3 +to approve .* Sun 27 Sep 14:13$/m],
    ['--tz Asia/Tokyo', 80, /^#3 +to approve .* Sun 27 Sep 23:13$/m],
    ['', 40, /^#3 +to approve .* 27 Sep$/m],
    ['', 60, /^#3 +to approve .* Sun 27 Sep$/m],
  ])(
    'as a table it shows how long ago a post was made, and on which day it goes out: %s %d',
    async (flags, columns, row) => {
      const { stdout } = await here(`posts list -n 3 --color never ${flags}`, { isTerminal: true, columns });
      expect(stdout).toMatch(/10m ago.*25m ago/s);
      expect(stdout).toMatch(row);
    },
  );

  test('is continued by its cursor, also within a second, and no post is listed twice', async () => {
    const all = ids((await here('posts list --json')).json);
    const read: string[] = [];
    for (let flags = ''; ; ) {
      const { json } = await here(`posts list -n 3 --json ${flags}`);
      read.push(...ids(json));
      const { next } = listed(json).meta.pagination;
      if (next === null) break;
      flags = `--cursor ${next}`;
    }
    expect(read).toEqual(all);
    expect((await here('posts list --cursor nonsense')).exitCode).toBe(2);
  });

  test('in a pipe it has fixed columns', async () => {
    const { stdout } = await here('posts list -n 1');
    expect(stdout.split('\n')[0]?.split('\t').slice(0, 5)).toEqual([
      'id',
      'status',
      'platforms',
      'post',
      'created',
    ]);
  });

  test('221 is an empty list, and a success', async () => {
    const { exitCode, json } = await here('posts list --end-date 2020-01-01 --json');
    expect(exitCode).toBe(0);
    expect(listed(json)).toMatchObject({ posts: [], meta: { pagination: { hasMore: false } } });
    const { stdout } = await here('posts list --end-date 2020-01-01', { isTerminal: true });
    expect(stdout).toContain('no posts in this period');
  });

  test('any other failure stays one', async () => {
    const network = recordingNetwork({ status: 'error', code: 102, message: 'no' });
    const { exitCode } = await crier('posts list --json', { env: SERVICE, network: network.transport });
    expect(exitCode).toBe(4);
  });

  test('by network it continues where it ended', async () => {
    const first = await here('posts list --platform facebook -n 2 --json');
    const { next, hasMore } = listed(first.json).meta.pagination;
    expect([hasMore, first.stderr.includes(`--cursor ${next}`)]).toEqual([true, true]);
    const rest = await here(`posts list --platform facebook --cursor ${next} --json`);
    const whole = await here('posts list --platform facebook --all --json');
    expect([...ids(first.json), ...ids(rest.json)]).toEqual(ids(whole.json));
    expect(listed(whole.json).meta.pagination).toEqual({ next: null, hasMore: false, limit: null });
  });

  test('--all reads page after page of a network', async () => {
    const pages = ['b', null].map((next, at) => ({
      status: 'success',
      posts: [{ id: `p${at}` }],
      meta: { pagination: { next } },
    }));
    const urls: string[] = [];
    const { exitCode, json } = await crier('posts list --platform youtube --all --json', {
      env: SERVICE,
      network: async (request) => {
        urls.push(request.url.search);
        return recordingNetwork(pages[urls.length - 1] ?? {}).transport(request);
      },
    });
    expect([exitCode, urls, ids(json)]).toEqual([0, ['?limit=500', '?limit=500&next=b'], ['p0', 'p1']]);
  });
});

test('a cursor that leads to itself ends the list, as one that is not complete', async () => {
  const page = { status: 'success', posts: [{ id: 'p' }], meta: { pagination: { next: 'b' } } };
  const network = recordingNetwork(page);
  const { exitCode } = await crier('posts list --platform youtube --all --json', {
    env: SERVICE,
    network: (request) =>
      network.requests.length < 5 ? network.transport(request) : Promise.reject(new Error('on and on')),
  });
  expect([exitCode, network.requests.length]).toEqual([10, 2]);
});

describe('posts get', () => {
  test('a post that some networks refused is shown like any other', async () => {
    const { exitCode, json } = await here(`posts get ${FAILED} --json`);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ id: FAILED, status: 'error', errors: [{ platform: 'tiktok', code: 288 }] });
  });

  test('it shows the id of each copy', async () => {
    const { stdout } = await here(`posts get ${FAILED}`, { isTerminal: true, columns: 100 });
    expect(stdout).toContain('id on Instagram');
    expect(stdout).toContain('18157863984494615');
    expect(stdout).toContain('refused by TikTok');
  });

  test('an unknown id exits 5', async () => {
    const { exitCode, error } = await here('posts get nope --json');
    expect([exitCode, error?.['code']]).toEqual([5, 186]);
  });

  test('times in another shape are evened out', async () => {
    const created = { _seconds: 1_772_439_300, _nanoseconds: 0 };
    const network = recordingNetwork({
      id: 'a',
      post: 'x',
      created,
      scheduleDate: '2026-03-02T08:15:00.000Z',
    });
    const { json } = await crier('posts get a --json', { env: SERVICE, network: network.transport });
    expect(json).toMatchObject({ created: '2026-03-02T08:15:00Z', scheduleDate: '2026-03-02T08:15:00Z' });
  });
});

describe('user', () => {
  test('shows whom the keys act for, and what is linked', async () => {
    const { exitCode, json } = await here('user --profile harbour --json');
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({
      title: 'Kestrel Lane Harbour',
      activeSocialAccounts: ['facebook', 'instagram', 'linkedin'],
      created: '2026-09-21T14:13:20Z',
    });
    const { stdout } = await here('user', { isTerminal: true });
    expect(stdout).toContain('Kestrel Lane Coffee (@kestrellane.coffee)');
  });

  test('an account without anything linked, from a service that reports little', async () => {
    const network = recordingNetwork({ title: 'Bare' });
    const { exitCode, json } = await crier('user --json', { env: SERVICE, network: network.transport });
    expect([exitCode, json]).toEqual([0, { title: 'Bare', created: null }]);
  });
});
