import { describe, expect, test } from 'vitest';
import type { Platform } from '../../../../src/service/platforms.ts';
import { control } from '../../../support/control.ts';
import { postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import { POST } from '../../../support/small-seed.ts';

/** A post that facebook refused, and the other networks took. */
async function partial(...others: readonly Platform[]) {
  const posting = await postingSandbox();
  for (const platform of others) await control(posting.sandbox, 'setAccount', { platform, linked: true });
  await control(posting.sandbox, 'addFault', {
    code: 453,
    network: 'facebook',
    endpoint: 'createPost',
    count: 1,
  });
  const { body } = await posting.send('POST', '/post', {
    post: 'New in spring',
    platforms: ['facebook', ...others],
    mediaUrls: ['https://media.example/a.jpg'],
    redditOptions: { title: 'Spring', subreddit: 'coffee' },
  });
  return { ...posting, body, id: body.id };
}

describe('PUT /post/retry', () => {
  test('a post in error becomes pending, and the clock sends it again', async () => {
    const { send, id, body, record, pass } = await partial();
    expect(body.errors).toMatchObject([{ platform: 'facebook', code: 453, retryAvailable: true }]);
    const answer = await send('PUT', '/post/retry', { id });
    expect([answer.http, answer.body]).toEqual([200, { status: 'success', id, refId: body.refId }]);
    await pass(0);
    expect(await record(id)).toMatchObject({
      status: 'success',
      errors: [],
      postIds: [{ platform: 'facebook' }],
    });
  });

  test('it goes to every network: 137 where it was, a second copy where there is no check', async () => {
    const { send, id, record, pass, ask } = await partial('linkedin', 'reddit');
    const onReddit = async () => {
      const { posts } = (await ask('/history/reddit')).body;
      return posts
        .filter(({ post }: { post: string }) => post === 'New in spring')
        .map((post: { id: string }) => post.id);
    };
    const [first] = await onReddit();
    await send('PUT', '/post/retry', { id });
    await pass(600);
    const after = await record(id);
    expect(after.errors).toMatchObject([{ platform: 'linkedin', code: 137 }]);
    const reddit = await onReddit();
    expect(reddit).toHaveLength(2);
    // the newest copy of a network is in the record
    expect(after.postIds).toMatchObject([
      { platform: 'facebook' },
      { platform: 'linkedin' },
      { platform: 'reddit', id: reddit.find((each: string) => each !== first) },
    ]);
    expect(after.status).toBe('error');
  });

  test('once, and no more', async () => {
    const { send, id, pass } = await partial('linkedin');
    await send('PUT', '/post/retry', { id });
    await pass(0);
    const { http, body } = await send('PUT', '/post/retry', { id });
    expect([http, body.code, body.details]).toEqual([400, 101, expect.stringContaining('once')]);
  });

  test.each([
    ['success', { post: 'fine' }],
    ['pending', { post: 'fine', scheduleDate: '2026-10-01T00:00:00Z' }],
    ['awaiting approval', { post: 'fine', requiresApproval: true }],
  ])('101 for a post that is %s', async (status, sent) => {
    const { post, send } = await postingSandbox();
    const { body } = await send('PUT', '/post/retry', { id: await post(sent) });
    expect(body).toMatchObject({ action: 'post', code: 101, details: expect.stringContaining(status) });
  });

  test('186, HTTP 404, for an unknown one', async () => {
    const { send } = await postingSandbox();
    const { http, body } = await send('PUT', '/post/retry', { id: 'nope' });
    expect([http, body.code]).toEqual([404, 186]);
  });

  test('what was published before the sandbox began is sent again as far as it is known', async () => {
    const { send, record, pass } = await postingSandbox();
    await send('PUT', '/post/retry', { id: POST.allFail });
    await pass(0);
    // without media, which is unknown, both networks have a reason now
    expect((await record(POST.allFail)).errors).toMatchObject([
      { platform: 'instagram', code: 139 },
      { platform: 'tiktok', code: 139 },
    ]);
  });

  test('what was added to its text is added once', async () => {
    const { send, ask, record, pass, sandbox } = await postingSandbox();
    const text = 'New flavours: https://shop.example/spring';
    const sent = {
      post: text,
      platforms: ['gmb'],
      shortenLinks: true,
      autoHashtag: { max: 1, position: 'end' },
    };
    const { id } = (await send('POST', '/post', sent)).body;
    await control(sandbox, 'setAccount', { platform: 'gmb', linked: true });
    await send('PUT', '/post/retry', { id });
    await pass(0);
    const { urls, post } = (await ask(`/post/${id}`)).body;
    expect((await record(id)).status).toBe('success');
    expect([urls.length, post]).toEqual([1, `New flavours: ${urls[0]} #flavours`]);
  });

  test('419 without the X pair where X is the only network, and the retry is not used up', async () => {
    const { send, record, pass } = await postingSandbox();
    const { id } = (await send('POST', '/post', { post: 'hello', platforms: ['twitter'] }, { x: 'foreign' }))
      .body;
    const { http, body } = await send('PUT', '/post/retry', { id }, { x: 'none' });
    expect([http, body.action, body.code]).toEqual([400, 'post', 419]);
    expect((await send('PUT', '/post/retry', { id })).http).toBe(200);
    await pass(0);
    expect((await record(id)).status).toBe('success');
  });

  test('the X pair of the retry counts, not that of the first request', async () => {
    const { send, record, pass } = await postingSandbox();
    const { body } = await send('POST', '/post', { post: 'hello', platforms: ['twitter'] }, { x: 'foreign' });
    await send('PUT', '/post/retry', { id: body.id });
    await pass(0);
    expect((await record(body.id)).status).toBe('success');
  });
});
