import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { control } from '../../../support/control.ts';
import { postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import { everywhereOn, POST, threadOn } from '../../../support/small-seed.ts';

const DAY = 86_400;

describe('DELETE /post of one that is out', () => {
  test('an object for each network, and it is gone there with its comments', async () => {
    const { post, send, ask, record } = await postingSandbox();
    const id = await post({
      post: 'gone soon',
      platforms: ['facebook', 'linkedin'],
      firstComment: { comment: 'first' },
    });
    const { postIds } = await record(id);
    const { http, body } = await send('DELETE', '/post', { id });
    expect(http).toBe(200);
    expect(body).toEqual({
      status: 'success',
      id,
      code: 200,
      facebook: { action: 'delete', status: 'success', id: postIds[0]?.['id'] },
      linkedin: { action: 'delete', status: 'success', id: postIds[1]?.['id'] },
    });
    expect(ENDPOINTS.deletePost.answer.safeParse(body).success).toBe(true);
    const query = `?searchPlatformId=true&platform=facebook`;
    expect((await ask(`/comments/${postIds[0]?.['id']}${query}`)).body.code).toBe(186);
    const { posts } = (await ask('/history/facebook')).body;
    expect(posts.map(({ id: each }: { id: string }) => each)).not.toContain(postIds[0]?.['id']);
    expect((await send('DELETE', '/comments', { id })).body).toEqual({ status: 'success', id });
  });

  test('the record stays, as deleted, and is listed on request only', async () => {
    const { post, send, ask, record } = await postingSandbox();
    const id = await post({ post: 'gone soon' });
    await send('DELETE', '/post', { id });
    expect(await record(id)).toMatchObject({ id, status: 'deleted', postIds: [] });
    const listed = async (query: string) =>
      (await ask(`/history${query}`)).body.history.map((each: { id: string }) => each.id);
    expect(await listed('')).not.toContain(id);
    expect(await listed('?status=deleted')).toEqual([id]);
  });

  test('a network without such a call says 1415, and keeps its copy', async () => {
    const { send, ask } = await postingSandbox();
    const { http, body } = await send('DELETE', '/post', { id: POST.everywhere });
    expect(http).toBe(200);
    expect(body.status).toBe('partial');
    expect(body.errors).toEqual(
      (['tiktok'] as const).map((platform) => ({
        platform,
        status: 'error',
        code: 1415,
        message: expect.stringContaining('TikTok'),
        id: everywhereOn(platform),
      })),
    );
    expect(body.id).toBe(POST.everywhere);
    expect(body).not.toHaveProperty('code');
    expect(body).toMatchObject({ instagram: { status: 'success' }, threads: { status: 'success' } });
    expect((await ask(`/comments/${POST.everywhere}`)).body.tiktok).toHaveLength(2);
    expect((await ask(`/post/${POST.everywhere}`)).body).toMatchObject({
      status: 'success',
      postIds: [{ platform: 'tiktok' }],
    });
  });

  test('instagram that is linked through its page deletes posts, reels and stories', async () => {
    const { post, send, ask, record } = await postingSandbox();
    const media = { platforms: ['instagram'], mediaUrls: ['https://m.example/a.jpg'] };
    const story = { ...media, post: 'a story', instagramOptions: { stories: true } };
    const reel = { ...media, post: 'quite another text', mediaUrls: ['https://m.example/a.mp4'] };
    for (const body of [{ ...media, post: 'goes' }, story, reel]) {
      const id = await post(body);
      const [copy] = (await record(id)).postIds;
      expect((await send('DELETE', '/post', { id })).body).toEqual({
        status: 'success',
        id,
        code: 200,
        instagram: { action: 'delete', status: 'success', id: copy?.['id'] },
      });
      const { posts } = (await ask('/history/instagram')).body;
      expect(posts.map((each: { id: string }) => each.id)).not.toContain(copy?.['id']);
    }
  });

  test('instagram that is linked by the direct login keeps its copy: 1415, with what to do, stands for all', {
    tags: ['U-37'],
  }, async () => {
    const { post, send, sandbox, record } = await postingSandbox();
    const media = { platforms: ['instagram'], mediaUrls: ['https://m.example/a.jpg'] };
    const id = await post({ ...media, post: 'stays' });
    await control(sandbox, 'setAccount', { platform: 'instagram', login: 'direct' });
    const { http, body } = await send('DELETE', '/post', { id });
    expect(http).toBe(400);
    expect(body).toMatchObject({ action: 'delete', status: 'error', code: 1415, id });
    expect((await record(id)).status).toBe('success');
    expect(body.errors).toMatchObject([
      {
        platform: 'instagram',
        code: 1415,
        relink: true,
        message: expect.stringContaining('page-based login'),
      },
    ]);
    await control(sandbox, 'setAccount', { platform: 'instagram', token: 'revoked' });
    expect((await send('DELETE', '/post', { id })).body.code).toBe(161);
    await control(sandbox, 'setAccount', { platform: 'instagram', token: 'ok', login: 'page' });
    expect((await send('DELETE', '/post', { id })).body).toMatchObject({ status: 'success', code: 200 });
    expect((await record(id)).status).toBe('deleted');
  });

  test('threads and instagram can be made to fail, as networks that are asked', async () => {
    const { send, sandbox } = await postingSandbox();
    for (const network of ['threads', 'instagram'] as const) {
      const fault = { code: 161, network, endpoint: 'deletePost', count: 1 } as const;
      expect((await control(sandbox, 'addFault', fault)).http).toBe(200);
    }
    const { errors } = (await send('DELETE', '/post', { id: POST.everywhere })).body;
    expect(errors.map(({ platform, code }: { platform: string; code: number }) => [platform, code])).toEqual([
      ['instagram', 161],
      ['threads', 161],
      ['tiktok', 1415],
    ]);
  });

  test('what keeps a network from it keeps its copy: an account, an order, the X pair', async () => {
    const { post, send, sandbox, record } = await postingSandbox();
    const id = await post({ post: 'half gone', platforms: ['bluesky', 'facebook', 'linkedin', 'twitter'] });
    await control(sandbox, 'setAccount', { platform: 'facebook', token: 'revoked' });
    await control(sandbox, 'addFault', { code: 499, network: 'linkedin', endpoint: 'deletePost', count: 1 });
    const { body } = await send('DELETE', '/post', { id }, { x: 'none' });
    expect(body).toMatchObject({ status: 'partial', bluesky: { status: 'success' } });
    expect(body.errors).toMatchObject([
      { platform: 'facebook', code: 161, relink: true },
      { platform: 'linkedin', code: 499, retryAvailable: true },
      { platform: 'twitter', code: 419 },
    ]);
    await control(sandbox, 'setAccount', { platform: 'facebook', token: 'ok' });
    expect((await send('DELETE', '/post', { id })).body).toEqual({
      status: 'success',
      id,
      code: 200,
      facebook: expect.any(Object),
      linkedin: expect.any(Object),
      twitter: expect.any(Object),
    });
    expect((await record(id)).status).toBe('deleted');
  });

  test('a reply on X goes from its conversation, with what answers it', async () => {
    const { send, ask } = await postingSandbox();
    await send('DELETE', '/post', { id: POST.replyOnX });
    const { twitter } = (await ask(`/comments/${POST.onX}`)).body;
    const ids = twitter.map(({ commentId }: { commentId: string }) => commentId);
    expect(ids.toSorted()).toEqual(['1800000000000000011', '1800000000000000012']);
  });

  test('other posts keep their comments', async () => {
    const { send, ask } = await postingSandbox();
    await send('DELETE', '/post', { id: POST.silent });
    const { facebook } = (await ask(`/comments/${POST.everywhere}`)).body;
    expect(facebook.map(({ commentId }: { commentId: string }) => commentId)).toContain(
      threadOn('facebook').comment,
    );
  });
});

describe('comments of a post that was deleted', () => {
  const X = '?searchPlatformId=true&platform=twitter';

  test.each(['through the service', 'manually at the network'] as const)(
    'on X, %s: an empty array and no error, by both ids',
    { tags: ['COM-18'] },
    async (how) => {
      const { send, ask, sandbox } = await postingSandbox();
      if (how === 'through the service') await send('DELETE', '/post', { id: POST.onX });
      else await control(sandbox, 'deleteCopy', { postId: POST.onX, network: 'twitter' });
      for (const path of [POST.onX, `1800000000000000001${X}`]) {
        const { http, body } = await ask(`/comments/${path}`);
        expect([http, body.status, body.twitter]).toEqual([200, 'success', []]);
        expect(body).not.toHaveProperty('errors');
      }
      expect((await ask(`/comments/${POST.onX}`, { x: 'none' })).body.code).toBe(419);
      sandbox.close();
    },
  );

  test('on X only, among others: the others are unchanged', { tags: ['COM-18'] }, async () => {
    const { ask, sandbox } = await postingSandbox();
    const before = (await ask(`/comments/${POST.everywhere}`)).body;
    await control(sandbox, 'deleteCopy', { postId: POST.everywhere, network: 'twitter' });
    expect((await ask(`/comments/${POST.everywhere}`)).body).toEqual({
      ...before,
      nextUpdate: expect.any(String),
      twitter: [],
    });
    sandbox.close();
  });

  test('elsewhere it is not found: an entry of errors[], as by its Social Post ID', {
    tags: ['COM-18', 'COM-15'],
  }, async () => {
    const { post, send, ask, record, sandbox } = await postingSandbox();
    const id = await post({ post: 'gone soon', platforms: ['facebook', 'twitter'] });
    const [onFacebook] = (await record(id)).postIds;
    await send('DELETE', '/post', { id });
    const { http, body } = await ask(`/comments/${id}`);
    expect([http, body.status, body.twitter]).toEqual([200, 'partial', []]);
    expect(body.errors).toEqual([
      {
        platform: 'facebook',
        status: 'error',
        code: 186,
        message: 'The Facebook post id was not found.',
        id: onFacebook?.['id'],
      },
    ]);
    const alone = await post({ post: 'gone too' });
    await send('DELETE', '/post', { id: alone });
    const none = await ask(`/comments/${alone}`);
    expect([none.http, none.body]).toMatchObject([404, { status: 'error', code: 186, id: alone }]);
    sandbox.close();
  });

  test('what is published again has its comments again', { tags: ['COM-18'] }, async () => {
    const { post, send, ask, sandbox, pass } = await postingSandbox();
    await control(sandbox, 'addFault', { code: 499, network: 'facebook', endpoint: 'createPost', count: 1 });
    const id = await post({ post: 'sent again', platforms: ['facebook', 'twitter'] });
    await control(sandbox, 'deleteCopy', { postId: id, network: 'twitter' });
    expect((await ask(`/comments/${id}`)).body).toMatchObject({ status: 'success', twitter: [] });
    expect((await send('PUT', '/post/retry', { id })).http).toBe(200);
    await pass(1);
    await send('POST', `/comments/${id}`, { comment: 'there again', platforms: ['twitter'] });
    await pass(3_600);
    const { body } = await ask(`/comments/${id}`);
    expect([body.status, body.twitter.length]).toEqual(['success', 1]);
    sandbox.close();
  });
});

describe('DELETE /post of one that is not out', () => {
  test.each([
    ['is scheduled', { scheduleDate: '2026-10-01T00:00:00Z' }],
    ['awaits approval', { requiresApproval: true }],
  ])('that %s: the id, and code 200', async (_what, sent) => {
    const { post, send, record, pass } = await postingSandbox();
    const id = await post({ post: 'never', ...sent });
    const { http, body } = await send('DELETE', '/post', { id });
    expect([http, body]).toEqual([200, { status: 'success', id, code: 200 }]);
    expect((await record(id)).status).toBe('deleted');
    expect(await pass(30 * DAY)).toEqual([0, 0]);
  });

  test('that no network took: the same', async () => {
    const { send, record } = await postingSandbox();
    const { id } = (await send('POST', '/post', { post: 'x', platforms: ['gmb'] })).body;
    expect((await send('DELETE', '/post', { id })).body).toEqual({ status: 'success', id, code: 200 });
    expect((await record(id)).status).toBe('deleted');
  });

  test('that is to be sent again: what is out goes, and nothing is sent', async () => {
    const { send, sandbox, record, pass } = await postingSandbox();
    const sent = { post: 'x', platforms: ['facebook', 'gmb'] };
    const { id } = (await send('POST', '/post', sent)).body;
    await control(sandbox, 'setAccount', { platform: 'gmb', linked: true });
    await send('PUT', '/post/retry', { id });
    await send('DELETE', '/post', { id });
    await pass(DAY);
    expect(await record(id)).toMatchObject({ status: 'deleted', postIds: [] });
  });
});

describe('what cannot be deleted', () => {
  test('1415 on every network: what is to be sent again is sent', async () => {
    const { send, sandbox, record, pass } = await postingSandbox();
    await control(sandbox, 'setAccount', {
      platform: 'instagram',
      linked: true,
      token: 'ok',
      login: 'direct',
    });
    const mediaUrls = ['https://media.example/a.jpg'];
    const { id } = (await send('POST', '/post', { post: 'x', platforms: ['instagram', 'gmb'], mediaUrls }))
      .body;
    await control(sandbox, 'setAccount', { platform: 'gmb', linked: true });
    // later than that, it has been sent again before the request is looked at
    const atOnce = [send('PUT', '/post/retry', { id }), send('DELETE', '/post', { id })];
    expect((await Promise.all(atOnce)).map(({ body }) => body)).toMatchObject([
      { status: 'success' },
      { code: 1415 },
    ]);
    await pass(DAY);
    expect((await record(id)).postIds).toMatchObject([{ platform: 'gmb' }, { platform: 'instagram' }]);
  });

  test.each([
    ['unknown', 'nope', {}],
    ["another profile's", POST.everywhere, { as: 'acme' }],
  ])('114, HTTP 404, for an id that is %s', async (_what, id, sending) => {
    const { send } = await postingSandbox();
    const { http, body } = await send('DELETE', '/post', { id }, sending);
    expect(http).toBe(404);
    expect(body).toMatchObject({ action: 'delete', status: 'error', code: 114, id });
  });

  test('383 for one that was deleted', async () => {
    const { post, send } = await postingSandbox();
    const id = await post({ post: 'x' });
    await send('DELETE', '/post', { id });
    for (const markManualDeleted of [false, true]) {
      const { http, body } = await send('DELETE', '/post', { id, markManualDeleted });
      expect([http, body.code]).toEqual([400, 383]);
    }
  });

  test('markManualDeleted: 382 while it exists, and only a mark when it does not', async () => {
    const { post, send, record } = await postingSandbox();
    const id = await post({ post: 'x' });
    const { body } = await send('DELETE', '/post', { id, markManualDeleted: true });
    expect(body).toMatchObject({ code: 382, id, details: 'facebook' });
    expect((await record(id)).status).toBe('success');
    const marked = await send('DELETE', '/post', { id: POST.failedOnly, markManualDeleted: true });
    expect(marked.body).toEqual({ status: 'success', id: POST.failedOnly, code: 200 });
    expect((await record(POST.failedOnly)).status).toBe('deleted');
  });

  test.each([
    ['nothing', {}],
    ['two ways at once', { id: 'a', deleteAllScheduled: true }],
    ['an empty list', { bulk: [] }],
    ['no at all', { deleteAllScheduled: false }],
  ])('101 for %s', async (_what, sent) => {
    const { send } = await postingSandbox();
    expect((await send('DELETE', '/post', sent)).body).toMatchObject({ action: 'delete', code: 101 });
  });
});

describe('several at once', () => {
  test('bulk: the result of each, in order, each once', async () => {
    const { post, send } = await postingSandbox();
    const out = await post({ post: 'out' });
    const later = await post({ post: 'later', scheduleDate: '2026-10-01T00:00:00Z' });
    const { http, body } = await send('DELETE', '/post', { bulk: [out, 'nope', later, out] });
    expect(http).toBe(200);
    expect(body).toMatchObject({
      status: 'partial',
      posts: [
        { id: out, status: 'success', facebook: { status: 'success' } },
        { id: 'nope', status: 'error', code: 114 },
        { id: later, status: 'success', code: 200 },
      ],
    });
  });

  test('bulk where nothing worked: the first stands for all', { tags: ['U-37'] }, async () => {
    const { send } = await postingSandbox();
    const { http, body } = await send('DELETE', '/post', { bulk: ['nope', 'neither'] });
    expect(http).toBe(404);
    expect(body).toMatchObject({
      action: 'delete',
      status: 'error',
      code: 114,
      posts: [{ id: 'nope' }, { id: 'neither' }],
    });
  });

  test('deleteAllScheduled: all of the profile that wait for their time, paused ones too', async () => {
    const { schedule, post, change, send, pass, sandbox } = await postingSandbox();
    await control(sandbox, 'setAccount', { profile: 'acme', platform: 'facebook', token: 'ok' });
    const one = await schedule(100, { post: 'one thing' });
    const other = await schedule(200, { post: 'quite another' });
    await change(other, { scheduledPause: true });
    await post({ post: 'awaits', requiresApproval: true });
    await schedule(300, {}, { as: 'acme' });
    const { body } = await send('DELETE', '/post', { deleteAllScheduled: true });
    expect(body.status).toBe('success');
    expect(body.posts.map(({ id }: { id: string }) => id).toSorted()).toEqual([one, other].toSorted());
    expect(await pass(DAY)).toEqual([1, 0]);
    expect((await send('DELETE', '/post', { deleteAllScheduled: true })).body).toEqual({
      status: 'success',
      posts: [],
    });
  });
});
