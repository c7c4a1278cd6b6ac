import { describe, expect, test } from 'vitest';
import { control } from '../../../support/control.ts';
import { dateAfter, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import type { TestRequest } from '../../../support/small-sandbox.ts';

const DAY = 86_400;
const REPEATED = { post: 'again', platforms: ['facebook'], autoRepost: { repeat: 2, days: 2 } };

interface ListedPost {
  readonly id: string;
  readonly status: string;
  readonly scheduleDate?: string;
}

async function repeatingSandbox() {
  const fixture = await postingSandbox();
  const { send, ask } = fixture;
  /** The posts of a series, the first one first. */
  const list = async (autoRepostId: string, query = ''): Promise<readonly ListedPost[]> =>
    (await ask(`/history?autoRepostId=${autoRepostId}${query}`)).body.history.toReversed();
  return {
    ...fixture,
    list,
    statuses: async (autoRepostId: string, query?: string) =>
      (await list(autoRepostId, query)).map(({ status }) => status),
    dates: async (autoRepostId: string) =>
      (await list(autoRepostId)).map(({ scheduleDate }) => scheduleDate?.slice(0, 16)),
    repeat: async (more: object = {}, sending: TestRequest = {}) =>
      (await send('POST', '/post', { ...REPEATED, ...more }, sending)).body,
  };
}

describe('a repeated post', () => {
  test('ends after its repetitions, each with its own id on the network and its own event', async () => {
    const { repeat, pass, list, ask, listenToPosts, recorded } = await repeatingSandbox();
    await listenToPosts();
    const { autoRepostId } = await repeat();
    expect(await pass(30 * DAY)).toEqual([2, 0]);
    const { posts } = (await ask('/history/facebook?limit=50')).body;
    const again = posts.filter(({ post }: { post: string }) => post === 'again');
    expect(new Set(again.map(({ id }: { id: string }) => id)).size).toBe(3);
    const [, ...repetitions] = await list(autoRepostId, '&lastDays=0');
    expect((await recorded()).map(({ id }) => id)).toEqual(repetitions.map(({ id }) => id));
    expect(await pass(365 * DAY)).toEqual([0, 0]);
  });

  test('a repetition is published once, although its clock stops at the moment itself and goes back', async () => {
    const { repeat, pass, sandbox, ask } = await repeatingSandbox();
    await repeat();
    expect(await pass(2 * DAY)).toEqual([1, 0]);
    await control(sandbox, 'setClock', { mode: 'set', now: dateAfter(DAY) });
    expect(await pass(DAY)).toEqual([0, 0]);
    const { posts } = (await ask('/history/facebook?limit=50')).body;
    expect(posts.filter(({ post }: { post: string }) => post === 'again')).toHaveLength(2);
  });

  test('deleted at once: its repetitions are deleted, and none is published', async () => {
    const { repeat, send, list, statuses, pass } = await repeatingSandbox();
    const { id, autoRepostId } = await repeat();
    const [, second, third] = await list(autoRepostId);
    const { http, body } = await send('DELETE', '/post', { id });
    expect([http, body]).toMatchObject([200, { status: 'success', deletedReposts: [second?.id, third?.id] }]);
    expect(await statuses(autoRepostId, '&status=deleted')).toEqual(['deleted', 'deleted', 'deleted']);
    expect(await pass(30 * DAY)).toEqual([0, 0]);
  });

  test('deleted later: those that are published stay', async () => {
    const { repeat, send, statuses, pass } = await repeatingSandbox();
    const { id, autoRepostId } = await repeat();
    await pass(2 * DAY);
    expect((await send('DELETE', '/post', { id })).body.deletedReposts).toHaveLength(1);
    expect(await statuses(autoRepostId)).toEqual(['success']);
    expect(await pass(30 * DAY)).toEqual([0, 0]);
  });

  test('a repetition that is deleted leaves the others', async () => {
    const { repeat, send, list, statuses, pass } = await repeatingSandbox();
    const { autoRepostId } = await repeat();
    const [, second] = await list(autoRepostId);
    const { body } = await send('DELETE', '/post', { id: second?.id });
    expect(body).toEqual({ status: 'success', id: second?.id, code: 200 });
    expect(await statuses(autoRepostId)).toEqual(['success', 'pending']);
    expect(await pass(30 * DAY)).toEqual([1, 0]);
  });

  test('a network that keeps the first keeps the repetitions', async () => {
    const { repeat, send, statuses, sandbox } = await repeatingSandbox();
    const { id, autoRepostId } = await repeat();
    await control(sandbox, 'setAccount', { platform: 'facebook', token: 'revoked' });
    expect((await send('DELETE', '/post', { id })).http).toBe(400);
    expect(await statuses(autoRepostId)).toEqual(['success', 'pending', 'pending']);
  });

  test('the whole series in bulk, the first one first: all are deleted, and none is 383', async () => {
    const { repeat, send, list } = await repeatingSandbox();
    const { autoRepostId } = await repeat();
    const bulk = (await list(autoRepostId)).map(({ id }) => id);
    const { body } = await send('DELETE', '/post', { bulk });
    expect(body.status).toBe('success');
    expect(body.posts.map(({ id, status }: ListedPost) => [id, status])).toEqual(
      bulk.map((id) => [id, 'success']),
    );
  });

  test('deleteAllScheduled names each of them', async () => {
    const { repeat, send, list } = await repeatingSandbox();
    const { autoRepostId } = await repeat({ autoRepost: { repeat: 2, days: 2, startDate: dateAfter(DAY) } });
    const ids = (await list(autoRepostId)).map(({ id }) => id);
    const { body } = await send('DELETE', '/post', { deleteAllScheduled: true });
    expect(body.posts.map(({ id }: ListedPost) => id)).toEqual(ids);
    expect(body.posts[0]).not.toHaveProperty('deletedReposts');
  });
});

describe('a repeated post that needs approval', () => {
  test('is approved once for all, and the days between remain when that was late', async () => {
    const { repeat, statuses, dates, change, pass } = await repeatingSandbox();
    const { id, status, autoRepostId } = await repeat({ requiresApproval: true });
    expect(status).toBe('awaiting approval');
    expect(await pass(3 * DAY)).toEqual([0, 0]);
    await change(id, { approved: true });
    expect(await statuses(autoRepostId)).toEqual(['success', 'pending', 'pending']);
    expect(await dates(autoRepostId)).toEqual([undefined, '2026-09-26T14:13', '2026-09-28T14:13']);
    expect(await pass(2 * DAY)).toEqual([1, 0]);
  });

  test('in time, nothing moves; with another date, all move', async () => {
    const { repeat, dates, change } = await repeatingSandbox();
    const autoRepost = { repeat: 1, days: 2, startDate: dateAfter(3 * DAY) };
    const early = await repeat({ requiresApproval: true, autoRepost });
    await change(early.id, { approved: true });
    expect(await dates(early.autoRepostId)).toEqual(['2026-09-24T14:13', '2026-09-26T14:13']);
    const moved = await repeat({ post: 'moved', requiresApproval: true, autoRepost });
    await change(moved.id, { approved: true, scheduleDate: dateAfter(5 * DAY) });
    expect(await dates(moved.autoRepostId)).toEqual(['2026-09-26T14:13', '2026-09-28T14:13']);
  });

  test('held back, all are; a repetition can be approved on its own', async () => {
    const { repeat, statuses, list, change, pass } = await repeatingSandbox();
    const autoRepost = { repeat: 2, days: 2, startDate: dateAfter(DAY) };
    const { id, autoRepostId } = await repeat({ autoRepost });
    await change(id, { approved: false });
    expect(await statuses(autoRepostId)).toEqual(Array(3).fill('awaiting approval'));
    const [, second] = await list(autoRepostId);
    await change(second?.id ?? '', { approved: true });
    expect(await statuses(autoRepostId)).toEqual(['awaiting approval', 'pending', 'awaiting approval']);
    expect(await pass(30 * DAY)).toEqual([1, 0]);
  });

  test('on a posting schedule, each that is late takes the next free slot', async () => {
    const { repeat, send, dates, change, pass, statuses } = await repeatingSandbox();
    await send('POST', '/auto-schedule/set', { schedule: ['20:00Z'] });
    const { id, autoRepostId } = await repeat({ requiresApproval: true, autoSchedule: { schedule: true } });
    expect(await dates(autoRepostId)).toEqual(['2026-09-21T20:00', '2026-09-23T20:00', '2026-09-25T20:00']);
    await pass(1.5 * DAY);
    const other = await send('POST', '/post', {
      post: 'in between',
      platforms: ['facebook'],
      autoSchedule: { schedule: true },
    });
    expect(other.body.scheduleDate).toBe('2026-09-24T20:00:00Z');
    await change(id, { approved: true });
    expect(await statuses(autoRepostId)).toEqual(Array(3).fill('pending'));
    expect(await dates(autoRepostId)).toEqual(['2026-09-26T20:00', '2026-09-28T20:00', '2026-09-30T20:00']);
  });

  test('on a schedule that is no longer set, it is published at once', async () => {
    const { send, change, pass, record } = await repeatingSandbox();
    await send('POST', '/auto-schedule/set', { schedule: ['20:00Z'] });
    const sent = { post: 'may I', platforms: ['facebook'], autoSchedule: { schedule: true } };
    const { body } = await send('POST', '/post', { ...sent, requiresApproval: true });
    expect(body).toMatchObject({ status: 'awaiting approval', scheduleDate: '2026-09-21T20:00:00Z' });
    await pass(DAY);
    await send('DELETE', '/auto-schedule/delete', {});
    await change(body.id, { approved: true });
    expect((await record(body.id)).status).toBe('success');
  });

  test('on a schedule, before its slot it keeps it', async () => {
    const { send, change, record, pass } = await repeatingSandbox();
    await send('POST', '/auto-schedule/set', { schedule: ['20:00Z'] });
    const sent = { post: 'may I', platforms: ['facebook'], autoSchedule: { schedule: true } };
    const { body } = await send('POST', '/post', { ...sent, requiresApproval: true });
    await change(body.id, { approved: true });
    expect(await record(body.id)).toMatchObject({ status: 'pending', scheduleDate: '2026-09-21T20:00:00Z' });
    expect(await pass(DAY)).toEqual([1, 0]);
  });
});
