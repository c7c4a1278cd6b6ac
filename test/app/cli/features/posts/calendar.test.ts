import { describe, expect, test } from 'vitest';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import type { Transport } from '../../../../../src/client/transport.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

const post = (id: string, status: string, when: string, more: object = {}) => ({
  id,
  status,
  post: `Text of ${id}`,
  platforms: ['bluesky', 'linkedin', 'facebook'],
  created: '2026-06-01T10:00:00Z',
  scheduleDate: when,
  ...more,
});

/** Today is Monday, 21 September 2026. */
const HISTORY = [
  post('published', 'success', '2026-09-21T08:00:00Z'),
  { ...post('at-once', 'success', ''), scheduleDate: null, created: '2026-09-21T10:30:00Z' },
  post('failed', 'error', '2026-09-22T00:30:00Z'),
  post('planned', 'pending', '2026-09-24T09:00:00Z', { created: '2025-01-01T00:00:00Z' }),
  post('held', 'paused', '2026-09-24T08:00:00Z'),
  post('asked', 'awaiting approval', '2026-09-27T23:30:00Z', { platforms: ['threads'] }),
  { ...post('draft', 'awaiting approval', ''), scheduleDate: null, platforms: ['bluesky'] },
  post('hostile', 'pending', '2026-09-25T07:00:00Z', {
    platforms: ['x\u001B[31m'],
    post: `\u202Eevil\u001B[2J <script>alert(1)</script> 👨‍👩‍👧‍👦 قهوة ${'漢字'.repeat(200)}`,
  }),
  post('later', 'pending', '2026-10-05T09:00:00Z'),
  post('earlier', 'success', '2026-09-20T23:59:59Z'),
];

const show = (line: string, around: Around = {}) =>
  crier(line, {
    env: { ...SERVICE, NO_COLOR: '1' },
    network: recordingNetwork({ history: HISTORY }).transport,
    isTerminal: true,
    columns: 80,
    ...around,
  });

interface CalendarDocument {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly posts: readonly { readonly id: string; readonly day: string | null; readonly profile: string }[];
  readonly errors: readonly { readonly profile: string }[];
}
const read = async (line: string, around: Around = {}) =>
  (await show(`${line} --json`, around)).json as CalendarDocument; // held against its schema
const daysOf = ({ posts }: CalendarDocument) => posts.map(({ id, day }) => `${id} ${day}`);

describe('a week', () => {
  test('has its posts in order, also those made long before, and what waits without a date', async () => {
    const found = await read('posts calendar');
    expect(found).toMatchObject({ from: '2026-09-21', to: '2026-09-27', timeZone: 'UTC' });
    expect(daysOf(found)).toEqual([
      'published 2026-09-21',
      'at-once 2026-09-21',
      'failed 2026-09-22',
      'held 2026-09-24',
      'planned 2026-09-24',
      'hostile 2026-09-25',
      'asked 2026-09-27',
      'draft null',
    ]);
  });

  test('has the days of the chosen zone, or of the machine', async () => {
    const west = daysOf(await read('posts calendar --tz America/New_York'));
    expect(west).toContain('failed 2026-09-21');
    const east = await read('posts calendar', { timeZone: 'Asia/Tokyo' });
    expect(east.timeZone).toBe('Asia/Tokyo');
    // the last day has begun the next week there, and the day before was this Monday
    expect(daysOf(east)).not.toContain('asked 2026-09-28');
    expect(daysOf(east)[0]).toBe('earlier 2026-09-21');
  });

  test('is a grid on a terminal of 80 columns, whose marks a legend explains', async () => {
    const { stdout } = await show('posts calendar');
    expect(stdout).toBe(WEEK);
  });

  test.each([
    ['40 columns', { columns: 40 }, ''],
    ['75 columns', { columns: 75 }, ''],
    ['a screen reader', {}, '--accessible'],
    ['all columns', {}, '--wide'],
  ])('is a list for %s', async (_why, around, flag) => {
    const { stdout } = await show(`posts calendar ${flag}`.trim(), around);
    expect(stdout).not.toContain('│');
    expect(stdout).toContain('to approve');
    expect(stdout).toMatch(/Thu 24 Sep 09:00|24 Sep 09:00/);
  });

  test.each([30, 40, 76, 80, 120, 300])(
    'has no line wider than a terminal of %i columns',
    async (columns) => {
      const { stdout } = await show('posts calendar', { columns });
      expect(stdout.includes('│')).toBe(columns >= 76);
      expect(Math.max(...stdout.split('\n').map(getDisplayWidth))).toBeLessThanOrEqual(columns);
    },
  );

  test('is drawn in ASCII where the terminal shows no more', async () => {
    const { stdout } = await show('posts calendar', { env: { ...SERVICE, NO_COLOR: '1', LANG: 'C' } });
    expect(stdout).toContain('|x00:30 #3 |');
    expect(stdout).toContain('x failed');
    expect(stdout).not.toMatch(/[│─○✓]/);
  });

  test('without posts says what to look at', async () => {
    const { stdout, exitCode } = await show('posts calendar 2024-02-29', {
      network: recordingNetwork({ history: [] }).transport,
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('no posts');
  });
});

describe('a month', () => {
  test('counts what a day has no room for', async () => {
    const history = Array.from({ length: 7 }, (_, at) => post(`p${at}`, 'pending', '2026-10-05T09:00:00Z'));
    const network = recordingNetwork({ history }).transport;
    const { stdout } = await show('posts calendar october', {
      network,
    });
    expect(stdout).toContain('October 2026, UTC: 7 scheduled');
    expect(stdout.match(/○09:00/g)).toHaveLength(3);
    expect(stdout).toContain('+4 more');
  });

  test.each([
    ['posts calendar --month', '2026-09-01', '2026-09-30'],
    ['posts calendar next --month', '2026-10-01', '2026-10-31'],
    ['posts calendar january', '2027-01-01', '2027-01-31'],
    ['posts calendar january --week', '2026-12-28', '2027-01-03'],
  ])('%s', async (line, from, to) => {
    expect(await read(line)).toMatchObject({ from, to });
  });
});

test.each([
  ['posts calendar soon', '"soon" is not a day'],
  ['posts calendar 2026-02-30', 'there is no day "2026-02-30"'],
  ['posts calendar --week --month', 'use only one of them'],
  ['posts calendar -o raw', 'one response'],
])('%s: exit 2', async (line, words) => {
  const { exitCode, stderr } = await show(line);
  expect(exitCode).toBe(2);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(words);
});

describe('a page', () => {
  test('has each post on its day, and runs and loads nothing', async () => {
    const { stdout } = await show('posts calendar -o html');
    expect(stdout).toContain('<time class="day" datetime="2026-09-21">Today, Mon 21 Sep</time>');
    expect(stdout).toContain('<b>08:00</b> <span>published</span>');
    expect(stdout).toContain('&lt;script&gt;');
    for (const part of ['<script', '<link', 'src=', '\u001B', '\u202E']) expect(stdout).not.toContain(part);
    expect(stdout).toContain('Without a date');
  });
});

describe('all profiles', () => {
  test('are read by their own keys, and name their posts; the failure of one is reported, exit 3', async () => {
    const sandbox = await openTestSandbox();
    const { profileKey } = sandbox.credentials.profiles.find(({ alias }) => alias === 'harbour') ?? {};
    const answer: typeof sandbox.answer = async (request) => {
      if (request.headers['profile-key'] !== profileKey) return sandbox.answer(request);
      const text = JSON.stringify({ status: 'error', code: 102, message: 'refused' });
      return { status: 403, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) };
    };
    const kept = { ...sandbox, close: () => {} };
    const line = 'posts calendar --month --all-profiles --sandbox';
    const whole = await crier(`${line} --json`, { sandbox: kept });
    const part = await crier(`${line} --json`, { sandbox: { ...kept, answer } });
    sandbox.close();
    const profilesOf = ({ posts }: CalendarDocument) => new Set(posts.map(({ profile }) => profile));
    expect(whole.exitCode).toBe(0);
    // held against its schema
    expect(profilesOf(whole.json as CalendarDocument)).toEqual(new Set([null, 'harbour', 'wholesale']));
    const { errors, ...rest } = part.json as CalendarDocument;
    expect(part.exitCode).toBe(3);
    expect(errors.map(({ profile }) => profile)).toEqual(['harbour']);
    expect(profilesOf({ errors, ...rest })).toEqual(new Set([null, 'wholesale']));
  });
});

describe('a history that does not fit into one answer', () => {
  const MINUTE_MS = 60_000;
  const LATEST = Date.parse('2026-09-20T23:59:00Z');
  /** Of the oldest ones. */
  const SPECIAL: Readonly<Record<number, { status: string; type: string; scheduleDate?: string }>> = {
    30: { status: 'success', type: 'scheduled', scheduleDate: '2026-09-29T10:00:00Z' },
    35: { status: 'awaiting approval', type: 'immediate' },
  };
  /** Posts, one a minute, of which an answer has at most four: the newest up to `endDate`. */
  const serve = (total: number) => {
    const requests: string[] = [];
    const network: Transport = async ({ url }) => {
      const { searchParams: query } = new URL(url);
      const end = query.get('endDate');
      requests.push(query.get('status') ?? query.get('type') ?? 'all');
      const first = end === null ? 0 : (LATEST - Date.parse(end)) / MINUTE_MS;
      const posts = Array.from({ length: total }, (_, number) => {
        const created = new Date(LATEST - number * MINUTE_MS).toISOString();
        const special = SPECIAL[number] ?? { status: 'success', type: 'immediate' };
        return { id: `p${number}`, created, ...special };
      });
      const history = posts
        .slice(first)
        .filter(
          ({ status, type }) =>
            [status, null].includes(query.get('status')) && [type, null].includes(query.get('type')),
        )
        .slice(0, 4);
      async function* body() {
        yield Buffer.from(JSON.stringify({ history, hasMore: history.length === 4 }));
      }
      return { status: 200, headers: { 'content-type': 'application/json' }, body: body() };
    };
    return { network, requests };
  };

  test('is read only as far as posts can be in the week', async () => {
    const { network, requests } = serve(38);
    const { json } = await show('posts calendar next --json', { network });
    expect(requests).toEqual(['all', 'awaiting approval', 'scheduled']);
    const { posts } = json as CalendarDocument; // held against its schema
    expect(posts.map(({ id }) => id)).toEqual(['p30', 'p35']);
  });

  test('is read to its end', async () => {
    const { network, requests } = serve(9);
    const { json, stderr } = await show('posts calendar previous --json', { network });
    expect(requests).toHaveLength(3);
    expect(stderr).toBe('');
    expect(daysOf(json as CalendarDocument)).toHaveLength(9); // held against its schema
  });

  test('is read in ten requests at most, and a note says that posts are missing', async () => {
    const { network, requests } = serve(40);
    const { json, stderr } = await show('posts calendar previous --json', { network });
    expect(requests).toHaveLength(10);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('only the newest 31 posts of the Primary Profile');
    expect(json).toMatchObject({ meta: { pagination: { hasMore: true } } });
  });
});

const WEEK = `\
21 to 27 September 2026, UTC: 2 to approve, 2 scheduled, 1 paused, 2 published,
1 failed

Today 21  │Tue 22    │Wed 23    │Thu 24    │Fri 25    │Sat 26    │Sun 27
──────────┼──────────┼──────────┼──────────┼──────────┼──────────┼──────────
✓08:00 #1 │✗00:30 #3 │          │=08:00 #4 │○07:00 #6 │          │?23:30 #7
Bluesky +2│Bluesky +2│          │Bluesky +2│x\\u001b[3…│          │Threads
Text of   │Text of   │          │Text of   │\\u202eev  │          │Text of
published │failed    │          │held      │il\\u001b  │          │asked
          │          │          │          │[2J <sc…  │          │
✓10:30 #2 │          │          │○09:00 #5 │          │          │
Bluesky +2│          │          │Bluesky +2│          │          │
Text of   │          │          │Text of   │          │          │
at-once   │          │          │planned   │          │          │

Without a date
? #8  Bluesky  Text of draft

✓ published, ✗ failed, = paused, ○ scheduled, ? to approve
`;
