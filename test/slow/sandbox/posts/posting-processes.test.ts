import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exitStatus } from '../../../support/processes/exit-status.ts';
import { BIN, SHARED_CACHE } from '../../../support/processes/installed-program.ts';
import { testSeed } from '../../../support/test-seed.ts';

const PROCESSES = 8;
const KILLS = 12;
/** A run takes about this long: kills come at any moment of it. */
const LONGEST_RUN_MS = 600;

let home: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'crier-posting-'));
  // the same clock for all of them
  expect(await start('sandbox', 'clock', 'set', '2026-11-25T12:00:00Z').end).toBe(0);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function start(...words: readonly string[]) {
  const env = {
    HOME: home,
    ...SHARED_CACHE,
    PATH: process.env['PATH'] ?? '',
    CRIER_CONFIG_DIR: join(home, 'settings'),
  };
  const isControl = words[0] === 'sandbox';
  const line = [BIN, ...words, ...(isControl ? [] : ['--sandbox']), '-q'];
  const child = spawn(process.execPath, line, { cwd: home, env, stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  const end = new Promise<number>((resolve) => {
    child.once('close', (code, signal) => resolve(exitStatus(code, signal)));
  });
  return { child, end, read: async () => ((await end) === 0 ? JSON.parse(stdout) : null) };
}

interface TestedPost {
  readonly id: string;
  readonly status: string;
  readonly autoRepostId?: string;
  readonly scheduleDate?: string;
  readonly postIds: readonly { readonly id: string; readonly thread?: readonly unknown[] }[];
}

async function listPosts(): Promise<readonly TestedPost[]> {
  const listed = await start('posts', 'list', '--all', '--json').read();
  return listed.posts.filter(({ post }: { post: string }) => post.includes('of the test'));
}

test('posts of several processes at once each take a slot of their own', async () => {
  expect(await start('schedule', 'set', '--time', '09:00Z,18:00Z').end).toBe(0);
  const posts = Array.from({ length: PROCESSES }, (_, at) =>
    start(
      ...['posts', 'create', '--platform', 'bluesky', '--text', `${at}: a post of the test`],
      ...['--auto-schedule', 'default', '--set', 'validateScheduled=false', '--json'],
    ).read(),
  );
  const dates = (await Promise.all(posts)).map((post) => post?.scheduleDate);
  expect(dates.toSorted()).toEqual([
    '2026-11-25T18:00:00Z',
    '2026-11-26T09:00:00Z',
    '2026-11-26T18:00:00Z',
    '2026-11-27T09:00:00Z',
    '2026-11-27T18:00:00Z',
    '2026-11-28T09:00:00Z',
    '2026-11-28T18:00:00Z',
    '2026-11-29T09:00:00Z',
  ]);
});

const seed = testSeed();

test(`a kill leaves no part of a thread and no part of a series (seed ${seed})`, async () => {
  const waits = fc.sample(fc.integer({ min: 50, max: LONGEST_RUN_MS }), { seed, numRuns: KILLS });
  let started = 0;
  // the last one ends by itself
  for (const wait of [...waits, Infinity]) {
    started += 1;
    const text = `${started}, first of the test\n\n${started}, second\n\n${started}, third`;
    const { child, end } = start(
      ...['posts', 'create', '--platform', 'twitter', '--text', text, '--thread'],
      ...['--repeat', '2', '--every', '2d', '--json'],
    );
    await (wait === Infinity ? end : Promise.race([sleep(wait), end]));
    child.kill('SIGKILL');
    await end;
  }
  const posts = await listPosts();
  const series = Map.groupBy(posts, ({ autoRepostId }) => autoRepostId);
  expect(series.size).toBeGreaterThan(0);
  for (const each of series.values()) {
    expect(each.map(({ status }) => status).toSorted()).toEqual(['pending', 'pending', 'success']);
    const [first] = each.flatMap(({ postIds }) => postIds);
    expect(first?.thread).toHaveLength(3);
  }
  const network = await start('posts', 'list', '--platform', 'twitter', '--all', '--json').read();
  const parts = network.posts.filter(
    ({ threadNumber }: { threadNumber?: number }) => threadNumber !== undefined,
  );
  expect(parts).toHaveLength(series.size * 3);
  // killed while the clock publishes: what is due is published once, sooner or later
  const moving = start('sandbox', 'clock', 'advance', '2d');
  await Promise.race([sleep(waits[0] ?? LONGEST_RUN_MS), moving.end]);
  moving.child.kill('SIGKILL');
  await moving.end;
  // runs all that is due, however long it takes
  expect(await start('sandbox', 'clock', 'advance', '10d').end).toBe(0);
  const after = await start('posts', 'list', '--platform', 'twitter', '--all', '--json').read();
  const texts = after.posts.flatMap(({ post, threadNumber }: { post: string; threadNumber?: number }) =>
    threadNumber === undefined ? [] : [post],
  );
  expect(texts).toHaveLength(series.size * 9);
  const counts = [...Map.groupBy(texts, (text) => text).values()].map((each) => each.length);
  expect(counts).toEqual(counts.map(() => 3));
});
