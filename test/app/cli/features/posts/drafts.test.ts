import { describe, expect, test } from 'vitest';
import type { Around } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const { run: here } = createSandboxRunner();
const create = async (words: readonly string[], around: Around = {}) => {
  const { json } = await here(['posts', 'create', ...words, '--yes', '--json'], around);
  return String((json as Record<string, unknown>)['id']);
};
const statusOf = async (id: string) =>
  ((await here(['posts', 'get', id, '--json'])).json as Record<string, unknown>)['status'];
const draft = (platforms: string, text: string) =>
  create(['--platform', platforms, '--text', text, '--approve-first', '--skip-check']);
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

describe.each([
  ['posts update --approve', (ids: readonly string[]) => ['posts', 'update', ...ids, '--approve']],
  ['posts approve', (ids: readonly string[]) => ['posts', 'approve', ...ids]],
])('%s', (_name, words) => {
  test('a draft without the picture that Instagram needs is approved neither without a terminal nor by --yes, but with --skip-check', async () => {
    const id = await draft('instagram,bluesky', 'no picture');
    const ran = await here([...words([id]), '--json']);
    expect(ran.error).toMatchObject({ exitCode: 2, code: 139, http: null });
    expect(plain(String(ran.error?.['advice']))).toContain('--skip-check');
    // --yes is for scripts
    expect((await here([...words([id]), '--yes'], { isTerminal: true, typed: ['y'] })).exitCode).toBe(2);
    expect(await statusOf(id)).toBe('awaiting approval');
    expect((await here([...words([id]), '--skip-check'])).exitCode).toBe(0);
    expect(await statusOf(id)).toBe('error');
  });

  test('a valid draft is approved without a question', async () => {
    const id = await draft('bluesky', 'fine');
    const ran = await here(words([id]));
    expect([ran.exitCode, ran.stderr, await statusOf(id)]).toEqual([0, '', 'success']);
  });

  test('of several, none is approved when one has errors', async () => {
    const ids = [await draft('bluesky', 'fine'), await draft('instagram', 'no picture')];
    expect((await here([...words(ids), '--yes'])).exitCode).toBe(2);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['awaiting approval', 'awaiting approval']);
  });
});

test('notes of a post are shown to who approves it', async () => {
  const id = await create([
    '--platform',
    'bluesky',
    '--text',
    'fine',
    '--approve-first',
    '--notes',
    'ask Imke',
  ]);
  expect((await here(['posts', 'approve', id])).stderr).toBe(`notes of ${id}: ask Imke\n`);
});

test.each([
  ['y', 0, 'error'],
  ['n', 2, 'awaiting approval'],
])('on a terminal its errors are shown, and the answer %s decides', async (answer, exitCode, status) => {
  const id = await draft('instagram,bluesky', 'no picture');
  const ran = await here(['posts', 'approve', id], { isTerminal: true, typed: [answer] });
  expect(plain(ran.stderr)).toContain(`error: ${id}: Instagram: mediaUrls: is required`);
  expect([ran.exitCode, await statusOf(id)]).toEqual([exitCode, status]);
});

test('a draft whose options the service does not store is approved as it was checked when it was created', async () => {
  const parts = `${'a'.repeat(200)}\n\n${'b'.repeat(200)}`;
  await inFolder({}, async (folder) => {
    const around = { env: { CRIER_STATE_DIR: folder } };
    const thread = ['--platform', 'twitter', '--thread', '--text', parts, '--approve-first'];
    const id = await create(thread, around);
    const approve = ['posts', 'approve', id];
    expect((await here(approve)).exitCode).toBe(2);
    expect([(await here(approve, around)).exitCode, await statusOf(id)]).toEqual([0, 'success']);
  });
});

test('a draft that was written with all its options and checked is approved for a title that is not stored', async () => {
  const options = ['--set', 'redditOptions.title=Beans', '--set', 'redditOptions.subreddit=coffee'];
  const id = await create(['--platform', 'reddit', '--text', 'New in', ...options, '--approve-first']);
  expect([(await here(['posts', 'approve', id])).exitCode, await statusOf(id)]).toEqual([0, 'success']);
});

describe('posts approve of several', () => {
  test('they are shown and confirmed, and without a terminal need --yes', async () => {
    const ids = [await draft('bluesky', 'first'), await draft('bluesky', 'second')];
    expect((await here(['posts', 'approve', ...ids])).exitCode).toBe(2);
    const asked = await here(['posts', 'approve', ...ids], { isTerminal: true, typed: ['y'] });
    expect(plain(asked.stderr)).toMatch(/first.*second.*Approve these 2 posts\?/);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['success', 'success']);
  });

  test('an id that awaits no approval fails for itself', async () => {
    const ids = [await draft('bluesky', 'first'), 'Sp7kQm2XvLr9TzBd4HnW', 'nobody'];
    const stdin = `id\n${ids.join('\n')}\n`;
    const ran = await here(['posts', 'approve', '--ids-from', '-', '--yes', '--json'], { stdin });
    expect(ran).toMatchObject({
      exitCode: 3,
      json: {
        results: [{ status: 'approved' }, { error: { code: 101 } }, { error: { code: 186 } }],
      },
    });
  });
});

describe('what does not publish by itself', () => {
  const WARNING = 'Instagram: mediaUrls: is required';
  const UNCHECKED = ['--skip-check', '--set', 'validateScheduled=false'];
  const schedule = (text: string) =>
    create(['--platform', 'instagram', '--text', text, '--schedule', 'tomorrow 9:00', ...UNCHECKED]);

  test.each([
    ['resuming', (id: string) => ['posts', 'resume', id]],
    ['resuming with update', (id: string) => ['posts', 'update', id, '--resume']],
    ['a new date', (id: string) => ['posts', 'update', id, '--schedule', 'tomorrow 12:00']],
  ])('%s warns of errors on stderr, and is done', async (_what, words) => {
    const id = await schedule('no picture');
    await here(['posts', 'pause', id]);
    const ran = await here(words(id));
    expect(ran.exitCode).toBe(0);
    expect(plain(ran.stderr)).toContain(`warning: ${id}: ${WARNING}`);
  });

  const dated = (text: string) => ['--platform', 'bluesky', '--text', text, '--schedule', 'tomorrow 9:00'];
  const approvable = () => create([...dated('to approve'), '--approve-first']);
  const paused = async () => {
    const id = await create(dated('to resume'));
    await here(['posts', 'pause', id]);
    return id;
  };
  test.each([
    ['approving', approvable, (id: string) => ['posts', 'approve', id]],
    ['approving with update', approvable, (id: string) => ['posts', 'update', id, '--approve']],
    ['resuming', paused, (id: string) => ['posts', 'resume', id]],
    ['resuming with update', paused, (id: string) => ['posts', 'update', id, '--resume']],
  ])('%s a post whose time has passed warns that it is published at once', async (_what, make, words) => {
    const id = await make();
    await here('sandbox clock advance 3d');
    const ran = await here(words(id));
    expect(plain(ran.stderr)).toMatch(
      new RegExp(`warning: ${id}: its time \\S+Z has passed: it is published at once`),
    );
    expect([ran.exitCode, await statusOf(id)]).toEqual([0, 'success']);
  });

  test('a post whose time is to come is approved and resumed without a warning', async () => {
    const ran = [
      await here(['posts', 'approve', await approvable()]),
      await here(['posts', 'resume', await paused()]),
    ];
    expect(ran.map(({ stderr }) => stderr)).toEqual(['', '']);
  });

  test('pausing and notes say nothing', async () => {
    const id = await schedule('no picture');
    expect((await here(['posts', 'pause', id])).stderr).toBe('');
    expect((await here(['posts', 'update', id, '--notes', 'x'])).stderr).toBe('');
  });
});

describe('posts that wait', () => {
  test('--status takes several statuses, and one with a hyphen', async () => {
    const id = await draft('bluesky', 'first');
    await create(['--platform', 'bluesky', '--text', 'Later', '--schedule', 'tomorrow 9:00']);
    const list = async (words: string[]) => {
      const { json } = await here(['posts', 'list', ...words, '--json']);
      return (json as { posts: { id: string; status: string }[] }).posts;
    };
    expect((await list(['--status', 'awaiting-approval'])).map((post) => post.id)).toContain(id);
    const both = await list(['--status', 'scheduled,awaiting-approval']);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set(['pending', 'awaiting approval']));
    expect(await list(['--waiting'])).toHaveLength(both.length);
    expect(await list(['--status', 'scheduled,awaiting-approval', '-n', '1'])).toHaveLength(1);
  });

  test('an unknown status is named as it was typed', async () => {
    const ran = await here(['posts', 'list', '--status', 'scheduled,publishedandgone']);
    expect([ran.exitCode, ran.stderr.includes('"publishedandgone"')]).toEqual([2, true]);
  });

  test('pausing everything says which posts await approval, and can still be published', async () => {
    const ran = await here(['posts', 'pause', '--all-scheduled']);
    expect(plain(ran.stderr)).toContain('1 post awaits approval and is not paused');
  });
});
