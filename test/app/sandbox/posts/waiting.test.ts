import { describe, expect, test } from 'vitest';
import { control } from '../../../support/control.ts';
import { dateAfter, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';

const DAY = 86_400;

describe('a post for later', () => {
  test('the answer to a scheduled one', { tags: ['POST-01'] }, async () => {
    const { send } = await postingSandbox();
    const sent = { post: 'later', platforms: ['facebook'], scheduleDate: dateAfter(DAY) };
    const { http, body } = await send('POST', '/post', sent);
    expect(http).toBe(200);
    expect(body).toEqual({
      status: 'scheduled',
      scheduleDate: '2026-09-22T14:13:20Z',
      id: expect.stringMatching(/^\w{20}$/),
      refId: expect.stringMatching(/^[0-9a-f]{40}$/),
      post: 'later',
      validate: true,
    });
  });

  test('to one that awaits approval, with a Profile-Key in posts[] and at top level', async () => {
    const { send, record } = await postingSandbox();
    const sent = {
      post: 'may I',
      platforms: ['instagram'],
      mediaUrls: ['https://m.example/a.jpg'],
      requiresApproval: true,
    };
    const { body } = await send('POST', '/post', sent, { as: 'acme' });
    const { posts, ...top } = body;
    expect(top).toMatchObject({ status: 'awaiting approval', profileTitle: 'Acme', post: 'may I' });
    expect(posts).toEqual([top]);
    expect(body.posts[0]).not.toHaveProperty('scheduleDate');
    expect((await record(body.posts[0].id, { as: 'acme' })).status).toBe('awaiting approval');
  });

  test('one that a network would refuse is refused as a whole, and nothing is kept', async () => {
    const { send, ask } = await postingSandbox();
    const sent = { post: 'later', platforms: ['facebook', 'gmb', 'instagram'], scheduleDate: dateAfter(DAY) };
    const before = (await ask('/history')).body.count;
    const { http, body } = await send('POST', '/post', sent);
    expect(http).toBe(400);
    expect(body).toMatchObject({
      action: 'post',
      status: 'error',
      code: 156,
      platform: 'gmb',
      errors: [
        { platform: 'gmb', code: 156 },
        { platform: 'instagram', code: 139 },
      ],
    });
    expect((await ask('/history')).body.count).toBe(before);
  });

  test('one that has no date, and awaits approval, is not looked at', async () => {
    const { send, change, record } = await postingSandbox();
    const sent = { post: 'may I', platforms: ['facebook', 'gmb'], requiresApproval: true };
    const { http, body } = await send('POST', '/post', sent);
    expect([http, body.status]).toEqual([200, 'awaiting approval']);
    expect(body).not.toHaveProperty('validate');
    await change(body.id, { approved: true });
    expect((await record(body.id)).errors).toMatchObject([{ platform: 'gmb', code: 156 }]);
  });

  test('validateScheduled: false takes it as it is, and reports no check', async () => {
    const { send, record, pass } = await postingSandbox();
    const sent = {
      post: 'later',
      platforms: ['facebook', 'gmb'],
      scheduleDate: dateAfter(DAY),
      validateScheduled: false,
    };
    const { body } = await send('POST', '/post', sent);
    expect(body.status).toBe('scheduled');
    expect(body).not.toHaveProperty('validate');
    await pass(DAY);
    expect(await record(body.id)).toMatchObject({
      status: 'error',
      postIds: [{ platform: 'facebook' }],
      errors: [{ platform: 'gmb', code: 156 }],
    });
  });

  test('failures that were injected apply when it is published, not when it is checked', async () => {
    const { schedule, record, pass, sandbox } = await postingSandbox();
    await control(sandbox, 'addFault', { code: 444, network: 'facebook', endpoint: 'createPost', count: 1 });
    const id = await schedule(DAY);
    await pass(DAY);
    expect(await record(id)).toMatchObject({
      status: 'error',
      errors: [{ platform: 'facebook', code: 444 }],
    });
  });

  test('nothing of the X pair is kept', { tags: ['AUTH-09'] }, async () => {
    const { schedule, ask, sandbox } = await postingSandbox();
    const id = await schedule(DAY, { platforms: ['twitter'] });
    const { key, secret } = sandbox.credentials.xPair;
    const shown = JSON.stringify((await ask(`/post/${id}`)).body);
    expect(shown).not.toContain(key);
    expect(shown).not.toContain(secret);
  });
});

describe('idempotencyKey', () => {
  const key = { post: 'once', platforms: ['facebook'], idempotencyKey: 'spring-1' };

  test('is used once in a profile: 1409, whatever is posted with it', async () => {
    const { send } = await postingSandbox();
    expect((await send('POST', '/post', key)).body.status).toBe('success');
    const { http, body } = await send('POST', '/post', { ...key, post: 'something else' });
    expect([http, body.code, body.action]).toEqual([400, 1409, 'post']);
    await send('POST', '/post', { ...key, idempotencyKey: 'spring-2', post: 'something else' });
  });

  test.each([
    ['failed', { platforms: ['gmb'] }],
    ['waits', { scheduleDate: dateAfter(DAY) }],
    ['awaits approval', { requiresApproval: true }],
  ])('also when the first %s', async (_what, sent) => {
    const { send } = await postingSandbox();
    await send('POST', '/post', { ...key, ...sent });
    expect((await send('POST', '/post', key)).body.code).toBe(1409);
  });

  test('also when the first was deleted', async () => {
    const { send, post } = await postingSandbox();
    await send('DELETE', '/post', { id: await post(key) });
    expect((await send('POST', '/post', key)).body.code).toBe(1409);
  });

  test('is free when there was no first post', async () => {
    const { send } = await postingSandbox();
    expect((await send('POST', '/post', { ...key, autoSchedule: { schedule: true } })).body.code).toBe(192);
    const refused = { ...key, platforms: ['gmb'], scheduleDate: dateAfter(DAY) };
    expect((await send('POST', '/post', refused)).body.code).toBe(156);
    expect((await send('POST', '/post', key)).body.status).toBe('success');
  });

  test('of another profile is another one', async () => {
    const { send, sandbox } = await postingSandbox();
    await control(sandbox, 'setAccount', { profile: 'acme', platform: 'facebook', token: 'ok' });
    expect((await send('POST', '/post', key)).body.status).toBe('success');
    expect((await send('POST', '/post', key, { as: 'acme' })).body.status).toBe('success');
  });

  test('of many at once, one is posted', async () => {
    const { send, ask } = await postingSandbox();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('POST', '/post', key)));
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 1409)).toHaveLength(19);
    const { posts } = (await ask('/history/facebook')).body;
    expect(posts.filter(({ post }: { post: string }) => post === 'once')).toHaveLength(1);
  });
});

describe('autoRepost', () => {
  const sent = { post: 'again', platforms: ['facebook'], autoRepost: { repeat: 2, days: 2 } };

  test('makes them also where no network took the first: its autoRepostId is not of nothing', async () => {
    const { send, ask, sandbox } = await postingSandbox();
    await control(sandbox, 'setAccount', { platform: 'facebook', token: 'revoked' });
    const { http, body } = await send('POST', '/post', sent);
    expect([http, body.autoRepostId]).toEqual([400, expect.any(String)]);
    const { history } = (await ask(`/history?autoRepostId=${body.autoRepostId}`)).body;
    expect(history.map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'error',
      'pending',
      'pending',
    ]);
  });

  test('makes the further posts, under one autoRepostId, and each goes out at its time', async () => {
    const { send, ask, pass } = await postingSandbox();
    const { body } = await send('POST', '/post', sent);
    expect(body).toMatchObject({ status: 'success', autoRepostId: expect.stringMatching(/^\w{20}$/) });
    const listed = async () =>
      (await ask(`/history?autoRepostId=${body.autoRepostId}`)).body.history.map(
        ({ status, scheduleDate }: { status: string; scheduleDate?: string }) => [status, scheduleDate],
      );
    expect((await listed()).toSorted()).toEqual([
      ['pending', '2026-09-23T14:13:20Z'],
      ['pending', '2026-09-25T14:13:20Z'],
      ['success', undefined],
    ]);
    expect(await pass(2 * DAY)).toEqual([1, 0]);
    expect(await pass(2 * DAY)).toEqual([1, 0]);
    expect((await listed()).map(([status]: [string]) => status)).toEqual(['success', 'success', 'success']);
    expect((await ask('/history?autoRepostId=other')).body.history.code).toBe(221);
  });

  test('begins at its startDate', async () => {
    const { send, ask } = await postingSandbox();
    const autoRepost = { ...sent.autoRepost, startDate: dateAfter(DAY) };
    const { body } = await send('POST', '/post', { ...sent, autoRepost });
    expect(body).toMatchObject({ status: 'scheduled', scheduleDate: '2026-09-22T14:13:20Z' });
    const { history } = (await ask(`/history?autoRepostId=${body.autoRepostId}`)).body;
    expect(history.map(({ scheduleDate }: { scheduleDate: string }) => scheduleDate).toSorted()).toEqual([
      '2026-09-22T14:13:20Z',
      '2026-09-24T14:13:20Z',
      '2026-09-26T14:13:20Z',
    ]);
  });

  test('is ignored with a scheduleDate, and reported', async () => {
    const { send } = await postingSandbox();
    const { body } = await send('POST', '/post', { ...sent, scheduleDate: dateAfter(DAY) });
    expect(body.status).toBe('scheduled');
    expect(body).not.toHaveProperty('autoRepostId');
    expect(body.warnings).toMatchObject([{ feature: 'autoRepost' }]);
  });
});

describe('POST /validate/post', () => {
  const check = { post: 'hello', platforms: ['facebook'] };

  test('a good one is a success, and nothing is posted', async () => {
    const { send, ask } = await postingSandbox();
    const before = (await ask('/history')).body.count;
    const { http, body } = await send('POST', '/validate/post', check);
    expect([http, body]).toEqual([200, { status: 'success', message: expect.any(String), warnings: [] }]);
    expect((await ask('/history')).body.count).toBe(before);
  });

  test.each([
    ['what is refused before any attempt', { mediaUrls: ['http://m.example/a.jpg'] }, 136],
    ['what a network would refuse', { platforms: ['instagram'] }, 139],
    ['a network that is not linked, when there is no other', { platforms: ['gmb'] }, 156],
    ['a posting schedule', { autoSchedule: { schedule: true } }, 192],
  ])('a bad one is a flat envelope: %s', async (_what, sent, code) => {
    const { send } = await postingSandbox();
    const { body } = await send('POST', '/validate/post', { ...check, ...sent });
    expect(body).toMatchObject({ action: 'validate', status: 'error', code });
  });

  test('warnings come with a good one, one for each network', { tags: ['POST-08', 'POST-11'] }, async () => {
    const { send, sandbox } = await postingSandbox();
    await control(sandbox, 'setAccount', { platform: 'youtube', channel: 'unverified' });
    const { body } = await send('POST', '/validate/post', {
      ...check,
      platforms: ['facebook', 'gmb', 'youtube'],
      mediaUrls: { default: [], youtube: ['https://m.example/a.mp4'] },
      youTubeOptions: { title: 'x', thumbNail: 'https://m.example/t.png' },
      disableComments: true,
    });
    expect(body.warnings).toEqual([
      { action: 'validate', status: 'warning', platform: 'gmb', code: 156, message: expect.any(String) },
      ...['facebook', 'youtube'].map((platform) =>
        expect.objectContaining({ platform, feature: 'disableComments' }),
      ),
      expect.objectContaining({ platform: 'youtube', feature: 'thumbnail', code: 307 }),
    ]);
  });

  test('the duplicate of a scheduled post is seen', { tags: ['POST-06'] }, async () => {
    const { send, schedule } = await postingSandbox();
    await schedule(DAY, { post: 'the same text' });
    const sent = { post: 'the same text', platforms: ['facebook'], scheduleDate: dateAfter(DAY + 5) };
    expect((await send('POST', '/validate/post', sent)).body.code).toBe(137);
  });
});
