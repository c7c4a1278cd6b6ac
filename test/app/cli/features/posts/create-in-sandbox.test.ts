import { expect, test } from 'vitest';
import { type Around, crier } from '../../../../support/crier.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';
import { scriptedPrompts } from '../../../../support/terminal/scripted-prompts.ts';
import { shellWordsOf } from '../../../../support/terminal/typed-words.ts';

const { run, getSandbox } = createSandboxRunner({ timeZone: 'Europe/Oslo' });
const create = (words: string, around: Around = {}) => run(['posts', 'create', ...words.split(' ')], around);

test('what is made is there', { tags: ['POST-12'] }, async () => {
  const made = await create('--platform bluesky,linkedin --text Fresh --json');
  expect([made.exitCode, made.json]).toMatchObject([
    0,
    { status: 'success', postIds: [{ platform: 'bluesky' }, { platform: 'linkedin' }], errors: [] },
  ]);
  const { id } = made.json as { id: string }; // its schema has one
  expect((await run(['posts', 'get', id, '--json'])).json).toMatchObject({
    id,
    post: 'Fresh',
    status: 'success',
  });
});

test('the suggested command posts to the failed network only', { tags: ['HTTP-11'] }, async () => {
  const ran = await create('--platform bluesky,instagram --text Fresh --skip-check');
  expect(ran.exitCode).toBe(3);
  const [, shown = ''] = ran.stderr.split('to post where it failed:\n');
  const [name, ...words] = shellWordsOf(shown.split('crier: ')[0] ?? '');
  expect(name).toBe('crier');
  const again = await crier([...words, '--media', 'https://a.example/b.jpg', '--json'], {
    sandbox: getSandbox(),
  });
  expect([again.exitCode, again.json]).toMatchObject([0, { postIds: [{ platform: 'instagram' }] }]);
});

test('what every network refused for the moment goes out by the command that is named', async () => {
  await run('sandbox fault add --code 436 --network instagram --endpoint createPost --count 1');
  const ran = await create('--platform instagram --text Fresh --media https://a.example/b.jpg --json');
  const [, command = ''] = /to retry: (crier posts retry \S+ --sandbox)\n/.exec(ran.stderr) ?? [];
  const details = ran.error?.['details'] as { id: string }; // of a post that is kept
  expect([ran.exitCode, command]).toEqual([10, `crier posts retry ${details.id} --sandbox`]);
  expect((await run(command.split(' ').slice(1, -1))).exitCode).toBe(0);
  await run(['sandbox', 'clock', 'advance', '1m']);
  expect((await run(['posts', 'get', details.id, '--json'])).json).toMatchObject({ status: 'success' });
});

test('a list says when a post goes out that waits, and of the others when they were made', async () => {
  const time = ['--schedule', 'in 2 days', '--json'];
  const { json } = await run(['posts', 'create', '--platform', 'bluesky', '--text', 'Later', ...time]);
  const { id } = json as { id: string }; // its schema has one
  const { stdout } = await run(['posts', 'list', '-n', '4', '--wide', '--color', 'never'], {
    isTerminal: true,
    columns: 120,
  });
  expect(stdout).toMatch(new RegExp(`${id} .* Wed 23 Sep 16:13`, 'm'));
  expect(stdout).toMatch(/ ago\b/);
  await run(['posts', 'update', id, '--pause']);
  await run(['sandbox', 'clock', 'advance', '3d']);
  const later = await run(['posts', 'list', '-n', '4', '--wide', '--color', 'never'], {
    isTerminal: true,
    columns: 120,
  });
  expect(later.stdout).toMatch(new RegExp(`${id} .* 3d ago`, 'm'));
});

test('no field has the name of what every object comes from', async () => {
  const ran = await create('--platform bluesky --text Fresh --set __proto__.a=1');
  expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('which is not allowed')]);
});

test('for a User Profile', { tags: ['POST-01'] }, async () => {
  const { json } = await create(
    '--platform instagram --media https://a.example/b.jpg --profile harbour --json',
  );
  expect(json).toMatchObject({ status: 'success', postIds: [{ platform: 'instagram' }] });
});

test('the same key twice is one post', async () => {
  expect((await create('--platform bluesky --text One --idempotency-key k')).exitCode).toBe(0);
  const again = await create('--platform bluesky --text Two --idempotency-key k --json');
  expect([again.exitCode, again.error?.['code']]).toEqual([9, 1409]);
});

const LATER = 'posts create --platform bluesky --text Later --schedule'.split(' ');

test('words of time count from the clock of the sandbox', async () => {
  await run(['sandbox', 'clock', 'set', '2030-05-06T10:00:00Z']);
  const { json, stderr } = await run([...LATER, 'in 2h', '--json']);
  expect(json).toMatchObject({ status: 'scheduled', scheduleDate: '2030-05-06T12:00:00Z' });
  expect(stderr).toContain('in 2 hours');
  const over = await run([...LATER, '2030-05-06T09:00:00Z']);
  expect([over.exitCode, over.stderr]).toEqual([2, expect.stringContaining('is in the past')]);
});

const ANSWERS = [
  ['Text of the post?', 'Asked for'],
  ['URL', ''],
  ['When', 'Now'],
  ['Anything else?', 'No, continue'],
] as const;

test('on a terminal what is missing is asked for, and only that', async () => {
  const talk = scriptedPrompts([...ANSWERS, ['Publish it now?', 'Yes, publish it now']]);
  const ran = await create('--platform bluesky --json', { isTerminal: true, prompts: talk.open });
  expect([ran.exitCode, talk.left]).toEqual([0, []]);
  expect(ran.json).toMatchObject({
    status: 'success',
    post: 'Asked for',
    postIds: [{ platform: 'bluesky' }],
  });
});

test('leaving the prompts publishes nothing', async () => {
  const talk = scriptedPrompts([...ANSWERS, ['Publish it now?', 'No, leave']]);
  const ran = await create('--platform bluesky', { isTerminal: true, prompts: talk.open });
  expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('nothing was published')]);
  expect((await run('posts list --fields post')).stdout).not.toContain('Asked for');
});

test('what is wrong is refused before any prompt', async () => {
  const ran = await create('--platform bluesky --set tiktokOptions.draft=true', { isTerminal: true });
  expect(ran.exitCode).toBe(2);
  expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain('did you mean tikTokOptions.draft?');
});

test('a check by the service does not prompt', async () => {
  const ran = await create('--platform bluesky --validate-only', { isTerminal: true });
  expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('--text <text>')]);
});
