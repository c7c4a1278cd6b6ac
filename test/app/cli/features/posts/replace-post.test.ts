import { expect, test } from 'vitest';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const { run } = createSandboxRunner();

interface PostThatWaits {
  readonly id: string;
  readonly post: string;
  readonly status: string;
}

const PUBLISHED = 'Sp7kQm2XvLr9TzBd4HnW';

const create = (text: string, ...words: readonly string[]) =>
  run([
    'posts',
    'create',
    '--platform',
    'bluesky',
    '--text',
    text,
    '--schedule',
    'in 2 days',
    '--json',
    ...words,
  ]);

async function addPost(text: string): Promise<string> {
  return ((await create(text)).json as { id: string }).id; // its schema has one
}

async function listWaiting(): Promise<readonly PostThatWaits[]> {
  const { json } = await run(['posts', 'list', '--waiting', '--all', '--json']);
  return (json as { posts: readonly PostThatWaits[] }).posts; // of the command
}

test('the other post is deleted once the new one is made', { tags: ['POST-12'] }, async () => {
  const id = await addPost('Old words');
  const ran = await create('New words', '--replaces', id);
  expect([ran.exitCode, ran.stderr]).toEqual([0, expect.stringContaining(`the post ${id} was deleted`)]);
  const texts = (await listWaiting()).map(({ post }) => post);
  expect(texts).toContain('New words');
  expect(texts).not.toContain('Old words');
});

test('a dry run shows the three requests, and sends none', async () => {
  const id = await addPost('Planned');
  const { json } = await create('Other', '--replaces', id, '--dry-run');
  const { requests } = json as { requests: readonly { method: string; body: object }[] }; // of the command
  expect(requests).toMatchObject([
    { method: 'PATCH', body: { id, scheduledPause: true } },
    { method: 'POST', body: { post: 'Other' } },
    { method: 'DELETE', body: { id } },
  ]);
  expect((await listWaiting()).find((post) => post.id === id)?.status).toBe('pending');
});

test('when the new post is refused, the other one waits as before', async () => {
  const id = await addPost('Stays');
  await run('sandbox fault add --code 161 --endpoint createPost --count 1');
  const ran = await create('Refused', '--replaces', id);
  expect(ran.exitCode).not.toBe(0);
  expect(ran.stderr).toContain(`the post ${id} is as it was`);
  expect((await listWaiting()).find((post) => post.id === id)?.status).toBe('pending');
});

test('when its key was used before, the other one stays paused, since the new one may exist', async () => {
  const id = await addPost('Paused');
  await create('Made before', '--idempotency-key', 'once');
  const ran = await create('Made before', '--idempotency-key', 'once', '--replaces', id);
  expect(ran.stderr).toContain(`the post ${id} is paused: look whether the new one exists`);
  expect((await listWaiting()).find((post) => post.id === id)?.status).toBe('paused');
});

test('when the other one cannot be deleted, it stays paused, and the way out is named', async () => {
  const id = await addPost('Kept');
  await run('sandbox fault add --code 161 --endpoint deletePost --count 1');
  const ran = await create('Made', '--replaces', id);
  expect([ran.exitCode, ran.stderr]).toEqual([3, expect.stringContaining(`crier posts delete ${id}`)]);
  const waiting = await listWaiting();
  expect(waiting.find((post) => post.id === id)?.status).toBe('paused');
  expect(waiting.find(({ post }) => post === 'Made')?.status).toBe('pending');
});

test('a published post is not replaced', async () => {
  const ran = await create('Again', '--replaces', PUBLISHED);
  expect([ran.exitCode, ran.stderr]).toEqual([
    2,
    expect.stringContaining('only posts that wait can be replaced'),
  ]);
  expect((await listWaiting()).some(({ post }) => post === 'Again')).toBe(false);
});
