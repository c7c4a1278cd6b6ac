import { describe, expect, test } from 'vitest';
import { dateAfter, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';

const DAY = 86_400;

describe('PATCH /post', () => {
  test('changes what is named, gives it back, and leaves the rest', async () => {
    const { schedule, send, record } = await postingSandbox();
    const id = await schedule(DAY, { notes: 'first' });
    const before = await record(id);
    const { http, body } = await send('PATCH', '/post', { id, notes: 'second' });
    expect([http, body]).toEqual([200, { status: 'success', id, notes: 'second' }]);
    expect(await record(id)).toEqual({ ...before, notes: 'second' });
  });

  test('the older PUT does the same', async () => {
    const { schedule, send, record } = await postingSandbox();
    const id = await schedule(DAY);
    expect((await send('PUT', '/post', { id, notes: 'by PUT' })).body).toMatchObject({ notes: 'by PUT' });
    expect(await record(id)).toMatchObject({ notes: 'by PUT' });
  });

  test.each([
    ['nothing to change', {}],
    ['an unknown member', { notes: 'x', colour: 'red' }],
    ['a text', { post: 'another one' }],
    ['a date that is none', { scheduleDate: 'soon' }],
    ['a date that no year of four digits has', { scheduleDate: '9999-12-31T23:59:59-14:00' }],
    ['an approval with a pause', { approved: true, scheduledPause: true }],
    ['options of youtube that cannot be changed', { youTubeOptions: { tags: ['a'] } }],
    ['options of youtube for a post that is not there', { youTubeOptions: { title: 'x' } }],
  ])('101 for %s, and nothing is changed', async (_what, change) => {
    const { schedule, send, record } = await postingSandbox();
    const id = await schedule(DAY);
    const before = await record(id);
    const { http, body } = await send('PATCH', '/post', { id, ...change });
    expect([http, body.code, body.action]).toEqual([400, 101, 'post']);
    expect(await record(id)).toEqual(before);
  });

  test.each([
    ['a date', { scheduleDate: dateAfter(DAY) }],
    ['a pause', { scheduledPause: true }],
    ['an approval', { approved: true }],
  ])('101 for %s of a post that went out, notes beside it are not kept', async (_what, change) => {
    const { post, send, record } = await postingSandbox();
    const id = await post({ post: 'out' });
    const { body } = await send('PATCH', '/post', { id, notes: 'too late', ...change });
    expect(body).toMatchObject({ code: 101, details: expect.stringContaining('no longer waiting') });
    expect(await record(id)).not.toHaveProperty('notes');
  });

  test.each([
    ['unknown', 'nope', {}],
    ["another profile's", null, { as: 'acme' }],
  ])('186, HTTP 404, for an id that is %s', async (_what, given, sending) => {
    const { schedule, send } = await postingSandbox();
    const id = given ?? (await schedule(DAY));
    const { http, body } = await send('PATCH', '/post', { id, notes: 'x' }, sending);
    expect(http).toBe(404);
    expect(body).toMatchObject({ action: 'post', code: 186, id });
  });

  test('101 for one that was deleted', async () => {
    const { schedule, send } = await postingSandbox();
    const id = await schedule(DAY);
    await send('DELETE', '/post', { id });
    expect((await send('PATCH', '/post', { id, notes: 'x' })).body.code).toBe(101);
  });

  test('disableComments of a post that is out: the networks without it say so', {
    tags: ['POST-08'],
  }, async () => {
    const { post, send } = await postingSandbox();
    const id = await post({ post: 'quiet', platforms: ['facebook', 'linkedin'] });
    const { body } = await send('PATCH', '/post', { id, disableComments: true });
    expect(body).toEqual({
      status: 'success',
      id,
      disableComments: true,
      warnings: [
        { platform: 'facebook', feature: 'disableComments', code: 101, message: expect.any(String) },
      ],
    });
  });

  test('what it is sent with later is what was changed', async () => {
    const { schedule, change, pass, record } = await postingSandbox();
    const id = await schedule(DAY, {
      platforms: ['facebook', 'youtube'],
      mediaUrls: ['https://m.example/a.mp4'],
      youTubeOptions: { title: 'x' },
    });
    await change(id, { disableComments: true, youTubeOptions: { title: 'y' } });
    await pass(DAY);
    expect((await record(id)).postIds).toMatchObject([
      { platform: 'facebook', warnings: [{ feature: 'disableComments' }] },
      { platform: 'youtube', warnings: [{ feature: 'disableComments' }] },
    ]);
  });
});

describe('what waits', () => {
  test('is paused and let go, twice over', async () => {
    const { schedule, change, record } = await postingSandbox();
    const id = await schedule(DAY);
    for (const [scheduledPause, status] of [
      [true, 'paused'],
      [true, 'paused'],
      [false, 'pending'],
      [false, 'pending'],
    ]) {
      await change(id, { scheduledPause });
      expect((await record(id)).status).toBe(status);
    }
  });

  test('a pause is not for one that awaits approval', async () => {
    const { schedule, send } = await postingSandbox();
    const id = await schedule(DAY, { requiresApproval: true });
    expect((await send('PATCH', '/post', { id, scheduledPause: true })).body.code).toBe(101);
  });

  test('approved: false sends it back, and true lets it go again', async () => {
    const { schedule, change, record, pass } = await postingSandbox();
    const id = await schedule(DAY);
    await change(id, { approved: false });
    expect((await record(id)).status).toBe('awaiting approval');
    expect(await pass(2 * DAY)).toEqual([0, 0]);
    await change(id, { approved: true, scheduleDate: dateAfter(3 * DAY) });
    expect(await record(id)).toMatchObject({ status: 'pending', scheduleDate: '2026-09-24T14:13:20Z' });
    expect(await pass(DAY)).toEqual([1, 0]);
  });
});
