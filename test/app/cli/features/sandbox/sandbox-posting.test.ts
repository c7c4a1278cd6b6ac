import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { ASSUMED } from '../../../../../src/service/assumed.ts';
import { crier } from '../../../../support/crier.ts';
import { dateAfter } from '../../../../support/sandbox/posting-sandbox.ts';
import { openSandboxPerTest } from '../../../../support/sandbox/sandbox-per-test.ts';
import { askSandbox } from '../../../../support/small-sandbox.ts';

const FILM = 'https://media.example/film.mp4';

let sandbox: Sandbox;
openSandboxPerTest((opened) => {
  sandbox = opened;
});

const run = (...words: readonly string[]) => crier(['sandbox', ...words], { sandbox });
const onTerminal = async (...words: readonly string[]) =>
  (await crier(['sandbox', ...words, '--color', 'never'], { sandbox, isTerminal: true, columns: 300 }))
    .stdout;

describe('sandbox media', () => {
  test('set says what is so of a file, and list shows it', async () => {
    const facts = ['--seconds', '200', '--bytes', '3000000', '--unreachable'];
    const { json } = await run('media', 'set', FILM, ...facts, '--json');
    const film = { url: FILM, seconds: 200, bytes: 3_000_000, type: null, reachable: false };
    expect(json).toEqual({ media: [film] });
    expect((await run('media', 'list', '--json')).json).toEqual({ media: [film] });
  });

  test('what is not named stays; what cannot be fetched can be again', async () => {
    await run('media', 'set', FILM, '--unreachable', '--type', 'video/mp4');
    const { json } = await run('media', 'set', FILM, '--reachable', '--json');
    expect(json).toEqual({ media: [{ ...ASSUMED.media, url: FILM, type: 'video/mp4' }] });
  });

  test('people read words', async () => {
    expect(await onTerminal('media', 'list')).toContain('no media files');
    await run('media', 'set', FILM, '--seconds', '0.4', '--unreachable');
    await run('media', 'set', 'https://media.example/cover', '--type', 'image/png');
    const listed = await onTerminal('media', 'list');
    expect(listed).toMatch(/film\.mp4 +no +0\.4 +1000000 +by file extension\n/);
    expect(listed).toMatch(/cover +yes +30 +1000000 +image\/png\n/);
  });

  test.each([
    ['nothing to set', [FILM]],
    ['--reachable and --unreachable cannot be used together', [FILM, '--reachable', '--unreachable']],
    ['must begin with https://', ['http://media.example/film.mp4', '--seconds', '1']],
    ['--seconds', [FILM, '--seconds', 'long']],
    ['--bytes', [FILM, '--bytes', '1.5']],
    ['media type', [FILM, '--type', 'png']],
  ])('exits 2, and says %s', async (why, words) => {
    const { exitCode, stderr, stdout } = await run('media', 'set', ...words);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
    expect((await run('media', 'list', '--json')).json).toEqual({ media: [] });
  });
});

describe('sandbox account set', () => {
  test.each([
    ['twitter', '--premium', 'on', 'premium'],
    ['twitter', '--subscriptions', 'on', 'subscriptions'],
    ['twitter', '--long-video', 'on', 'longVideo'],
    ['threads', '--geo', 'on', 'geo'],
    ['instagram', '--kind', 'personal', 'kind'],
    ['youtube', '--channel', 'unverified', 'channel'],
  ])('%s %s %s is shown, and listed', async (network, flag, value, field) => {
    const { json } = await run('account', 'set', network, flag, value, '--json');
    expect(json).toMatchObject({ accounts: [{ platform: network, [field]: value }] });
    const listed = await onTerminal('account', 'list', '--fields', `platform,profile,${field}`);
    const own = listed.split('\n').find((line) => /primary/.test(line) && line.includes(` ${value}`));
    expect(own).toBeDefined();
    // of another network there is nothing to say
    expect(listed).toMatch(/Facebook +primary +-/);
  });

  test('a network for which it means nothing is refused', async () => {
    const { exitCode, stderr } = await run('account', 'set', 'facebook', '--premium', 'on');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--premium is for X only, not for Facebook');
  });
});

/** Schedules a post for that number of seconds after the beginning. @returns its id */
async function plan(where: Sandbox, seconds: number, body: object = {}): Promise<string> {
  const post = {
    post: `about ${seconds}`,
    platforms: ['facebook', 'instagram'],
    scheduleDate: dateAfter(seconds),
    ...FILMED,
  };
  const sent = await askSandbox(where, '/post', {
    method: 'POST',
    body: JSON.stringify({ ...post, ...body }),
  });
  expect(sent.http).toBe(200);
  return sent.body.id;
}

const FILMED = { mediaUrls: [FILM], validateScheduled: false };

describe('posts on the clock', () => {
  test('sandbox status says what is to come, and sandbox clock advance what was published', async () => {
    await plan(sandbox, 3_600);
    await plan(sandbox, 7_200, { post: 'the other one', platforms: ['tiktok'] });
    expect((await run('status', '--json')).json).toMatchObject({
      upcoming: { posts: 2, confirmations: 0, next: '2026-09-21T15:13:20Z' },
      due: { posts: 0, confirmations: 0 },
    });
    expect(await onTerminal('status')).toMatch(
      /^upcoming +2 posts, the first at Mon 21 Sep 2026 15:13:20 UTC$/m,
    );
    expect(await onTerminal('clock', 'advance', '1h')).toMatch(/^done +1 post$/m);
    expect(await onTerminal('clock', 'advance', '1h')).toMatch(/^done +1 post$/m);
    expect(await onTerminal('status')).toMatch(/^upcoming +1 tiktok confirmation, the first at /m);
    const { json } = await run('clock', 'advance', '1h', '--json');
    expect(json).toMatchObject({ processed: { posts: 0, confirmations: 1, dispatches: 0 } });
  });

  test('sandbox start says a line for each post that was published by schedule', async () => {
    let ids: readonly string[] = [];
    const { stderr } = await crier('sandbox start --color never', {
      others: {
        async onServe(served) {
          const around = { sandbox: { ...served, close: () => {} } };
          ids = [await plan(served, 10), await plan(served, 20, { post: 'the other one' })];
          await crier('sandbox clock advance 10s', around);
          await crier('sandbox account set instagram --token expired', around);
          await crier('sandbox clock advance 10s', around);
        },
      },
    });
    const said = stderr.replaceAll(/\s+/g, ' ');
    expect(said).toContain(`2026-09-21T14:13:30Z ${ids[0]}: published on Facebook, Instagram`);
    expect(said).toContain(
      `2026-09-21T14:13:40Z ${ids[1]}: published on Facebook; refused by Instagram (161)`,
    );
  });
});

describe('sandbox post create --by-hand', () => {
  const byHand = (...words: readonly string[]) =>
    run('post', 'create', '--by-hand', '--platform', 'instagram', ...words);
  const idOf = (json: unknown) => (json as { post: { id: string } }).post.id;

  test('makes a post that lists, comments, followers and sandbox post delete know by its Social Post ID', async () => {
    const { json } = await byHand('--text', 'From the phone', '--json');
    const id = idOf(json);
    const post = { platform: 'instagram', profile: 'primary', kind: 'post', mediaUrls: [] };
    expect(json).toMatchObject({ post: { ...post, text: 'From the phone' } });
    const listed = await crier('posts list --platform instagram -n 100 --sandbox --json', { sandbox });
    expect(listed.json).toMatchObject({
      posts: expect.arrayContaining([expect.objectContaining({ id, post: 'From the phone' })]),
    });
    expect((await crier('posts list --all --sandbox --json', { sandbox })).stdout).not.toContain(id);
    const engaged = await run('engage', 'comment', '--post', id, '--from', 'mara', '--text', 'Hello');
    expect(engaged.exitCode).toBe(0);
    const comments = `comments get ${id} --platform instagram --sandbox --json`;
    expect((await crier(comments, { sandbox })).json).toMatchObject({ comments: [{ text: 'Hello' }] });
    const gone = await run('post', 'delete', id, '--network', 'instagram', '--json');
    expect(gone.json).toEqual({ deleted: id, network: 'instagram' });
    expect((await run('post', 'delete', id, '--network', 'instagram')).exitCode).toBe(5);
  });

  test('takes media, a kind, a profile and a time', async () => {
    const { json } = await byHand(
      ...['--media', FILM, '--kind', 'story', '--profile', 'harbour', '--created', '2h', '--json'],
    );
    expect(json).toMatchObject({
      post: {
        kind: 'story',
        profile: 'harbour',
        mediaUrls: [FILM],
        text: '',
        created: dateAfter(-7_200).replace('.000', ''),
      },
    });
  });

  test('says when the list will have it, where the service has just refreshed the account', async () => {
    await crier('posts list --platform instagram --sandbox', { sandbox });
    await run('clock', 'advance', '1s');
    const { stderr } = await byHand('--text', 'Later');
    expect(stderr).toContain('"crier posts list --platform instagram" lists it from ');
  });

  test.each([
    ['--by-hand is missing', ['--platform', 'instagram', '--text', 'a']],
    ['--platform', ['--by-hand', '--text', 'a']],
    ['--text must not be blank', ['--by-hand', '--platform', 'instagram']],
    [
      'must begin with https://',
      ['--by-hand', '--platform', 'instagram', '--media', 'http://a.example/b.jpg'],
    ],
    [
      '--created is in the future',
      ['--by-hand', '--platform', 'instagram', '--text', 'a', '--created', '2099-01-01'],
    ],
    [
      '--platform the profile primary has no account on Telegram',
      ['--by-hand', '--platform', 'telegram', '--text', 'a'],
    ],
    ['has no reel', ['--by-hand', '--platform', 'bluesky', '--text', 'a', '--kind', 'reel']],
  ] as const)('%s: exit 2', async (why, words) => {
    const { exitCode, stdout, stderr } = await run('post', 'create', ...words);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
  });
});
