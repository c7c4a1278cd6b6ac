import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { CommentEvent } from '../../../../../../src/cli/features/comments/watch/find-comment-changes.ts';
import { FIRST_RETRY_MS, MIN_WAIT_MS } from '../../../../../../src/cli/features/comments/watch/watch-time.ts';
import { createSeededNumbers } from '../../../../../../src/sandbox/demo/crowd.ts';
import { LIMITS } from '../../../../../../src/service/limits.ts';
import { ClosedPipe } from '../../../../../../src/world.ts';
import {
  type Poll,
  type Polls,
  START,
  said,
  short,
  type Watching,
  watch,
  watchClock,
} from '../../../../../support/automations/watched-service.ts';
import { networkError } from '../../../../../support/network/client.ts';
import { testSeed } from '../../../../../support/test-seed.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const base = mkdtempSync(join(tmpdir(), 'crier-watch-'));
afterAll(() => rmSync(base, { recursive: true }));
let state: string;
beforeEach(() => {
  state = mkdtempSync(join(base, 'state-'));
});

const follow = (words: string, polls: Polls, more: Partial<Watching> = {}) =>
  watch(`${words} -o ndjson`, { polls, state, ...more });

const instagram = (...comments: object[]): Poll => ({ comments: { instagram: comments } });
const HELLO = said('1', 'hello');
const ME_TOO = said('2', 'me too');
const leg = (platform: string, code: number, message = 'no') => ({
  platform,
  status: 'error',
  code,
  message,
  id: 'l',
});

describe('what is printed', () => {
  test('comments as they are added, changed and gone, each on its line', async () => {
    const { stdout, exitCode } = await follow('x', [
      instagram(HELLO),
      instagram(HELLO, ME_TOO),
      instagram(said('1', 'hello!'), ME_TOO),
      instagram(ME_TOO),
    ]);
    expect(short({ stdout })).toEqual([
      'added instagram 1',
      'added instagram 2',
      'changed instagram 1 (text)',
      'gone instagram 1',
    ]);
    expect(exitCode).toBe(130);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => CommentEvent.parse(JSON.parse(line)));
    expect(events.map(({ requestedId, comment }) => [requestedId, comment.text])).toEqual([
      ['x', 'hello'],
      ['x', 'me too'],
      ['x', 'hello!'],
      ['x', 'hello!'],
    ]);
  });

  test.each([
    ['', []],
    ['--counts', ['changed instagram 1 (likes)']],
  ])('likes are a change with --counts only: "%s"', async (flag, expected) => {
    const polls = [instagram(HELLO), instagram(said('1', 'hello', { likeCount: 9 }))];
    expect(short(await follow(`x ${flag}`, polls)).slice(1)).toEqual(expected);
  });

  test('--from-now prints nothing of what is there, and what a failed network had is no news either', async () => {
    const ran = await follow('x --from-now', [
      { ...instagram(HELLO), errors: [leg('threads', 161)] },
      { comments: { instagram: [HELLO, ME_TOO], threads: [said('7', 'old')] } },
      { comments: { instagram: [HELLO, ME_TOO], threads: [said('7', 'old'), said('8', 'new')] } },
    ]);
    expect(short(ran)).toEqual(['added instagram 2', 'added threads 8']);
  });

  test('--once is one document, and says how each id is', async () => {
    const { json, exitCode, asked } = await watch('x y --once --json', {
      polls: [instagram(HELLO), instagram()],
      state,
    });
    expect(exitCode).toBe(0);
    expect(asked.map(({ id }) => id)).toEqual(['x', 'y']);
    expect(json).toMatchObject({
      events: [{ event: 'added', requestedId: 'x', comment: { id: '1' } }],
      ids: [
        { id: 'x', status: 'success', nextUpdate: '2026-09-21T14:23:20Z', errors: [] },
        { id: 'y', status: 'success' },
      ],
    });
    const again = await watch('x y --once --json', { polls: [instagram(HELLO), instagram()], state });
    expect(again.json).toMatchObject({ events: [], ids: [{ id: 'x' }, { id: 'y' }] });
  });

  test('one whole document of what never ends is refused, with nothing asked', async () => {
    const { exitCode, stderr, asked } = await watch('x --json', { polls: [], state });
    expect({ exitCode, asked }).toEqual({ exitCode: 2, asked: [] });
    expect(stderr).toContain('use -o ndjson');
  });

  test.each([
    [80, '', ['+  Instagram  @ada', '~  Instagram  @ada', 'text changed: hello!', '-  Instagram']],
    [40, '', ['+  Instagram  @ada', '~  Instagram  @ada', '  text changed: hello!']],
    [
      80,
      '--accessible',
      ['event    network', 'added    Instagram  @ada', 'changed  Instagram', 'gone     Instagram'],
    ],
  ])('a table of %i columns %s has a sign or a word for each', async (columns, flag, parts) => {
    const { stdout } = await watch(`x -o table --color never ${flag}`, {
      polls: [instagram(HELLO), instagram(said('1', 'hello!')), instagram()],
      state,
      around: { isTerminal: true, columns },
    });
    const lines = stdout.split('\n');
    for (const part of parts) expect(stdout).toContain(part);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(lines.filter((line) => /network/i.test(line))).toHaveLength(1);
  });
});

describe('when it asks', () => {
  const seed = testSeed();

  test.each([0, -3 * HOUR_MS, 3 * HOUR_MS])(
    `never before nextUpdate, nor long after it, in the time of a service whose clock is %i ms ahead (seed ${seed})`,
    { tags: ['COM-14'] },
    async (aheadMs) => {
      const next = createSeededNumbers(seed);
      const waits = Array.from({ length: 12 }, () => MIN_WAIT_MS + next(24 * HOUR_MS));
      const clock = watchClock(START + 123);
      const { asked } = await follow(
        'x',
        waits.map((wait) => ({ next: wait })),
        { aheadMs, clock },
      );
      expect(asked).toHaveLength(waits.length);
      for (const [at, wait] of waits.slice(0, -1).entries()) {
        const [before, after] = [asked[at]?.at ?? 0, asked[at + 1]?.at ?? 0];
        // a Date header has whole seconds, so that up to one is lost
        expect(after - (before + wait)).toBeGreaterThanOrEqual(0);
        expect(after - (before + wait)).toBeLessThanOrEqual(1_000);
      }
    },
  );

  test('a watch that was ended and begun again does not ask sooner for that', {
    tags: ['COM-14'],
  }, async () => {
    const clock = watchClock();
    const first = await follow('x', [instagram(HELLO)], { clock });
    clock.advance(-9 * MINUTE_MS); // the first one was interrupted at its next look
    const second = await follow('x', [instagram(HELLO, ME_TOO)], { clock });
    expect((second.asked[0]?.at ?? 0) - (first.asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(10 * MINUTE_MS);
    expect(short(second)).toEqual(['added instagram 2']);
  });

  test.each([
    ['a word', 'soon'],
    ['a moment that is over', '1999-01-01T00:00:00Z'],
  ])('%s for a nextUpdate is the usual interval', { tags: ['COM-13'] }, async (_what, raw) => {
    const { asked } = await follow('x', [{ next: { raw } }, {}]);
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBe(LIMITS.commentRefreshMs);
  });

  test('one that is due at once again and again is no busy loop', async () => {
    const { asked } = await follow(
      'x',
      Array.from({ length: 20 }, () => ({ next: 1 })),
    );
    expect((asked.at(-1)?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(19 * MIN_WAIT_MS);
  });

  test('one in the year 9999 is waited for, and reported', async () => {
    const end = new AbortController();
    const clock = watchClock();
    const { sleep } = clock;
    const longest = { ms: 0, count: 0 };
    const counting = {
      ...clock,
      sleep: (ms: number, signal?: AbortSignal) => {
        if (ms < 10 * 24 * HOUR_MS) longest.ms = Math.max(longest.ms, ms);
        longest.count += 1;
        if (longest.count > 5_000) end.abort('interrupted');
        return sleep(ms, signal);
      },
    };
    const ran = await follow('x', [{ next: { raw: '9999-12-31T23:59:59Z' } }], {
      clock: counting,
      around: { signal: end.signal },
    });
    expect({ asked: ran.asked.length, exitCode: ran.exitCode }).toEqual({ asked: 1, exitCode: 130 });
    expect(ran.stderr).toMatch(/x is next checked in 797\dy \d+d \((9999-12-31|10000-01-01) \d\d:\d\d\)/);
    expect(longest.ms).toBeLessThanOrEqual(MINUTE_MS);
  });

  test.each([-24 * HOUR_MS, HOUR_MS, 365 * 24 * HOUR_MS])(
    'setting the clock of the machine by %i ms while it waits does not move a poll',
    { tags: ['COM-14'] },
    async (setMs) => {
      const clock = watchClock();
      const { sleep } = clock;
      const asked: number[] = [];
      let slept = 0;
      const set = {
        ...clock,
        async sleep(ms: number, signal?: AbortSignal) {
          await sleep(ms, signal);
          if (ms === MINUTE_MS && ++slept === 3) clock.setForward(setMs);
        },
      };
      await follow('x', [{}, {}, {}], {
        clock: set,
        around: {
          network: async () => {
            asked.push(clock.steady());
            if (asked.length === 3) return Promise.reject(new Error('enough'));
            const next = new Date(clock.now() + 10 * MINUTE_MS).toISOString();
            const headers = {
              'content-type': 'application/json',
              date: new Date(clock.now()).toUTCString(),
            };
            const body = Buffer.from(JSON.stringify({ status: 'success', id: 'x', nextUpdate: next }));
            return { status: 200, headers, body: Readable.from([body]) };
          },
        },
      });
      expect(asked.map((at) => at - (asked[0] ?? 0))).toEqual([0, 10 * MINUTE_MS, 20 * MINUTE_MS]);
    },
  );

  test.each([
    ['stops while the machine sleeps', false],
    ['counts the sleep', true],
  ])(
    'after a day of sleep the next one is made once, and all that came meanwhile is printed once, where the monotonic clock %s',
    { tags: ['COM-14', 'T4'] },
    async (_what, isCounted) => {
      const clock = watchClock();
      let sleeps = 0;
      const sleeping = {
        ...clock,
        async sleep(ms: number, signal?: AbortSignal) {
          await clock.sleep(ms, signal);
          if (ms !== MINUTE_MS || ++sleeps !== 3) return;
          if (isCounted) clock.advance(24 * HOUR_MS);
          else clock.setForward(24 * HOUR_MS);
        },
      };
      const after = instagram(HELLO, ME_TOO, said('3', 'still open?'));
      const polls = [instagram(HELLO), networkError('ECONNRESET'), after, after];
      const ran = await follow('x', polls, { clock: sleeping });
      expect(short(ran)).toEqual(['added instagram 1', 'added instagram 2', 'added instagram 3']);
      const waits = ran.asked.slice(1).map(({ at }, poll) => at - (ran.asked[poll]?.at ?? 0));
      // the service's clock has passed the sleep, too; a connection does not survive it
      const firstMs = isCounted ? 24 * HOUR_MS + 3 * MINUTE_MS : 24 * HOUR_MS + 10 * MINUTE_MS;
      expect(waits).toEqual([firstMs, FIRST_RETRY_MS, 10 * MINUTE_MS]);
      const again = await follow('x', [after], { clock: watchClock(clock.now()) });
      expect([short(again), again.stderr]).toEqual([[], expect.not.stringContaining('clock')]);
    },
  );

  test.each([
    ['seconds with a fraction', { _seconds: 1_790_000_600.9 }],
    ['nanoseconds', { _seconds: 1_790_000_600, _nanoseconds: 900_000_000 }],
    ['nanoseconds beside a text', { _nanoseconds: 900_000_000, utc: '2026-09-21T14:23:20Z' }],
  ])('not in the second before: %s', { tags: ['COM-14'] }, async (_what, raw) => {
    const { asked } = await follow('x', [{ next: { raw } }, {}]);
    expect(asked[1]?.at).toBe(1_790_000_600_900);
  });

  test.each([
    // the pieces of the wait and the redrawing pass the time of this clock one after the other
    ['', /next check in 8m 59s \(\d\d:\d\d\)/, /next check in \d\ds \(\d\d:\d\d\)/],
    ['--accessible', /next check in \d+m \d+s \(\d\d:\d\d\)\n/, null],
  ])('a terminal sees how long it is, and it grows less: "%s"', async (flag, early, late) => {
    const { stderr } = await watch(`x -o table --color never ${flag}`, {
      polls: [instagram(HELLO), instagram(HELLO)],
      state,
      around: { isTerminal: true },
    });
    expect(stderr).toMatch(early);
    if (late === null) expect(stderr.match(/next check/g)).toHaveLength(2);
    else expect(stderr).toMatch(late);
    expect(stderr).not.toMatch(/\), \d+s/);
  });

  test('several ids, each in its own time, one after the other', async () => {
    const { asked } = await follow('x y', [{ next: 30 * MINUTE_MS }, { next: 10 * MINUTE_MS }, {}, {}, {}]);
    expect(asked.map(({ id }) => id)).toEqual(['x', 'y', 'y', 'y', 'x'].slice(0, asked.length));
    expect(asked).toHaveLength(5);
  });
});

test('more ids than the service lets one look at in time are refused', async () => {
  const ids = Array.from({ length: 601 }, (_, index) => `id${index}`).join(' ');
  const { exitCode, asked, stderr } = await follow(`${ids} --once`, []);
  expect({ exitCode, asked }).toEqual({ exitCode: 2, asked: [] });
  expect(stderr).toContain('a watch can follow at most 600 ids, and 601 were given');
});

describe('a network that is missing from an answer', () => {
  const [one, two] = [HELLO, ME_TOO];

  test.each([
    ['once', [{}, instagram(one, two)], []],
    ['twice, not in a row', [{}, instagram(one, two), {}, instagram(one, two)], []],
    [
      'twice in a row',
      [{}, {}, instagram(one)],
      ['gone instagram 1', 'gone instagram 2', 'added instagram 1'],
    ],
    ['with a failure in between', [{}, { errors: [leg('instagram', 161)] }, {}], []],
  ])('%s', async (_what, polls, expected) => {
    expect(short(await follow('x', [instagram(one, two), ...polls])).slice(2)).toEqual(expected);
  });

  test('one that is there and empty has none', async () => {
    expect(short(await follow('x', [instagram(one), instagram()])).slice(1)).toEqual(['gone instagram 1']);
  });

  test('two looks in a row are counted over a restart, too', async () => {
    const once = async (poll: Poll) => short(await follow('x --once', [poll]));
    await once(instagram(one));
    expect(await once({})).toEqual([]);
    expect(await once({})).toEqual(['gone instagram 1']);
  });
});

describe('a restart', () => {
  test('repeats nothing and misses nothing', async () => {
    const clock = watchClock();
    const first = await follow('x', [instagram(HELLO), instagram(HELLO, ME_TOO)], { clock });
    const second = await follow('x', [instagram(said('1', 'hello!'), ME_TOO, said('3', 'third'))], { clock });
    expect(short(first)).toEqual(['added instagram 1', 'added instagram 2']);
    expect(short(second)).toEqual(['added instagram 3', 'changed instagram 1 (text)']);
  });

  test('--from-start begins again', async () => {
    await follow('x', [instagram(HELLO)]);
    expect(short(await follow('x --from-start', [instagram(HELLO)]))).toEqual(['added instagram 1']);
    expect(short(await follow('x', [instagram(HELLO)]))).toEqual([]);
  });

  test.each(['', '--once'])('after a closed pipe, what it did not take comes again %s', async (flag) => {
    const closed = () => ({
      isTerminal: false,
      isEmptyFile: false,
      columns: undefined,
      write: async () => Promise.reject(new ClosedPipe()),
    });
    const first = await follow(`x ${flag}`, [instagram(HELLO)], { stdout: closed });
    expect(first.exitCode).toBe(0);
    expect(short(await follow(`x ${flag}`, [instagram(HELLO)]))).toEqual(['added instagram 1']);
  });

  test('after Ctrl-C in the middle of a line, the line is whole and does not come again', async () => {
    const lines: string[] = [];
    const slow = (end: AbortController) => ({
      isTerminal: false,
      isEmptyFile: false,
      columns: undefined,
      async write(chunk: string | Uint8Array) {
        end.abort('interrupted');
        await Promise.resolve();
        lines.push(String(chunk));
      },
    });
    const first = await follow('x', [instagram(HELLO, ME_TOO)], { stdout: slow });
    expect(first.exitCode).toBe(130);
    expect(short({ stdout: lines.join('') })).toEqual(['added instagram 1', 'added instagram 2']);
    expect(short(await follow('x', [instagram(HELLO, ME_TOO)]))).toEqual([]);
  });

  test('a whole document that was not taken comes again', async () => {
    const closed = () => ({
      isTerminal: false,
      isEmptyFile: false,
      columns: undefined,
      write: async () => Promise.reject(new ClosedPipe()),
    });
    await watch('x --once --json', { polls: [instagram(HELLO)], state, stdout: closed });
    const { json } = await watch('x --once --json', { polls: [instagram(HELLO)], state });
    expect(json).toMatchObject({ events: [{ event: 'added' }] });
  });

  test('another profile, another form of read and another service have places of their own', async () => {
    await follow('id:17 --platform instagram', [instagram(HELLO)]);
    for (const [words, env] of [
      ['id:17', {}],
      ['id:17 --platform instagram --comment', {}],
      ['id:17 --platform instagram', { CRIER_BASE_URL: 'https://other.example' }],
      ['id:17 --platform instagram', { CRIER_PROFILE_KEY: 'PROFILE-KEY-00000001' }],
    ] as const) {
      expect(short(await follow(words, [instagram(HELLO)], { around: { env } }))).toEqual([
        'added instagram 1',
      ]);
    }
    expect(short(await follow('id:17 --platform instagram', [instagram(HELLO)]))).toEqual([]);
  });
});

describe('what fails', () => {
  test('and passes is reported once, retried later each time, and reported as over', async () => {
    const lost = networkError('ECONNRESET');
    const { stderr, asked, stdout } = await follow('x', [
      lost,
      lost,
      lost,
      instagram(HELLO),
      instagram(HELLO),
    ]);
    const [first = 0, ...others] = asked.map(({ at }) => at);
    expect(others.slice(0, 3).map((at) => at - first)).toEqual([
      FIRST_RETRY_MS,
      3 * FIRST_RETRY_MS,
      7 * FIRST_RETRY_MS,
    ]);
    expect(stderr.match(/the connection/g)).toHaveLength(1);
    expect(stderr.match(/the service responds again/g)).toHaveLength(1);
    expect(short({ stdout })).toEqual(['added instagram 1']);
  });

  test.each([
    ['500', { http: 500, body: { status: 'error', code: 1500, message: 'broken' } }, FIRST_RETRY_MS],
    [
      '1429, without a word of when',
      { http: 429, body: { status: 'error', code: 1429 } },
      LIMITS.requestRate.windowMs,
    ],
    [
      '435, which says when',
      { http: 429, body: { status: 'error', code: 435, details: { retryAfter: 77 } } },
      77_000,
    ],
    [
      '429 with a header that says when',
      { http: 429, headers: { 'retry-after': '3600' }, body: { status: 'error', code: 1429 } },
      HOUR_MS,
    ],
    [
      '503 with a header that says when',
      { http: 503, headers: { 'retry-after': '7200' }, body: { status: 'error', code: 1500 } },
      2 * HOUR_MS,
    ],
    [
      'every network at once, with a header that says when',
      {
        http: 400,
        headers: { 'retry-after': '3600' },
        body: { status: 'error', code: 288, errors: [leg('tiktok', 288)] },
      },
      HOUR_MS,
    ],
    [
      '435 with a fraction of a second',
      { http: 429, body: { status: 'error', code: 435, details: { retryAfter: 77.7777 } } },
      77_778,
    ],
    [
      '435, which asks for ages',
      { http: 429, body: { status: 'error', code: 435, details: { retryAfter: 1e300 } } },
      24 * HOUR_MS,
    ],
    [
      'every network at once',
      { http: 400, body: { status: 'error', code: 288, errors: [leg('tiktok', 288)] } },
      LIMITS.commentRefreshMs,
    ],
  ])('%s is waited out', async (_what, poll, wait) => {
    const { asked } = await follow('x', [poll, {}]);
    expect(asked).toHaveLength(2);
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBe(wait);
  });

  const UNKNOWN = {
    http: 404,
    body: { status: 'error', action: 'post', code: 186, message: 'not found', id: 'x' },
  };

  test.each([
    ['186', UNKNOWN, 5],
    ['102', { http: 401, body: { status: 'error', code: 102, message: 'key' } }, 4],
    ['403', { http: 403, body: { status: 'error', message: 'plan' } }, 6],
    [
      '416 of the one network',
      { http: 402, body: { status: 'error', code: 416, errors: [leg('twitter', 416)] } },
      6,
    ],
    [
      '364 of the one network',
      { http: 429, body: { status: 'error', code: 364, errors: [leg('twitter', 364)] } },
      7,
    ],
    [
      '161 of all networks',
      { http: 400, body: { status: 'error', code: 161, errors: [leg('threads', 161)] } },
      4,
    ],
  ])('%s does not pass, and ends the watch with exit code %i', async (_what, poll, code) => {
    const { exitCode, asked, stdout, error } = await follow('x', [poll, {}]);
    expect({ exitCode, asked: asked.length, stdout }).toEqual({ exitCode: code, asked: 1, stdout: '' });
    expect(error).toMatchObject({ exitCode: code });
  });

  test('for one id does not end the others; when all have, the first says how it ends', async () => {
    const refused = { http: 403, body: { status: 'error', message: 'plan' } };
    const { exitCode, asked, stderr } = await follow('x y', [UNKNOWN, instagram(HELLO), refused]);
    expect(asked.map(({ id }) => id)).toEqual(['x', 'y', 'y']);
    expect(exitCode).toBe(5);
    expect(stderr).toContain('x: not found (186)');
    expect(stderr).toContain('x: this is a permanent error: the id is no longer watched');
  });

  test('with --once, one of two is partial', async () => {
    const { exitCode, error } = await follow('x y --once', [UNKNOWN, instagram(HELLO)]);
    expect(exitCode).toBe(3);
    expect(error).toMatchObject({ kind: 'partial' });
    const allowed = await follow('x y --once --allow-partial', [UNKNOWN, instagram(HELLO)]);
    expect(allowed.exitCode).toBe(0);
  });
});

describe('a network that fails', () => {
  const threads = (...errors: object[]): Poll => ({
    ...instagram(HELLO),
    ...(errors.length > 0 && { errors }),
  });

  test('is reported once, again when it changes, and when it answers', async () => {
    const { stderr, stdout } = await follow('x', [
      threads(leg('threads', 161, 'expired')),
      threads(leg('threads', 161, 'expired')),
      threads(leg('threads', 485, 'other')),
      threads(),
      threads(),
      threads(leg('threads', 161, 'expired')),
    ]);
    expect(stderr.split('\n').filter((line) => line.startsWith('Threads'))).toEqual([
      'Threads failed: 161, expired',
      'Threads failed: 485, other',
      'Threads responds again',
      'Threads failed: 161, expired',
    ]);
    expect(short({ stdout })).toEqual(['added instagram 1']);
  });

  test.each([364, 416])(
    'by a limit of its own (%i) is skipped, and the next watch misses nothing of it',
    async (code) => {
      const clock = watchClock();
      const tweets = (...twitter: object[]): Poll => ({ comments: { instagram: [HELLO], twitter } });
      const { stderr, stdout } = await follow(
        'x',
        [
          tweets(said('7', 'tweet')),
          { ...instagram(HELLO, ME_TOO), errors: [leg('twitter', code, 'limit')] },
          { comments: { instagram: [HELLO, ME_TOO], twitter: [said('8', 'another')] } },
          { ...instagram(HELLO, ME_TOO), errors: [leg('twitter', code, 'limit')] },
        ],
        { clock },
      );
      expect(short({ stdout })).toEqual(['added instagram 1', 'added twitter 7', 'added instagram 2']);
      expect(stderr.match(/has reached a limit/g)).toHaveLength(1);
      expect(stderr).toMatch(new RegExp(`^X has .*no longer watched: ${code}, limit`, 'm'));
      const next = await follow(
        'x',
        [{ comments: { instagram: [HELLO, ME_TOO], twitter: [said('8', 'another')] } }],
        { clock },
      );
      expect(short(next)).toEqual(['added twitter 8', 'gone twitter 7']);
    },
  );

  test('with --once makes it partial, unless that is allowed', async () => {
    expect((await follow('x --once', [threads(leg('threads', 161))])).exitCode).toBe(3);
    expect((await follow('x --once --allow-partial', [threads(leg('threads', 161))])).exitCode).toBe(0);
  });
});

test('what contradicts itself is refused', async () => {
  const { exitCode, asked } = await follow('x --from-now --from-start', []);
  expect({ exitCode, asked }).toEqual({ exitCode: 2, asked: [] });
});
