import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../../src/service/limits.ts';
import { CommentPlatform } from '../../../../src/service/platforms.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { ANSWERED_TWICE, everywhereOn, MANY, POST, threadOn } from '../../../support/small-seed.ts';

const { ask } = await smallSandbox();
const WHOLE_MINUTE = Date.UTC(2026, 8, 21, 14, 13);

const byPost = (platform: string, id: string) =>
  ask(`/comments/${encodeURIComponent(id)}?searchPlatformId=true&platform=${platform}`);
const byComment = (platform: string, id: string) =>
  ask(`/comments/${encodeURIComponent(id)}?commentId=true&searchPlatformId=true&platform=${platform}`);
const ids = (comments: readonly { commentId: string }[]) => comments.map(({ commentId }) => commentId);

describe('by Service Post ID', () => {
  test('comments come from every network the post went to', {
    tags: ['COM-07', 'COM-15', 'COM-26'],
  }, async () => {
    const { http, body } = await ask(`/comments/${POST.everywhere}`);
    expect(http).toBe(200);
    expect(body).toMatchObject({ status: 'success', id: POST.everywhere });
    expect(body).not.toHaveProperty('errors');
    expect(Object.keys(body).filter((key) => Array.isArray(body[key]))).toEqual([...CommentPlatform.options]);
  });

  test('a network without comments has no array, but X has one', { tags: ['COM-07'] }, async () => {
    const { http, body } = await ask(`/comments/${POST.silent}`);
    expect(http).toBe(200);
    expect(body).toMatchObject({ status: 'success', twitter: [] });
    expect(body).not.toHaveProperty('facebook');
  });

  test('an unknown one is 186 with action post, and its id', { tags: ['COM-20'] }, async () => {
    const { http, body } = await ask('/comments/NoSuchPostAAAAAAAAAA');
    expect(http).toBe(404);
    expect(body).toEqual({
      action: 'post',
      status: 'error',
      code: 186,
      message: 'The post id was not found.',
      id: 'NoSuchPostAAAAAAAAAA',
    });
  });

  test.each([
    ['another profile', POST.acme, undefined],
    ['the Primary Profile', POST.everywhere, 'acme'],
  ] as const)('a post of %s counts as missing', { tags: ['COM-20'] }, async (_whose, id, as) => {
    const { http, body } = await ask(`/comments/${id}`, as ? { as } : {});
    expect([http, body.code]).toEqual([404, 186]);
  });

  test('Facebook and Instagram return the most recent 1,000, others all', { tags: ['COM-11'] }, async () => {
    const { body } = await ask(`/comments/${POST.many}`);
    const newest = (platform: string, count: number) =>
      Array.from({ length: count }, (_, index) => `many-${platform}-${MANY - 1 - index}`);
    expect(ids(body.facebook)).toEqual(newest('facebook', LIMITS.commentsReturned));
    expect(ids(body.instagram)).toEqual(newest('instagram', LIMITS.commentsReturned));
    expect(ids(body.youtube)).toEqual(newest('youtube', MANY));
  });
});

describe('by Social Post ID', () => {
  test.each(CommentPlatform.options.filter((platform) => platform !== 'reddit'))(
    '%s can be read',
    { tags: ['COM-05', 'COM-26'] },
    async (platform) => {
      const { http, body } = await byPost(platform, everywhereOn(platform));
      expect(http).toBe(200);
      expect(body).toMatchObject({ status: 'success', id: everywhereOn(platform) });
      expect(Object.keys(body).filter((key) => Array.isArray(body[key]))).toEqual([platform]);
    },
  );

  test('the id may be any text, encoded in the path', { tags: ['COM-05'] }, async () => {
    const strange = 'at://did:plc:x/app.post/3 (a,b)%';
    const { http, body } = await byPost('bluesky', strange);
    expect([http, body.code, body.id]).toEqual([404, 186, strange]);
  });

  test.each(['constructor', '__proto__', 'Pending'])(
    'tiktok id %s is unknown, and nothing else',
    async (id) => {
      const { http, body } = await byPost('tiktok', id);
      expect([http, body.code, body.id]).toEqual([404, 186, id]);
    },
  );

  test("another profile's post counts as missing", async () => {
    const { http, body } = await byPost('facebook', 'acme-facebook');
    expect([http, body.code]).toEqual([404, 186]);
  });

  test('on X a post that starts a conversation has all replies across it, a reply has its own', {
    tags: ['COM-17'],
  }, async () => {
    const started = await byPost('twitter', '1800000000000000001');
    expect(ids(started.body.twitter)).toEqual([
      '1800000000000000022',
      '1800000000000000021',
      '1800000000000000012',
      '1800000000000000011',
      '1800000000000000002',
    ]);
    const reply = await byPost('twitter', '1800000000000000002');
    expect(ids(reply.body.twitter)).toEqual(['1800000000000000022', '1800000000000000021']);
    expect(reply.body.twitter[1]).toMatchObject({ id: '1800000000000000002', replyTo: { username: 'us' } });
    expect(ids((await ask(`/comments/${POST.replyOnX}`)).body.twitter)).toEqual(ids(reply.body.twitter));
  });

  test.each([
    ['without replies', '1800000000000000011', []],
    ['below a reply of ours', '1800000000000000021', ['1800000000000000022']],
    ['at the end of the conversation', '1800000000000000022', []],
  ])(
    'on X a reply by someone else answers with its own replies: %s',
    { tags: ['COM-17'] },
    async (_where, id, replies) => {
      const { http, body } = await byPost('twitter', id);
      expect([http, body.status, body.id]).toEqual([200, 'success', id]);
      expect(ids(body.twitter)).toEqual(replies);
      expect(body.twitter).toEqual(
        replies.map(() =>
          expect.objectContaining({ id, replyTo: expect.objectContaining({ username: 'ada' }) }),
        ),
      );
    },
  );

  test("a reply in another profile's conversation on X counts as missing", { tags: ['COM-17'] }, async () => {
    expect((await byPost('twitter', '1800000000000000041')).body).toMatchObject({
      status: 'success',
      twitter: [],
    });
    const own = await ask('/comments/1800000000000000041?searchPlatformId=true&platform=twitter', {
      as: 'acme',
    });
    expect(own.body.code).toBe(272);
  });

  test('a deleted X post is an empty array without error', { tags: ['COM-18'] }, async () => {
    const { http, body } = await byPost('twitter', '1999999999999999999');
    expect(http).toBe(200);
    expect(body).toMatchObject({ status: 'success', id: '1999999999999999999', twitter: [] });
  });

  test.each(['pending', 'failed'])('tiktok id %s is refused with 288', { tags: ['COM-19'] }, async (id) => {
    const { http, body } = await byPost('tiktok', id);
    expect([http, body.status, body.code, body.id]).toEqual([400, 'error', 288, id]);
  });
});

describe('by Social Comment ID', () => {
  test('LinkedIn returns the replies, newest first', { tags: ['COM-24'] }, async () => {
    const { body } = await byComment('linkedin', threadOn('linkedin').comment);
    expect(ids(body.linkedin)).toEqual([threadOn('linkedin').reply]);
    const two = await byComment('linkedin', ANSWERED_TWICE.id);
    expect(ids(two.body.linkedin)).toEqual(['linkedin-r2', 'linkedin-r1']);
    const deeper = await byComment('linkedin', threadOn('linkedin').reply);
    expect(ids(deeper.body.linkedin)).toEqual([threadOn('linkedin').deeper]);
  });

  test.each(['facebook', 'instagram'] as const)(
    '%s returns the comment itself',
    { tags: ['COM-06', 'COM-26'] },
    async (platform) => {
      const { body } = await byComment(platform, threadOn(platform).comment);
      expect(body.id).toBe(threadOn(platform).comment);
      expect(body[platform]).toHaveLength(1);
      expect(body[platform][0]).toMatchObject({ commentId: threadOn(platform).comment });
      expect(body[platform][0].replies).toHaveLength(2);
    },
  );

  test('a reply on Instagram, read by its id, names its parent', { tags: ['COM-08'] }, async () => {
    const { comment, reply } = threadOn('instagram');
    const { body } = await byComment('instagram', reply);
    expect(body.instagram[0]).toMatchObject({ commentId: reply, parentId: comment });
  });

  test.each([
    ['unknown', 'no-such-comment'],
    ["of another profile's post", 'acme-facebook-c'],
  ])('a comment that is %s is 186', async (_what, id) => {
    const { http, body } = await byComment('facebook', id);
    expect([http, body.code, body.id]).toEqual([404, 186, id]);
    expect(body.message).toContain('comment id');
  });
});

describe('how networks fail', () => {
  test('some fail: partial, with an entry for each that did', { tags: ['COM-15', 'COM-19'] }, async () => {
    const { http, body } = await ask(`/comments/${POST.pendingAmongOthers}`);
    expect(http).toBe(200);
    expect(body).toMatchObject({ status: 'partial', id: POST.pendingAmongOthers });
    expect(body.errors).toEqual([
      { platform: 'tiktok', status: 'error', code: 288, message: expect.stringMatching(/./), id: 'pending' },
    ]);
    expect(ids(body.facebook)).toEqual(['beside-pending-c']);
    expect(body).not.toHaveProperty('tiktok');
  });

  test('all fail: error, with the first entry as representative and its HTTP status', {
    tags: ['COM-15', 'U-37'],
  }, async () => {
    const { http, body } = await ask(`/comments/${POST.allFail}`);
    expect(http).toBe(404);
    expect(body).toMatchObject({ action: 'comments', status: 'error', code: 485, id: POST.allFail });
    expect(body.errors).toMatchObject([
      { platform: 'instagram', code: 485, id: 'all-fail-story' },
      { platform: 'tiktok', code: 288, id: 'failed' },
    ]);
    expect(body.message).toBe(body.errors[0].message);
  });

  test('story comments: expired after a day, 485 among the errors', { tags: ['COM-21'] }, async () => {
    const { http, body } = await ask(`/comments/${POST.oldStory}`);
    expect([http, body.status]).toEqual([200, 'partial']);
    expect(body.errors).toMatchObject([{ platform: 'instagram', code: 485 }]);
    const fresh = await ask(`/comments/${POST.newStory}`);
    expect(fresh.body).toMatchObject({ status: 'success', instagram: [{}], facebook: [{}] });
  });

  test('a story is there until its day is over', { tags: ['COM-21'] }, async () => {
    const { ask, clock } = await smallSandbox(undefined, WHOLE_MINUTE);
    const failures = async () => (await ask(`/comments/${POST.newStory}`)).body.errors?.length ?? 0;
    clock.advance(60_000 - 1);
    expect(await failures()).toBe(0);
    clock.advance(1);
    expect(await failures()).toBe(1);
  });

  test('only an expired story is HTTP 404', { tags: ['COM-15', 'COM-21'] }, async () => {
    const { http, body } = await ask(`/comments/${POST.expiredStoryOnly}`);
    expect(http).toBe(404);
    expect(body).toMatchObject({ status: 'error', code: 485, id: POST.expiredStoryOnly });
    expect(body.errors).toMatchObject([{ platform: 'facebook', code: 485, id: 'gone-story' }]);
  });

  test('a network whose authorization ended: 161 with relink; on X 272', {
    tags: ['COM-18', 'HTTP-08'],
  }, async () => {
    const { http, body } = await ask(`/comments/${POST.acme}`, { as: 'acme' });
    expect([http, body.status]).toEqual([200, 'partial']);
    expect(body.errors).toMatchObject([
      { platform: 'facebook', code: 161, relink: true, id: 'acme-facebook' },
      { platform: 'twitter', code: 272 },
    ]);
    expect(body.errors[1]).not.toHaveProperty('relink');
    const alone = await ask('/comments/acme-facebook?searchPlatformId=true&platform=facebook', {
      as: 'acme',
    });
    expect(alone.http).toBe(400);
    expect(alone.body).toMatchObject({ status: 'error', code: 161, relink: true });
  });

  test('a network that is not linked is 156', async () => {
    const { http, body } = await ask(`/comments/${POST.unlinked}`, { as: 'bare' });
    expect([http, body.code]).toEqual([400, 156]);
  });
});

describe('the query', () => {
  const refused = [
    ['searchPlatformId without platform', 'searchPlatformId=true'],
    ['commentId without platform', 'commentId=true&searchPlatformId=true'],
    ['commentId without searchPlatformId', 'commentId=true&platform=facebook'],
    ['commentId with searchPlatformId false', 'commentId=true&searchPlatformId=false&platform=facebook'],
    ['platform with a Service Post ID', 'platform=facebook'],
    ['reddit by Social Post ID', 'searchPlatformId=true&platform=reddit'],
    ['a network without comments', 'searchPlatformId=true&platform=pinterest'],
    ['an unknown network', 'searchPlatformId=true&platform=friendster'],
    ['a network in capitals', 'searchPlatformId=true&platform=Facebook'],
    ['bluesky by Social Comment ID', 'commentId=true&searchPlatformId=true&platform=bluesky'],
    ['youtube by Social Comment ID', 'commentId=true&searchPlatformId=true&platform=youtube'],
    ['a boolean that is none', 'searchPlatformId=yes&platform=facebook'],
    ['a boolean that is empty', 'searchPlatformId=&platform=facebook'],
    ['a boolean named constructor', 'searchPlatformId=constructor&platform=facebook'],
    ['a duplicate parameter', 'searchPlatformId=true&platform=facebook&platform=instagram'],
    ['another id in the query than in the path', 'id=other'],
  ] as const;

  test.each(refused)('%s: 101', { tags: ['COM-04', 'COM-05', 'COM-06'] }, async (_what, query) => {
    const { http, body } = await ask(`/comments/some-id?${query}`);
    expect(http).toBe(400);
    expect(body).toMatchObject({
      action: 'comments',
      status: 'error',
      code: 101,
      details: expect.stringMatching(/./),
    });
  });

  test.each([
    `/comments/${POST.everywhere}?searchPlatformId=false&commentId=false`,
    `/comments/${POST.everywhere}?id=${POST.everywhere}`,
    `/comments?id=${POST.everywhere}`,
  ])('%s is a read by Service Post ID', { tags: ['COM-04'] }, async (path) => {
    const { http, body } = await ask(path);
    expect([http, body.status, body.id]).toEqual([200, 'success', POST.everywhere]);
  });

  test('no id anywhere is 101', async () => {
    const { http, body } = await ask('/comments');
    expect([http, body.code]).toEqual([400, 101]);
    expect(body.details).toContain('id');
  });
});
