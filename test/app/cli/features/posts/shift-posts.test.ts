import { expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { createSandboxRunner, createSharedRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const [WAITING, PUBLISHED] = ['Su3gHk9WqZr5TcYb7MvN', 'Sp7kQm2XvLr9TzBd4HnW'] as const;
const { run } = createSandboxRunner();
const runShared = createSharedRunner();

async function createWaiting(): Promise<string> {
  const { json } = await run(
    'posts create --platform bluesky --text Hi --schedule 2026-10-23T07:00:00Z --json',
  );
  return (json as { id: string }).id;
}

async function listTimes(ids: readonly string[]) {
  const { json } = await run(['posts', 'get', ...ids, '--json', '--fields', 'id,scheduleDate']);
  const { posts } = json as { posts: readonly { id: string; scheduleDate: string }[] };
  return posts.map(({ scheduleDate }) => scheduleDate);
}

test('Each post is moved from its own time, and keeps its local time where the clocks change', async () => {
  const ids = [await createWaiting(), WAITING];
  const [, before = ''] = await listTimes(ids);
  const words = ['posts', 'update', ...ids, '--shift', '+7d', '--time-zone', 'Europe/Oslo'];
  const planned = await run([...words, '--dry-run', '--json']);
  expect([planned.json, await listTimes(ids)]).toMatchObject([
    { requests: [{ body: { scheduleDate: '2026-10-30T08:00:00Z' } }, {}] },
    ['2026-10-23T07:00:00Z', before],
  ]);
  const moved = await run(words);
  expect(moved.stderr.replaceAll(/\s+/g, ' ')).toContain(
    `${ids[0]}: from Fri 23 Oct 2026 09:00 Europe/Oslo, 07:00 UTC to Fri 30 Oct 2026 09:00 Europe/Oslo, 08:00 UTC`,
  );
  expect((await listTimes(ids))[0]).toBe('2026-10-30T08:00:00Z');
  const back = await run(['posts', 'update', ids[0] ?? '', '--shift', '-2h', '--json']);
  expect(back.json).toMatchObject({ scheduleDate: '2026-10-30T06:00:00Z' });
});

test.each([
  ['in the past', '-90d', [], 'its new time is in the past'],
  ['published', '1d', [PUBLISHED], 'only posts that wait have a time to move'],
  ['unknown', '1d', ['nobody'], 'The post id was not found'],
  ['and a length that is none', 'a week', [], '--shift is not a length of time'],
])('Nothing is moved when one post is %s', async (_why, shift, more, message) => {
  const ran = await runShared(['posts', 'update', WAITING, ...more, '--shift', shift]);
  expect([ran.exitCode, ran.stdout, ran.stderr]).toEqual([2, '', expect.stringContaining(message)]);
  const { json } = await runShared(`posts get ${WAITING} --json`);
  expect(json).toMatchObject({ scheduleDate: '2026-09-27T14:13:20Z' });
});

test('After a lost response, the commands that complete the shift move nothing twice', async () => {
  const posts = ['ONE', 'TWO', 'SIX'];
  const record = {
    post: 'x',
    platforms: ['bluesky'],
    status: 'pending',
    scheduleDate: '2026-10-01T08:00:00Z',
  };
  const words = ['posts', 'update', ...posts, '--shift', '1d', '--retries', '0', '--tz', 'UTC'];
  const ran = await crier(words, {
    env: { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' },
    network: (request) => {
      const isRead = request.method === 'GET';
      if (isRead) {
        const id = request.url.pathname.split('/').at(-1);
        return recordingNetwork({ ...record, id }).transport(request);
      }
      const body = String(request.body);
      if (body.includes('TWO')) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      const answer = body.includes('SIX')
        ? { status: 'error', code: 101, message: 'no' }
        : { status: 'success' };
      return recordingNetwork(answer).transport(request);
    },
  });
  const stderr = ran.stderr.replaceAll(/\s+/g, ' ');
  expect(ran.exitCode).toBe(3);
  expect(stderr).toContain('posts update TWO --schedule 2026-10-02T08:00:00Z');
  expect(stderr).toContain('posts update SIX --shift 1d --time-zone UTC');
});
