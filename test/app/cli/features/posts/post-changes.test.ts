import { afterEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { control } from '../../../../support/control.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { networkError, type Scripted, scripted } from '../../../../support/network/client.ts';
import { askSandbox } from '../../../../support/small-sandbox.ts';

const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
const X_PAIR = { CRIER_X_API_KEY: 'X-KEY-00000001', CRIER_X_API_SECRET: 'X-SECRET-00000001' };

/** Of the demo: on nine networks, refused by tiktok and out on instagram, waiting for approval. */
const EVERYWHERE = 'Sp7kQm2XvLr9TzBd4HnW';
const PARTLY = 'Bx6hPf2QyLs8TnCv5RkG';
const WAITING = 'Su3gHk9WqZr5TcYb7MvN';

let opened: Promise<Sandbox> | null = null;
/** Opened by the first who needs it in a test. */
const demo = () => {
  opened ??= openTestSandbox();
  return opened;
};
afterEach(async () => {
  (await opened)?.close();
  opened = null;
});
const wordsOf = (line: string | readonly string[]) => (typeof line === 'string' ? line.split(' ') : line);
const here = async (line: string | readonly string[], around: Around = {}) =>
  crier([...wordsOf(line), '--sandbox'], { sandbox: { ...(await demo()), close: () => {} }, ...around });
const record = async (id: string) => (await here(`posts get ${id} --json`)).json as Record<string, unknown>;

/** Runs a line against a service that answers so, and tells what it was sent. */
async function sent(
  line: string | readonly string[],
  answers: readonly (Scripted | Error)[],
  around: Around = {},
) {
  const network = scripted(...answers);
  const ran = await crier(line, { env: SERVICE, network, ...around });
  const requests = network.asked.map(({ method, url, body }) => ({
    call: `${method} ${url.href.replace(SERVICE.CRIER_BASE_URL, '')}`,
    body: body === null || body === undefined ? null : JSON.parse(String(body)),
  }));
  return { ...ran, requests, asked: network.asked };
}
/** What a change that releases a post reads first. */
const RELEASING = ['--approve', '--resume', '--schedule'];
const VALID = { body: { id: 'abc', post: 'Hello', platforms: ['bluesky'], status: 'awaiting approval' } };
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

test('posts get asks for each id once, and stops at what fails for all alike', async () => {
  const refused = { status: 403, body: { status: 'error', code: 102, message: 'no' } };
  const { exitCode, requests } = await sent('posts get a b c d e f g h --json', [refused]);
  expect(exitCode).toBe(4);
  expect(requests.length).toBeLessThan(8);
  const twice = await sent('posts get a a --json', [{ body: { id: 'a', status: 'success' } }]);
  expect(twice.requests.map(({ call }) => call)).toEqual(['GET /post/a']);
});

describe('posts update', () => {
  test.each<[string | readonly string[], object]>([
    ['--approve', { approved: true }],
    ['--pause', { scheduledPause: true }],
    ['--resume', { scheduledPause: false }],
    ['--disable-comments', { disableComments: true }],
    ['--enable-comments', { disableComments: false }],
    [['--notes', ''], { notes: '' }],
    [['--notes', 'ask Noor'], { notes: 'ask Noor' }],
    ['--schedule 2027-03-02T08:15:00Z', { scheduleDate: '2027-03-02T08:15:00Z' }],
    [
      ['--schedule', '2027-03-02 09:15', '--time-zone', 'Europe/Oslo'],
      { scheduleDate: '2027-03-02T08:15:00Z' },
    ],
    [
      '--title Roast --description How --visibility unlisted',
      { youTubeOptions: { title: 'Roast', description: 'How', visibility: 'unlisted' } },
    ],
    ['--approve --notes x', { approved: true, notes: 'x' }],
  ])('%j', async (flags, change) => {
    const line = ['posts', 'update', 'abc', ...wordsOf(flags), '--json'];
    const answer = { body: { status: 'success', id: 'abc', ...change } };
    const isRead = RELEASING.some((flag) => line.includes(flag));
    const ran = await sent(line, isRead ? [VALID, answer] : [answer]);
    expect(ran.requests.filter(({ call }) => call !== 'GET /post/abc')).toEqual([
      { call: 'PATCH /post', body: { id: 'abc', ...change } },
    ]);
    expect(ran.json).toEqual({ status: 'success', id: 'abc', ...change });
  });

  test.each([
    ['', 'nothing to change'],
    ['--pause --resume', 'cannot be used together'],
    ['--disable-comments --enable-comments', 'cannot be used together'],
    ['--time-zone Europe/Oslo --approve', 'add --schedule'],
    ['--schedule yesterday', '--schedule'],
    ['--schedule 2020-01-01T00:00:00Z', 'is in the past'],
    ['--visibility secret', 'private'],
    ['--title x,y https', 'quote a text with spaces'],
  ])('"%s": nothing is sent, exit 2', async (flags, words) => {
    const { exitCode, requests, stderr } = await sent(`posts update abc ${flags}`, [{}]);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(plain(stderr)).toContain(words);
  });

  test('approves, moves and pauses a post of the sandbox', async () => {
    await here(['posts', 'update', WAITING, '--schedule', 'friday 18:30', '--time-zone', 'Europe/Oslo']);
    expect(await record(WAITING)).toMatchObject({
      status: 'awaiting approval',
      scheduleDate: '2026-09-25T16:30:00Z',
    });
    await here(`posts update ${WAITING} --approve`);
    expect(await record(WAITING)).toMatchObject({ status: 'pending' });
    await here(`posts update ${WAITING} --pause --notes wait`);
    expect(await record(WAITING)).toMatchObject({ status: 'paused', notes: 'wait' });
    await control(await demo(), 'advanceClock', { ms: 10 * 24 * 60 * 60_000 });
    expect(await record(WAITING)).toMatchObject({ status: 'paused', postIds: [] });
  });

  test('the time is shown before it is sent, as it was parsed', async () => {
    const line = ['posts', 'update', WAITING, '--schedule', 'friday 18:30', '--time-zone', 'Europe/Oslo'];
    const { stderr } = await here(line);
    expect(plain(stderr)).toContain(
      'scheduled for Fri 25 Sep 2026 18:30 Europe/Oslo, 16:30 UTC, in 4 days 2 hours',
    );
    const lost = await sent(line, [VALID, networkError('ECONNRESET')]);
    expect(plain(lost.stderr)).toContain('scheduled for Fri 25 Sep 2026');
  });

  test('"tomorrow" is computed by the clock of the sandbox', async () => {
    await control(await demo(), 'setClock', { mode: 'set', now: '2027-01-01T12:00:00Z' });
    await here(['posts', 'update', WAITING, '--schedule', 'tomorrow 9:00', '--time-zone', 'UTC']);
    expect(await record(WAITING)).toMatchObject({ scheduleDate: '2027-01-02T09:00:00Z' });
  });

  test('a network on which comments cannot be closed is reported as a warning', {
    tags: ['POST-08'],
  }, async () => {
    const { exitCode, stderr } = await here(`posts update ${WAITING} --disable-comments`);
    expect(exitCode).toBe(0);
    expect(plain(stderr)).toContain('warning: Facebook: disableComments');
    expect(stderr).not.toContain('failed');
  });

  test('a post that is out cannot be paused: 101, exit 9', async () => {
    const { exitCode, error } = await here(`posts update ${EVERYWHERE} --pause --json`);
    expect([exitCode, error]).toMatchObject([9, { code: 101 }]);
  });

  test('--dry-run shows the request, and sends nothing', async () => {
    const { json, requests } = await sent('posts update abc --approve --dry-run --json', [{}]);
    expect(requests).toEqual([]);
    expect(json).toMatchObject({ request: { method: 'PATCH', body: { id: 'abc', approved: true } } });
  });
});

describe('posts retry', () => {
  const FAILED = {
    id: 'abc',
    status: 'error',
    platforms: ['reddit'],
    postIds: [],
    errors: [{ platform: 'reddit', code: 443 }],
  };

  test('reads the post, then sends it again', async () => {
    const { exitCode, requests, json } = await sent('posts retry abc --json', [
      { body: FAILED },
      { body: { status: 'success', id: 'abc', refId: 'r' } },
    ]);
    expect(exitCode).toBe(0);
    expect(requests).toEqual([
      { call: 'GET /post/abc', body: null },
      { call: 'PUT /post/retry', body: { id: 'abc' } },
    ]);
    expect(json).toEqual({ status: 'success', id: 'abc', refId: 'r' });
  });

  test('is refused where a network took the post: exit 2, and the command for the others is shown', {
    tags: ['HTTP-11'],
  }, async () => {
    const { exitCode, stdout, stderr, requests } = await sent(
      'posts retry abc',
      [
        {
          body: {
            ...FAILED,
            post: "Ferry's at nine",
            notes: 'ask Noor',
            platforms: ['reddit', 'twitter', 'instagram'],
            mediaUrls: ['https://media.example/a.jpg'],
            postIds: [{ platform: 'instagram', status: 'success', id: '1' }],
            errors: [
              { platform: 'reddit', code: 443 },
              { platform: 'twitter', code: 111 },
            ],
          },
        },
      ],
      { env: { ...SERVICE, ...X_PAIR } },
    );
    expect({ exitCode, stdout, calls: requests.map(({ call }) => call) }).toEqual({
      exitCode: 2,
      stdout: '',
      calls: ['GET /post/abc'],
    });
    expect(plain(stderr)).toContain('the post abc is published on Instagram');
    const command = plain(stderr.replaceAll(' \\\n', ' '));
    expect(command).toContain('crier posts create');
    expect(command).toContain("--platform 'reddit,twitter'");
    expect(command).toContain(`--text "Ferry's at nine"`);
    expect(command).toContain('--media https://media.example/a.jpg');
    expect(command).toContain("--notes 'ask Noor'");
    expect(command).toContain('a first comment, short links and disabled comments are not stored');
    expect(command).not.toContain('--platform instagram');
  });

  test('in the sandbox: the post stays as it is', { tags: ['HTTP-11'] }, async () => {
    const before = await record(PARTLY);
    const { exitCode, error, stderr } = await here(`posts retry ${PARTLY} --json`);
    expect([exitCode, error]).toMatchObject([2, { kind: 'usage', code: 101, http: null }]);
    expect(plain(stderr.replaceAll(' \\\n', ' '))).toContain(
      '--platform tiktok --media https://media.kestrellane.example/rain-on-the-roof.mp4 --sandbox',
    );
    expect(await record(PARTLY)).toEqual(before);
  });

  test.each([
    ['that tiktok still works on counts as out', { status: 'success', id: 'pending' }, [2, 1]],
    ['that failed is not out', { status: 'error', id: 'failed' }, [0, 2]],
  ])('a copy %s', { tags: ['HTTP-11'] }, async (_what, copy, expected) => {
    const body = { ...FAILED, postIds: [{ platform: 'tiktok', ...copy }] };
    const { exitCode, requests } = await sent('posts retry abc', [{ body }, {}]);
    expect([exitCode, requests.length]).toEqual(expected);
  });

  test.each(['success', 'pending', 'paused', 'awaiting approval', 'deleted'])(
    'a post that is "%s" is refused before it is sent: exit 2',
    async (status) => {
      const { exitCode, requests, stderr } = await sent('posts retry abc', [{ body: { ...FAILED, status } }]);
      expect([exitCode, requests.length]).toEqual([2, 1]);
      expect(plain(stderr)).toContain(`"${status}"`);
    },
  );

  test('the commands that are named ask the same service', async () => {
    await here(`posts update ${WAITING} --approve`);
    const waits = await here(`posts retry ${WAITING}`);
    expect(plain(waits.stderr)).toContain(`crier posts get ${WAITING} --sandbox`);
    expect(plain((await here('posts retry nobody')).stderr)).toContain('"crier posts list --sandbox"');
    const over = await here(`posts update ${WAITING} --schedule 2020-01-01T00:00:00Z`);
    expect(plain(over.stderr)).toContain(`crier posts approve ${WAITING} --sandbox`);
  });

  test('an unknown post is 186: exit 5, and nothing is sent again', async () => {
    const { exitCode, requests } = await sent('posts retry abc', [
      { status: 404, body: { status: 'error', code: 186, message: 'no' } },
    ]);
    expect([exitCode, requests.length]).toEqual([5, 1]);
  });

  test('a lost answer is not retried, and the message names where to look', async () => {
    const { exitCode, requests, stderr } = await sent('posts retry abc', [
      { body: FAILED },
      networkError('ECONNRESET'),
    ]);
    expect([exitCode, requests.length]).toEqual([10, 2]);
    expect(plain(stderr)).toContain('may have taken effect');
  });

  test('a post that every network refused goes out by it, once', async () => {
    await control(await demo(), 'addFault', {
      code: 443,
      network: 'facebook',
      endpoint: 'createPost',
      count: 1,
    });
    const made = await askSandbox(await demo(), '/post', {
      method: 'POST',
      body: JSON.stringify({ post: 'Ferry at nine', platforms: ['facebook'] }),
    });
    expect(made).toMatchObject({ http: 400, body: { status: 'error', code: 443 } });
    const { id } = made.body;
    expect(await here(`posts retry ${id}`)).toMatchObject({ exitCode: 0 });
    await control(await demo(), 'advanceClock', { ms: 1_000 });
    expect(await record(id)).toMatchObject({ status: 'success', postIds: [{ platform: 'facebook' }] });
    expect((await here(`posts retry ${id}`)).exitCode).toBe(2);
  });
});

describe('posts delete', () => {
  const GONE = { body: { status: 'success', facebook: { action: 'delete', status: 'success', id: '1' } } };

  test('each network is reported by itself: what some keep is exit 3', async () => {
    const { exitCode, json, error, stderr } = await here(`posts delete ${EVERYWHERE} --yes --json`);
    expect(exitCode).toBe(3);
    const [result, ...others] = (json as { results: { networks: { platform: string; status: string }[] }[] })
      .results;
    expect(others).toEqual([]);
    expect(result).toMatchObject({ id: EVERYWHERE, status: 'partial', error: null });
    const states = result?.networks.map(({ platform, status }) => [platform, status]) ?? [];
    expect(Object.fromEntries(states)).toEqual({
      bluesky: 'success',
      facebook: 'success',
      linkedin: 'success',
      reddit: 'success',
      twitter: 'success',
      youtube: 'success',
      instagram: 'success',
      threads: 'success',
      tiktok: 'error',
    });
    expect(error).toMatchObject({
      kind: 'partial',
      message: 'the post is still on TikTok',
    });
    expect(plain(stderr)).toContain('"crier errors show 1415"');
    expect(plain(stderr.replaceAll(' \\\n', ' '))).toContain(
      `posts delete ${EVERYWHERE} --mark-deleted --sandbox`,
    );
  });

  test('in the sandbox what some networks keep is deleted there manually, and is then marked', async () => {
    const { stderr } = await here(`posts delete ${EVERYWHERE} --yes`);
    const around = { sandbox: { ...(await demo()), close: () => {} } };
    for (const network of ['tiktok']) {
      const byHand = `sandbox post delete ${EVERYWHERE} --platform ${network}`;
      expect(plain(stderr.replaceAll(' \\\n', ' '))).toContain(byHand);
      const gone = await crier(`${byHand} --json`, around);
      expect(gone.json).toEqual({ deleted: EVERYWHERE, network });
      expect((await crier(byHand, around)).exitCode).toBe(5);
    }
    const marked = await here(`posts delete ${EVERYWHERE} --mark-deleted --yes --json`);
    expect(marked.json).toMatchObject({ results: [{ id: EVERYWHERE, status: 'marked' }] });
  });

  test('a post that was on no network is deleted, and listed on request only', async () => {
    const { json } = await here(`posts delete ${WAITING} --yes --json`);
    expect(json).toEqual({
      results: [{ id: WAITING, status: 'deleted', networks: [], deletedReposts: [], error: null }],
    });
    expect((await here('posts list --json')).stdout).not.toContain(WAITING);
    expect((await here('posts list --status deleted --json')).stdout).toContain(WAITING);
  });

  test('some that fail do not stop the others: exit 3', async () => {
    const { exitCode, json } = await here(`posts delete nobody ${WAITING} --yes --json`);
    expect(exitCode).toBe(3);
    expect(json).toMatchObject({
      results: [
        { id: 'nobody', status: 'error', networks: [], error: { code: 114 } },
        { id: WAITING, status: 'deleted' },
      ],
    });
  });

  test('when all failed, the exit is that of the first and stdout is empty, but for programs', async () => {
    const { exitCode, stdout } = await here('posts delete nobody noone --yes');
    expect([exitCode, stdout]).toEqual([5, '']);
    expect((await here('posts delete nobody --yes --json')).json).toMatchObject({
      results: [{ status: 'error' }],
    });
  });

  test('one that every network keeps is refused, and the message names how to mark it', async () => {
    await here(`posts delete ${EVERYWHERE} --yes`);
    const { exitCode, stdout, stderr } = await here(`posts delete ${EVERYWHERE} --yes`);
    expect([exitCode, stdout]).toEqual([9, '']);
    expect(stderr).toContain('--mark-deleted');
  });

  test('each is asked for by itself, in the order that was given, once', async () => {
    const { requests } = await sent('posts delete a b a --yes --json', [GONE]);
    expect(requests).toEqual([
      { call: 'DELETE /post', body: { id: 'a' } },
      { call: 'DELETE /post', body: { id: 'b' } },
    ]);
    const marked = await sent('posts delete a --mark-deleted --yes --json', [
      { body: { status: 'success', id: 'a', code: 200 } },
    ]);
    expect(marked.requests).toEqual([{ call: 'DELETE /post', body: { id: 'a', markManualDeleted: true } }]);
    expect(marked.json).toMatchObject({ results: [{ id: 'a', status: 'marked' }] });
  });

  test('one that is still there cannot be marked: 382, exit 9', async () => {
    const { exitCode, error } = await here(`posts delete ${EVERYWHERE} --mark-deleted --yes --json`);
    expect([exitCode, error]).toMatchObject([9, { code: 382 }]);
  });

  test('--all-scheduled deletes what waits, and nothing else', async () => {
    await here(`posts update ${WAITING} --approve`);
    const all = await here('posts delete --all-scheduled --yes --json');
    expect([all.exitCode, all.json]).toEqual([
      0,
      { results: [{ id: WAITING, status: 'deleted', networks: [], deletedReposts: [], error: null }] },
    ]);
    expect(await record(EVERYWHERE)).toMatchObject({ status: 'success' });
    const again = await here('posts delete --all-scheduled --yes --json');
    expect([again.exitCode, again.json]).toEqual([0, { results: [] }]);
  });

  test('--all-scheduled of a service that names no posts is a success', async () => {
    const ran = await sent('posts delete --all-scheduled --yes --json', [
      { body: { status: 'success', code: 200 } },
    ]);
    expect(ran.requests).toEqual([{ call: 'DELETE /post', body: { deleteAllScheduled: true } }]);
    expect([ran.exitCode, ran.json]).toEqual([0, { results: [] }]);
  });

  test.each([
    ['a --all-scheduled', 'cannot be used together'],
    ['--all-scheduled --mark-deleted', 'cannot be used together'],
    ['', '<id> is missing'],
    ['a b -o raw', '-o raw'],
  ])('"%s": nothing is deleted, exit 2', async (words, said) => {
    const { exitCode, requests, stderr } = await sent(`posts delete ${words} --yes`, [GONE]);
    const writes = requests.filter(({ call }) => !call.startsWith('GET '));
    expect({ exitCode, writes }).toEqual({ exitCode: 2, writes: [] });
    expect(stderr).toContain(said);
  });

  test('asks first, by what the posts say; no changes nothing', async () => {
    const around = { isTerminal: true, columns: 200 };
    const no = await here(`posts delete ${WAITING} nobody`, { ...around, typed: ['no'] });
    expect(no.exitCode).toBe(2);
    expect(plain(no.screen)).toContain(`${WAITING} From next month the counter opens`);
    expect(no.screen).toContain('nobody  (could not be read)');
    expect(no.screen).toContain('Permanently delete these 2 posts? [y/N]');
    expect(await record(WAITING)).toMatchObject({ status: 'awaiting approval' });
    const all = await here('posts delete --all-scheduled', { ...around, typed: ['y'] });
    expect(plain(all.screen)).toContain(`${WAITING} From next month`);
    expect(await record(WAITING)).toMatchObject({ status: 'deleted' });
    expect((await here('posts delete --all-scheduled', { ...around, typed: ['n'] })).screen).toContain(
      'no post is scheduled',
    );
  });

  test('without a terminal and without --yes nothing is sent: exit 2', async () => {
    const { exitCode, requests, stderr } = await sent('posts delete a', [GONE]);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain('--yes');
  });

  test('a lost answer is not asked for again', async () => {
    const { exitCode, requests } = await sent('posts delete a --yes', [networkError('ECONNRESET')]);
    expect([exitCode, requests.length]).toEqual([10, 1]);
  });

  test('--dry-run shows each request', async () => {
    const { json, requests } = await sent('posts delete a b --dry-run --json', [GONE]);
    expect(requests).toEqual([]);
    expect(json).toMatchObject({ requests: [{ body: { id: 'a' } }, { body: { id: 'b' } }] });
    const all = await sent('posts delete --all-scheduled --dry-run --json', [GONE]);
    expect(all.json).toMatchObject({ request: { method: 'DELETE', body: { deleteAllScheduled: true } } });
  });

  test.each([
    ['an answer without networks', { status: 'success' }, 0, 'deleted'],
    ['errors that name no network', { ...GONE.body, errors: ['no'] }, 3, 'partial'],
  ])('%s', async (_what, body, exit, status) => {
    const { exitCode, json } = await sent('posts delete a --yes --json', [{ body }]);
    expect([exitCode, json]).toMatchObject([exit, { results: [{ id: 'a', status }] }]);
  });

  test.each([80, 40])('at %i columns every line fits, and the id is complete', async (columns) => {
    const { stdout } = await here(`posts delete ${EVERYWHERE} --yes --color never`, {
      isTerminal: true,
      columns,
    });
    const lines = stdout.trimEnd().split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    expect(lines.filter((line) => line.startsWith(EVERYWHERE))).toHaveLength(9);
    expect(lines.filter((line) => /TikTok +error/.test(line))).toHaveLength(1);
  });
});

test('the X pair goes along with each change of a post, which may be on X', {
  tags: ['AUTH-05'],
}, async () => {
  const env = { ...SERVICE, ...X_PAIR };
  const post = { body: { id: 'a', status: 'error', postIds: [] } };
  for (const line of ['posts update a --approve', 'posts retry a', 'posts delete a --yes']) {
    const { asked } = await sent(line, [post, {}], { env });
    for (const { headers } of asked) {
      expect(headers).toMatchObject({ 'x-twitter-oauth1-api-key': X_PAIR.CRIER_X_API_KEY });
    }
  }
});
