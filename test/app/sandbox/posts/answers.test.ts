import { describe, expect, test } from 'vitest';
import { toPostRecord } from '../../../../src/sandbox/handlers/posts/get-history.ts';
import { PLAIN_POST, type Post } from '../../../../src/sandbox/store/posts.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { PLATFORMS, Platform } from '../../../../src/service/platforms.ts';
import { control } from '../../../support/control.ts';
import { postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';

/** What every network takes, when it is linked. */
const FOR_ALL = {
  post: 'New in spring',
  mediaUrls: ['https://media.example/a.mp4'],
  redditOptions: { title: 'Spring', subreddit: 'coffee' },
  youTubeOptions: { title: 'Spring' },
  pinterestOptions: { thumbNail: 'https://media.example/a.png' },
};

async function everythingLinked() {
  const posting = await postingSandbox();
  for (const platform of Platform.options)
    await control(posting.sandbox, 'setAccount', { platform, linked: true });
  return posting;
}

describe('an immediate post', () => {
  test('on one network: the answer of the documents', { tags: ['POST-01', 'POST-12'] }, async () => {
    const { send } = await postingSandbox();
    const { http, body } = await send('POST', '/post', { post: 'New in spring', platforms: ['facebook'] });
    expect(http).toBe(200);
    expect(body).toEqual({
      status: 'success',
      errors: [],
      id: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
      refId: expect.stringMatching(/^[0-9a-f]{40}$/),
      post: 'New in spring',
      postIds: [
        {
          status: 'success',
          id: expect.stringMatching(/^\d+_\d+$/),
          postUrl: `https://facebook.example/p/${body.postIds[0].id}`,
          platform: 'facebook',
        },
      ],
    });
  });

  test('all 14 networks take it, each with an id of its own form and its own extras', {
    tags: ['POST-10', 'POST-12'],
  }, async () => {
    const { send } = await everythingLinked();
    const { http, body } = await send('POST', '/post', { ...FOR_ALL, platforms: Platform.options });
    expect(http).toBe(200);
    expect(body.errors).toEqual([]);
    expect(body.status).toBe('success');
    expect(body.postIds.map(({ platform }: { platform: string }) => platform)).toEqual(Platform.options);
    const by = Object.fromEntries(body.postIds.map((copy: { platform: string }) => [copy.platform, copy]));
    expect(by).toMatchObject({
      bluesky: {
        id: expect.stringMatching(/^at:\/\/did:plc:[a-z2-7]{24}\/app\.bsky\.feed\.post\/3l[a-z2-7]{11}$/),
      },
      gmb: { id: expect.stringMatching(/^accounts\/\d+\/localPosts\/\d{19}$/), type: 'localPost' },
      instagram: { id: expect.stringMatching(/^18\d{15}$/), usedQuota: 2 },
      linkedin: {
        id: expect.stringMatching(/^urn:li:activity:\d{19}$/),
        owner: expect.stringMatching(/^urn:li:person:/),
      },
      reddit: { id: expect.stringMatching(/^t3_[0-9a-z]{7}$/) },
      tiktok: { id: 'pending', isVideo: true, idShare: expect.stringMatching(/^share~v2\.\d+$/) },
      twitter: { id: expect.stringMatching(/^19\d{17}$/) },
      youtube: { id: expect.stringMatching(/^[\w-]{11}$/) },
    });
  });

  test('all stands for what is linked and has posts, each once', async () => {
    const { send } = await everythingLinked();
    const { body } = await send('POST', '/post', { ...FOR_ALL, platforms: ['all', 'facebook'] });
    const meant = Platform.options.filter((platform) => PLATFORMS[platform].posts);
    expect(body.postIds.map(({ platform }: { platform: string }) => platform)).toEqual(meant);
  });

  test('what some networks refuse is in errors, HTTP 200, top-level error', {
    tags: ['POST-12'],
  }, async () => {
    const { send, record } = await postingSandbox();
    const { http, body } = await send('POST', '/post', {
      post: 'New',
      platforms: ['facebook', 'gmb', 'linkedin'],
    });
    expect([http, body.status]).toEqual([200, 'error']);
    expect(body.postIds).toMatchObject([{ platform: 'facebook' }, { platform: 'linkedin' }]);
    expect(body.errors).toEqual([
      {
        action: 'post',
        status: 'error',
        code: 156,
        message: 'No Google Business Profile account is linked.',
        platform: 'gmb',
      },
    ]);
    expect(await record(body.id)).toMatchObject({
      status: 'error',
      postIds: body.postIds,
      errors: body.errors,
    });
  });

  test.each([
    ['its own HTTP status', 435, 429],
    ['400 where none is listed', 111, 400],
    ['500 for a fault of the system', 1500, 500],
  ])(
    'all networks failed: the code of the first stands for all, with %s',
    { tags: ['POST-12', 'U-37'] },
    async (_what, code, http) => {
      const { send, record, sandbox } = await postingSandbox();
      await control(sandbox, 'addFault', { code, network: 'facebook', endpoint: 'createPost' });
      const answer = await send('POST', '/post', { post: 'New', platforms: ['facebook', 'gmb'] });
      expect(answer.http).toBe(http);
      expect(answer.body).toMatchObject({
        action: 'post',
        status: 'error',
        code,
        postIds: [],
        errors: [
          { platform: 'facebook', code },
          { platform: 'gmb', code: 156 },
        ],
      });
      expect(await record(answer.body.id)).toMatchObject({ status: 'error', errors: answer.body.errors });
    },
  );

  test.each([
    ['taken', ['instagram'], 200, 'success'],
    ['taken in part', ['instagram', 'linkedin'], 200, 'error'],
    ['taken nowhere', ['linkedin'], 400, 'error'],
  ])('with a Profile-Key it is in posts[] and at top level, %s', async (_what, platforms, http, status) => {
    const { send } = await postingSandbox();
    const sent = { post: 'New', mediaUrls: ['https://media.example/a.jpg'], platforms };
    const answer = await send('POST', '/post', sent, { as: 'acme' });
    expect(answer.http).toBe(http);
    const { posts, ...top } = answer.body;
    expect(posts).toEqual([top]);
    expect(top).toMatchObject({
      status,
      profileTitle: 'Acme',
      post: 'New',
      id: expect.stringMatching(/^\w{20}$/),
    });
    expect([...top.postIds, ...top.errors].map(({ platform }) => platform).toSorted()).toEqual(platforms);
    expect(top.code).toBe(http === 200 ? undefined : top.errors[0].code);
  });

  test.each([
    [{ post: '', platforms: ['facebook'] }, 101],
    [{ post: 'x', platforms: ['myspace'] }, 101],
    [{ post: 'x', platforms: [] }, 101],
    [{ platforms: ['facebook'] }, 101],
    [{ post: 'x', platforms: ['all'] }, 156],
    [{ post: 'x', platforms: ['facebook'], autoSchedule: { schedule: true } }, 192],
  ])('with a Profile-Key what is refused before any attempt is not wrapped: %j', async (sent, code) => {
    const { send, ask } = await postingSandbox();
    const { body } = await send('POST', '/post', sent, { as: 'bare' });
    expect(body).toMatchObject({ action: 'post', status: 'error', code });
    expect(body).not.toHaveProperty('posts');
    // the one that was there before
    expect((await ask('/history', { as: 'bare' })).body.count).toBe(1);
  });

  test('texts and media by network, and the default for the others', async () => {
    const { send, ask } = await postingSandbox();
    const post = { default: 'for most', linkedin: 'for linkedin' };
    const mediaUrls = { default: [], facebook: ['https://media.example/a.jpg'] };
    const { body } = await send('POST', '/post', { post, mediaUrls, platforms: ['facebook', 'linkedin'] });
    expect(body).toMatchObject({ status: 'success', post: 'for most' });
    const newest = async (platform: string) => (await ask(`/history/${platform}?limit=1`)).body.posts[0].post;
    expect([await newest('facebook'), await newest('linkedin')]).toEqual(['for most', 'for linkedin']);
    expect((await ask(`/post/${body.id}`)).body.mediaUrls).toEqual(['https://media.example/a.jpg']);
  });

  test('a story, a reel and a post are distinguished, and the subreddit is kept', async () => {
    const { send, ask } = await postingSandbox();
    const kindOf = async (platform: string, sent: object) => {
      await send('POST', '/post', { platforms: [platform], ...sent });
      const { type, subreddit } = (await ask(`/history/${platform}?limit=1`)).body.posts[0];
      return subreddit === undefined ? type : `${type} in ${subreddit}`;
    };
    const image = { post: 'a', mediaUrls: ['https://media.example/a.jpg'] };
    const video = { post: 'a quite different text', mediaUrls: ['https://media.example/a.mp4'] };
    expect(await kindOf('instagram', image)).toBe('post');
    expect(await kindOf('instagram', video)).toBe('reel');
    expect(await kindOf('instagram', { ...image, post: 'third', instagramOptions: { stories: true } })).toBe(
      'story',
    );
    expect(await kindOf('facebook', { ...video, faceBookOptions: { reels: true } })).toBe('reel');
    const redditOptions = { title: 'Hello', subreddit: 'coffee' };
    expect(await kindOf('reddit', { post: 'b', redditOptions })).toBe('post in coffee');
  });
});

test('the record of a post holds no more than its schema names, and no answer does', async () => {
  const { send, ask } = await everythingLinked();
  const { body } = await send('POST', '/post', { ...FOR_ALL, platforms: ['all'], notes: 'for us' });
  expect(ENDPOINTS.createPost.answer.safeParse(body).success).toBe(true);
  const record = (await ask(`/post/${body.id}`)).body;
  expect(ENDPOINTS.getPost.answer.safeParse(record).success).toBe(true);
  expect(record).toMatchObject({ notes: 'for us', type: 'immediate', status: 'success', errors: [] });
});

test('what is due and not done yet is being processed', () => {
  const post: Post = {
    id: 'due',
    profile: 1,
    text: 'x',
    created: 0,
    dueAt: 1_000,
    about: { ...PLAIN_POST, type: 'scheduled', status: 'pending', scheduleDate: 1_000 },
  };
  const seen = { title: 'Us', refId: 'ref' };
  const statusAt = (now: number) => toPostRecord(post, [], { ...seen, now }).status;
  expect([statusAt(999), statusAt(1_000)]).toEqual(['pending', 'processing']);
});

test('on X: its pair is asked for, and each post counts for the app', {
  tags: ['AUTH-08', 'COM-18'],
}, async () => {
  const { send, sandbox } = await postingSandbox();
  const onX = { post: 'one', platforms: ['twitter'] };
  expect((await send('POST', '/post', onX, { x: 'none' })).body.code).toBe(419);
  expect((await send('POST', '/post', onX, { x: 'key' })).body).toMatchObject({ code: 419, action: 'post' });
  expect((await send('POST', '/post', onX, { x: 'foreign' })).body).toMatchObject({ code: 272, postIds: [] });
  const everywhere = { post: 'everywhere', platforms: ['all'] };
  const { body } = await send('POST', '/post', everywhere, { x: 'none' });
  expect(body.errors).toContainEqual(expect.objectContaining({ platform: 'twitter', code: 419 }));
  await control(sandbox, 'setXApp', { credits: 1 });
  expect((await send('POST', '/post', onX)).body.status).toBe('success');
  expect((await send('POST', '/post', { ...onX, post: 'another one' })).body).toMatchObject({ code: 416 });
});

describe('a tiktok leg that failed at creation', () => {
  const FILM = { post: 'a film', mediaUrls: ['https://media.example/a.mp4'] };
  const entry = { platform: 'tiktok', status: 'error', code: 288, message: expect.any(String), id: 'failed' };

  test.each([
    ['ordered to fail', 499, undefined],
    ['whose authorization expired', 161, { token: 'expired' }],
    ['that is not linked', 156, { linked: false }],
  ] as const)(
    '%s: comments are refused with 288, written and read',
    { tags: ['COM-19'] },
    async (_what, code, account) => {
      const { post, send, ask, record, sandbox } = await postingSandbox();
      if (account !== undefined) await control(sandbox, 'setAccount', { platform: 'tiktok', ...account });
      else await control(sandbox, 'addFault', { code, network: 'tiktok', endpoint: 'createPost', count: 1 });
      const id = await post({ ...FILM, platforms: ['facebook', 'tiktok'] });
      expect(await record(id)).toMatchObject({
        status: 'error',
        postIds: [{ platform: 'facebook' }],
        errors: [{ platform: 'tiktok', code }],
      });
      expect((await record(id)).errors).toHaveLength(1);
      const read = await ask(`/comments/${id}`);
      expect([read.http, read.body.status, read.body.errors]).toEqual([200, 'partial', [entry]]);
      const written = await send('POST', `/comments/${id}`, { comment: 'x' });
      expect(written.body).toMatchObject({
        status: 'partial',
        facebook: { status: 'success' },
        errors: [entry],
      });
      sandbox.close();
    },
  );

  test('without others: the refusal of the whole, HTTP 400; it can be retried and deleted', {
    tags: ['COM-19'],
  }, async () => {
    const { send, ask, pass, record, sandbox } = await postingSandbox();
    await control(sandbox, 'addFault', { code: 499, network: 'tiktok', endpoint: 'createPost', count: 1 });
    const { body: made } = await send('POST', '/post', { ...FILM, platforms: ['tiktok'] });
    expect(made).toMatchObject({ status: 'error', code: 499, postIds: [] });
    for (const { http, body } of [
      await ask(`/comments/${made.id}`),
      await send('POST', `/comments/${made.id}`, { comment: 'x' }),
    ])
      expect([http, body]).toMatchObject([400, { status: 'error', code: 288, id: made.id, errors: [entry] }]);
    expect((await send('PUT', '/post/retry', { id: made.id })).http).toBe(200);
    await pass(1);
    expect(await record(made.id)).toMatchObject({
      postIds: [{ platform: 'tiktok', id: 'pending' }],
      errors: [],
    });
    await pass(3_600);
    expect((await ask(`/comments/${made.id}`)).body.status).toBe('success');
    sandbox.close();
  });

  test('a post that only failed can be deleted', async () => {
    const { send, record, sandbox } = await postingSandbox();
    await control(sandbox, 'addFault', { code: 499, network: 'tiktok', endpoint: 'createPost', count: 1 });
    const { body: made } = await send('POST', '/post', { ...FILM, platforms: ['tiktok'] });
    expect((await send('DELETE', '/post', { id: made.id })).http).toBe(200);
    expect((await record(made.id)).status).toBe('deleted');
    sandbox.close();
  });
});
