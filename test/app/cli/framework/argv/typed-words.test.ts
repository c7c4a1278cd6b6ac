import { describe, expect, test } from 'vitest';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

const SANDBOX = { env: { CRIER_CONTEXT: 'sandbox' } };

describe('words as people type them', () => {
  test.each([
    ['X', 'twitter'],
    ['x', 'twitter'],
    ['TikTok', 'tiktok'],
    ['INSTAGRAM', 'instagram'],
    ['google business', 'gmb'],
    ['Google-Business Profile', 'gmb'],
  ])('the network %s', async (typed, expected) => {
    const { json } = await crier(['networks', 'show', typed, '--json']);
    expect(json).toMatchObject({ platform: expected });
    const planned = await crier(
      [
        'posts',
        'create',
        '--platform',
        `bluesky, ${typed}`,
        '--text',
        'Hi',
        '--skip-check',
        '--dry-run',
        '--json',
      ],
      SANDBOX,
    );
    expect(planned.json).toMatchObject({ request: { body: { platforms: ['bluesky', expected] } } });
  });

  test.each([
    ['analytics social --platform instagram,X', 'analytics social instagram x'],
    ['reviews list --unanswered --platform=gmb', 'reviews list gmb --unanswered'],
    ['messages list --network Instagram', 'messages list instagram'],
    ['networks show --platform TikTok', 'networks show tiktok'],
    [
      'messages send --platform instagram --recipient-id 9 --text Hi --dry-run',
      'messages send instagram --recipient-id 9 --text Hi --dry-run',
    ],
  ])('a network is named by --platform as well as by an argument: %s', async (flag, argument) => {
    const sandbox = { ...(await openTestSandbox()), close: () => {} };
    const ran = await crier(`${flag} --json`, { ...SANDBOX, sandbox });
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toBe((await crier(`${argument} --json`, { ...SANDBOX, sandbox })).stdout);
  });

  test.each([
    ['messages list instagram --platform facebook', 'named twice'],
    ['messages send instagram --platform instagram --text Hi', 'named twice'],
    ['messages list --platform', '--platform needs a value'],
    ['reviews list --platform instagram', 'cannot be'],
  ])('a network that is not clear is refused: %s', async (line, words) => {
    const ran = await crier(line, SANDBOX);
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  test.each([
    ['repeated', ['--only', 'threads', '--only', 'X']],
    ['separated by commas', ['--only', 'Threads,X']],
    ['both, and one twice', ['--only', 'threads,x', '--only', 'twitter']],
  ])('a list of choices, %s', async (_how, only) => {
    const line = [
      'comments',
      'create',
      'Sp7kQm2XvLr9TzBd4HnW',
      '--text',
      'Hi',
      ...only,
      '--dry-run',
      '--json',
    ];
    const { json } = await crier(line, SANDBOX);
    expect(json).toMatchObject({ request: { body: { platforms: ['threads', 'twitter'] } } });
  });

  test('a part of a list that is empty or unknown is refused', async () => {
    for (const only of ['threads,', 'threads,thread']) {
      const ran = await crier(['comments', 'create', 'x', '--text', 'Hi', '--only', only], SANDBOX);
      expect(ran.exitCode).toBe(2);
    }
  });

  test('a text with a comma stays one text', async () => {
    const media = 'https://kestrellane.example/a,b.jpg';
    const line = [
      'posts',
      'create',
      '--platform',
      'x',
      '--text',
      'a, b',
      '--media',
      media,
      '--dry-run',
      '--json',
    ];
    const { json } = await crier([...line, '--skip-check'], SANDBOX);
    expect(json).toMatchObject({ request: { body: { post: 'a, b', mediaUrls: [media] } } });
  });

  test('the status that is printed when a post is created is taken by posts list', async () => {
    const sandbox = await openTestSandbox();
    const around = { ...SANDBOX, sandbox: { ...sandbox, close: () => {} } };
    const line = [
      'posts',
      'create',
      '--platform',
      'bluesky',
      '--text',
      'Later',
      '--schedule',
      'tomorrow 9:00',
    ];
    expect((await crier(line, around)).stdout).toContain('scheduled');
    const { json, exitCode } = await crier('posts list --status scheduled --json', around);
    expect(exitCode).toBe(0);
    const statuses = (json as { posts: { status: string }[] }).posts.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['pending']));
    const table = await crier('posts list --status Scheduled', { ...around, isTerminal: true });
    expect(table.stdout).toContain('scheduled');
    sandbox.close();
  });

  test('--since is the start of a span, by the clock of the sandbox', async () => {
    const { json } = await crier('posts list --since 2d --json', SANDBOX);
    const all = await crier('posts list --last-days 0 --all --json', SANDBOX);
    const count = (ran: unknown) => (ran as { posts: unknown[] }).posts.length;
    expect(count(json)).toBeGreaterThan(0);
    expect(count(json)).toBeLessThan(count(all.json));
    expect((await crier('posts list --since 2d --last-days 3', SANDBOX)).exitCode).toBe(2);
  });

  test.each([
    ['--json a,b', ['posts', 'list', '--json', 'id,status']],
    ['--json a for a command without arguments', ['posts', 'list', '--json', 'id']],
    ['--json=a,b', ['posts', 'get', 'Sp7kQm2XvLr9TzBd4HnW', '--json=id,status']],
    ['--json a,b before an argument', ['posts', 'get', '--json', 'id,status', 'Sp7kQm2XvLr9TzBd4HnW']],
  ])('%s selects fields, as in gh', async (_how, line) => {
    const { json, exitCode } = await crier(line, SANDBOX);
    expect(exitCode).toBe(0);
    const [record] = (json as { posts?: object[] }).posts ?? [json as object];
    expect(Object.keys(record ?? {})[0]).toBe('id');
    expect(Object.keys(record ?? {}).length).toBeLessThan(3);
  });

  test('--json before an id leaves the id an argument', async () => {
    const { json } = await crier('posts get --json Sp7kQm2XvLr9TzBd4HnW', SANDBOX);
    expect(json).toMatchObject({ id: 'Sp7kQm2XvLr9TzBd4HnW' });
  });

  test.each([
    ['api /user', 'GET', '/user'],
    ['api /history -f platforms=instagram', 'GET', '/history?platforms=instagram'],
    ['api -f limit=1 /history', 'GET', '/history?limit=1'],
    ['api --context sandbox /user', 'GET', '/user'],
    ['api delete /post', 'DELETE', '/post'],
  ])('%s is a %s', async (line, method, path) => {
    const { json } = await crier(`${line} --dry-run --json`, SANDBOX);
    const { request } = json as { request: { method: string; url: string } };
    expect(request).toMatchObject({
      method,
      url: expect.stringMatching(new RegExp(`${path.replace('?', '\\?')}$`)),
    });
  });

  test.each([
    ['automations', 'test', 'auto_K7pW2mXq9L', '--event', 'dm', '--text', 'GUIDE', '--recipient', 'mara'],
    ['automations', 'activity', 'auto_K7pW2mXq9L', '--from', 'mara'],
    ['sandbox', 'engage', 'comment', '--recipient', 'mara', '--text', 'GUIDE'],
  ])('--from and --recipient are one flag: %s %s', async (...line) => {
    expect((await crier(line, SANDBOX)).exitCode).toBe(0);
  });

  test('both with different values are refused', async () => {
    const line = 'sandbox engage comment --from mara --recipient gus --text GUIDE';
    expect((await crier(line, SANDBOX)).exitCode).toBe(2);
  });
});
