import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { quickFolder } from '../../../support/quick-folder.ts';
import { openSandboxFile } from '../../../support/sandbox/new-sandbox.ts';
import { dateAfter, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import { askSandbox, NOW } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const HOUR = 3_600;

describe('a scheduled post', () => {
  test('is published at its date on the clock of the sandbox, and not before', async () => {
    const { schedule, record, pass } = await postingSandbox();
    const id = await schedule(HOUR);
    expect(await pass(HOUR - 1)).toEqual([0, 0]);
    expect(await record(id)).toMatchObject({ status: 'pending', postIds: [], errors: [] });
    expect(await pass(1)).toEqual([1, 0]);
    const published = await record(id);
    expect(published).toMatchObject({
      status: 'success',
      type: 'scheduled',
      scheduleDate: '2026-09-21T15:13:20Z',
    });
    expect(published.postIds).toMatchObject([{ platform: 'facebook', status: 'success' }]);
    expect(await pass(24 * HOUR)).toEqual([0, 0]);
    expect(await record(id)).toEqual(published);
  });

  test('is published with the next request, when the clock was set past its date', async () => {
    const { schedule, record, sandbox } = await postingSandbox();
    const id = await schedule(HOUR);
    await control(sandbox, 'setClock', { mode: 'set', now: dateAfter(2 * HOUR) });
    expect((await record(id)).status).toBe('success');
  });

  test('of a date that is over is published at once', async () => {
    const { schedule, record, pass } = await postingSandbox();
    const id = await schedule(-5);
    expect((await record(id)).status).toBe('success');
    expect(await pass(10)).toEqual([0, 0]);
  });

  test('the X pair of its request decides, though its values were not kept', {
    tags: ['AUTH-09'],
  }, async () => {
    const { schedule, record, pass } = await postingSandbox();
    const options = { platforms: ['facebook', 'twitter'], validateScheduled: false };
    const own = await schedule(10, options);
    const foreign = await schedule(
      20,
      { ...options, post: 'the other one, of somebody else' },
      { x: 'foreign' },
    );
    await pass(20);
    expect(await record(own)).toMatchObject({ status: 'success', errors: [] });
    expect(await record(foreign)).toMatchObject({ errors: [{ platform: 'twitter', code: 272 }] });
  });
});

describe('changes of it', () => {
  test('another date replaces the first one', async () => {
    const { schedule, change, record, pass } = await postingSandbox();
    const id = await schedule(HOUR);
    await change(id, { scheduleDate: dateAfter(2 * HOUR) });
    expect(await pass(2 * HOUR - 1)).toEqual([0, 0]);
    expect((await record(id)).status).toBe('pending');
    expect(await pass(1)).toEqual([1, 0]);
  });

  test('a paused one waits, and goes out when it is let go after its date', async () => {
    const { schedule, change, record, pass, sandbox } = await postingSandbox();
    const id = await schedule(HOUR);
    await change(id, { scheduledPause: true });
    expect((await control(sandbox, 'status')).body).toMatchObject({
      upcoming: { posts: 0 },
      due: { posts: 0 },
    });
    expect(await pass(2 * HOUR)).toEqual([0, 0]);
    expect((await record(id)).status).toBe('paused');
    await change(id, { scheduledPause: false });
    expect((await record(id)).status).toBe('success');
  });

  test('one that awaits approval is not due, and is published at once when its date is over', async () => {
    const { schedule, change, record, pass, sandbox } = await postingSandbox();
    const id = await schedule(HOUR, { requiresApproval: true });
    expect((await control(sandbox, 'status')).body).toMatchObject({ upcoming: { posts: 0, next: null } });
    expect(await pass(2 * HOUR)).toEqual([0, 0]);
    expect((await record(id)).status).toBe('awaiting approval');
    await change(id, { approved: true });
    const { status, postIds } = await record(id);
    expect([status, postIds.length]).toEqual(['success', 1]);
    expect(await pass(HOUR)).toEqual([0, 0]);
  });

  test('one that is approved in time goes out at its date', async () => {
    const { schedule, change, record, pass } = await postingSandbox();
    const id = await schedule(HOUR, { requiresApproval: true });
    await change(id, { approved: true });
    expect((await record(id)).status).toBe('pending');
    expect(await pass(HOUR - 1)).toEqual([0, 0]);
    expect(await pass(1)).toEqual([1, 0]);
  });

  test('a deleted one is never published', async () => {
    const { schedule, send, pass, sandbox } = await postingSandbox();
    const id = await schedule(HOUR);
    expect((await send('DELETE', '/post', { id })).http).toBe(200);
    expect((await control(sandbox, 'status')).body.upcoming).toMatchObject({ posts: 0, next: null });
    expect(await pass(2 * HOUR)).toEqual([0, 0]);
  });
});

test('status counts what is to come, and what is due', async () => {
  const { schedule, post, sandbox, pass } = await postingSandbox();
  const video = { mediaUrls: ['https://media.example/a.mp4'] };
  await schedule(HOUR);
  await schedule(2 * HOUR, { post: 'another one, in two hours' });
  await post({ post: 'a film', platforms: ['tiktok'], ...video });
  const status = async () => (await control(sandbox, 'status')).body;
  expect(await status()).toMatchObject({
    due: { posts: 0, confirmations: 0 },
    upcoming: { posts: 2, confirmations: 1, next: '2026-09-21T14:14:20Z' },
  });
  expect(await pass(60)).toEqual([0, 1]);
  expect((await status()).upcoming).toMatchObject({
    posts: 2,
    confirmations: 0,
    next: '2026-09-21T15:13:20Z',
  });
});

describe('without a caller', () => {
  const folder = quickFolder('posts');
  afterAll(() => rmSync(folder, { recursive: true }));
  const open = (file: string, clock: { now(): number }) =>
    openSandboxFile({ file, clock, random: randomBytes, seed: SLIGHT_SEED });
  const schedule = async (sandbox: Awaited<ReturnType<typeof open>>, at: number) => {
    const scheduleDate = new Date(at).toISOString();
    const body = JSON.stringify({ post: 'soon', platforms: ['facebook'], scheduleDate });
    return (await askSandbox(sandbox, '/post', { method: 'POST', body })).body.id as string;
  };

  test('what fell due while nothing ran is published at the next request, once', async () => {
    const file = join(folder, 'restarted.db');
    const before = await open(file, stoppedClock(NOW));
    const id = await schedule(before, NOW + 60_000);
    before.close();
    const later = NOW + 24 * 3_600_000;
    for (const round of [1, 2]) {
      const sandbox = await open(file, stoppedClock(later + round));
      const { body } = await askSandbox(sandbox, `/post/${id}`);
      expect([body.status, body.postIds.length]).toEqual(['success', 1]);
      sandbox.close();
    }
    const sandbox = await open(file, stoppedClock(later + 3));
    const { posts } = (await askSandbox(sandbox, '/history/facebook?limit=2')).body;
    expect(posts.filter(({ post }: { post: string }) => post === 'soon')).toHaveLength(1);
    expect(posts[0].created).toBe('2026-09-22T14:13:20Z');
    sandbox.close();
  });
});
