import { describe, expect, test } from 'vitest';
import { DEMO_SEED } from '../../../../src/sandbox/demo/demo-seed.ts';
import type { ControlInput } from '../../../../src/service/control/control.ts';
import { CommentPlatform, PLATFORMS, Platform } from '../../../../src/service/platforms.ts';
import type { Trigger } from '../../../../src/service/triggers.ts';
import { engagedSandbox, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';
import { NOW, type SmallSandbox, smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const MINUTE_MS = 60_000;
const LINKED_IN_DEMO = DEMO_SEED.accounts.flatMap(({ profile, platform }) =>
  profile === 'primary' ? [platform] : [],
);

type NativePost = Partial<ControlInput<'createNativePost'>>;

const created = async ({ sandbox }: Pick<SmallSandbox, 'sandbox'>, post: NativePost = {}) => {
  const input = { platform: 'instagram', text: 'Straight from the phone.', ...post } as const;
  return control(sandbox, 'createNativePost', input);
};
const idOf = async (small: Pick<SmallSandbox, 'sandbox'>, post: NativePost = {}): Promise<string> =>
  (await created(small, post)).body.post.id;
const social = (id: string, platform: string) =>
  `/comments/${encodeURIComponent(id)}?searchPlatformId=true&platform=${platform}`;
const write = (path: string, body: object) => ({ path, method: 'POST', body: JSON.stringify(body) });

describe('the demo company posts in the apps of its networks too', async () => {
  const { ask } = await smallSandbox(DEMO_SEED);
  const { history } = (await ask('/history?lastDays=0&limit=1000')).body;
  const ofService = history.flatMap(({ postIds }: { postIds: { id: string }[] }) =>
    postIds.map(({ id }) => id),
  );

  test.each(LINKED_IN_DEMO)(
    'GET /history/%s lists a post that GET /history does not know',
    async (platform) => {
      const { posts } = (await ask(`/history/${platform}?limit=500`)).body;
      const native = posts.filter(({ id }: { id: string }) => !ofService.includes(id));
      expect(native).not.toEqual([]);
      expect(history.map(({ id }: { id: string }) => id)).not.toContain(native[0].id);
      expect((await ask(`/post/${encodeURIComponent(native[0].id)}`)).body.code).toBe(186);
    },
  );

  test('an id that names its account names the one that is linked', async () => {
    const { displayNames } = (await ask('/user')).body;
    for (const platform of ['bluesky', 'facebook', 'gmb']) {
      const account = displayNames.find((each: { platform: string }) => each.platform === platform);
      const { posts } = (await ask(`/history/${platform}?limit=500`)).body;
      const ids: readonly string[] = posts.map(({ id }: { id: string }) => id);
      expect(ids.filter((id) => !id.includes(account.id))).toEqual([]);
    }
  });

  test.each(CommentPlatform.options.filter((each) => PLATFORMS[each].comments.bySocialPost))(
    'comments of one on %s are read by its Social Post ID',
    { tags: ['COM-02'] },
    async (platform) => {
      const post = DEMO_SEED.nativePosts?.find(
        (each) => each.platform === platform && each.profile === 'primary',
      );
      const { http, body } = await ask(social(post?.socialPostId ?? '', platform));
      expect(http).toBe(200);
      expect(body[platform]).not.toEqual([]);
    },
  );
});

describe('a native post', () => {
  test.each(Platform.options)('on %s is only in the history of the network', async (platform) => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setAccount', { platform, linked: true });
    const before = (await small.ask('/history?lastDays=0&limit=1000')).body;
    const { post } = (
      await created(small, {
        platform,
        text: 'Hello from here',
        ...(platform === 'reddit' && { subreddit: 'coffee' }),
      })
    ).body;
    const listed = (await small.ask(`/history/${platform}?limit=500`)).body.posts;
    expect(listed.find(({ id }: { id: string }) => id === post.id)).toMatchObject({
      platform,
      post: 'Hello from here',
      created: '2026-09-21T14:13:20Z',
      postUrl: post.postUrl,
    });
    expect((await small.ask('/history?lastDays=0&limit=1000')).body).toEqual(before);
  });

  test('has a kind, media, a subreddit, a profile and a time of its own', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const mediaUrls = ['https://media.example/a.mp4'];
    const at = '2026-09-20T08:00:00Z';
    const reel = await created(small, { profile: 'acme', kind: 'reel', mediaUrls, at });
    expect(reel.body.post).toMatchObject({ profile: 'acme', kind: 'reel', mediaUrls, created: at });
    const listed = (await small.ask('/history/instagram', { as: 'acme' })).body.posts;
    expect(listed).toContainEqual(
      expect.objectContaining({
        platform: 'instagram',
        post: 'Straight from the phone.',
        postUrl: reel.body.post.postUrl,
        id: reel.body.post.id,
        type: 'reel',
        mediaUrls,
        created: at,
      }),
    );
    await created(small, { platform: 'reddit', subreddit: 'coffee' });
    expect((await small.ask('/history/reddit')).body.posts[0]).toMatchObject({ subreddit: 'coffee' });
  });

  test('names the time from which the history lists it: the network is fetched every 10 minutes', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const ids = async () =>
      (await small.ask('/history/instagram')).body.posts.map(({ id }: { id: string }) => id);
    await ids();
    small.clock.advance(MINUTE_MS);
    const { post } = (await created(small)).body;
    expect(post.listedFrom).toBe('2026-09-21T14:23:20Z');
    expect(await ids()).not.toContain(post.id);
    small.clock.advance(9 * MINUTE_MS);
    expect(await ids()).toContain(post.id);
    expect((await created(small, { at: '2026-09-20T08:00:00Z' })).body.post.listedFrom).toBe(
      '2026-09-20T08:00:00Z',
    );
  });

  test.each<[string, NativePost]>([
    ['platform', { platform: 'telegram' }],
    ['profile', { profile: 'nobody' }],
    ['text', { text: ' ' }],
    ['kind', { kind: 'reel', platform: 'linkedin' }],
    ['subreddit', { subreddit: 'coffee' }],
    ['subreddit', { platform: 'reddit' }],
    ['mediaUrls', { mediaUrls: ['http://media.example/a.jpg'] }],
    ['at', { at: new Date(NOW + MINUTE_MS).toISOString() }],
  ])('101 names %s: %j', async (named, post) => {
    const small = await smallSandbox(SLIGHT_SEED);
    const { http, body } = await created(small, post);
    expect([http, body.code]).toEqual([400, 101]);
    expect(JSON.stringify(body.details)).toContain(named);
  });

  test.each(CommentPlatform.options.filter((each) => PLATFORMS[each].comments.bySocialPost))(
    'on %s is commented by its Social Post ID, and the comment is answered and deleted',
    { tags: ['COM-28'] },
    async (platform) => {
      const small = await smallSandbox(SLIGHT_SEED);
      const { ask, clock } = small;
      const id = await idOf(small, { platform });
      const send = async ({ path, ...request }: ReturnType<typeof write>) => (await ask(path, request)).body;
      const named = { searchPlatformId: true, platforms: [platform] };
      const path = `/comments/${encodeURIComponent(id)}`;
      // The second dialect takes threads as well, which the list of 3.2 lacks.
      const comment = await send(write(path, { comment: 'First!', ...named }));
      expect(comment).toMatchObject({ status: 'success', [platform]: { status: 'success' } });
      const texts = async () => {
        clock.advance(60 * MINUTE_MS);
        const { body } = await ask(social(id, platform));
        return (body[platform] ?? []).map((each: { comment: string }) => each.comment);
      };
      expect(await texts()).toEqual(['First!']);
      if (PLATFORMS[platform].comments.reply) {
        const reply = await send(
          write('/comments/reply', { commentId: comment.commentId, comment: 'Second!' }),
        );
        expect(reply).toMatchObject({ status: 'success' });
      }
      const deleted = await ask(`/comments/${comment.commentId}`, { method: 'DELETE', body: '{}' });
      expect(deleted.body.status).toBe('success');
      expect(await texts()).not.toContain('First!');
    },
  );

  test('is deleted manually by its Social Post ID, with its comments', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const [kept, gone] = [await idOf(small), await idOf(small)];
    const from = { username: 'mara' };
    await control(small.sandbox, 'engage', { kind: 'comment', from, text: 'Lovely', postId: gone });
    const order = { postId: gone, network: 'instagram' } as const;
    expect((await control(small.sandbox, 'deleteCopy', order)).body).toMatchObject({ deleted: gone });
    expect((await control(small.sandbox, 'deleteCopy', order)).body.code).toBe(1404);
    const { posts } = (await small.ask('/history/instagram')).body;
    const ids = posts.map(({ id }: { id: string }) => id);
    expect([ids.includes(kept), ids.includes(gone)]).toEqual([true, false]);
    expect((await small.ask(social(gone, 'instagram'))).body.instagram ?? []).toEqual([]);
  });

  test('does not count for the posts that instagram takes from the service', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const used = async (post: string) => {
      const mediaUrls = ['https://media.example/a.jpg'];
      const body = JSON.stringify({ post, platforms: ['instagram'], mediaUrls });
      return (await small.ask('/post', { method: 'POST', body })).body.postIds[0].usedQuota;
    };
    const before = await used('Fresh buns at nine');
    await created(small);
    expect(await used('The harbour is frozen over')).toBe(before + 1);
  });
});

describe('followers comment on a native post', () => {
  test('an automation on its id, or on all, fires, one on another post does not', {
    tags: ['ENG-02'],
  }, async () => {
    const small = await engagedSandbox();
    const [own, other] = [await idOf(small), await idOf(small)];
    const on = (postId: string): { triggers: readonly Trigger[] } => ({
      triggers: [{ type: 'comment_keyword', postId, keywords: ['price'] }],
    });
    const onOwn = await small.automate([MAIL], on(own));
    const onAll = await small.automate([MAIL], on('all'));
    await small.automate([MAIL], on(other));
    const [event] = await small.engage({ postId: own });
    const fired = event?.dispatches.map(({ automationId }) => automationId) ?? [];
    expect(fired.toSorted()).toEqual([onOwn, onAll].toSorted());
    await small.advance(60);
    expect(await small.rows(onOwn)).toMatchObject([{ status: 'sent', postId: own }]);
  });

  test('webhooks of comments name no Service Post ID, automation events name the Social Post ID', {
    tags: ['HOOK-25'],
  }, async () => {
    const small = await engagedSandbox();
    const { sandbox, ask } = small;
    await small.listen();
    const hook = { action: 'comments', url: 'https://hooks.example.com/comments' };
    await ask('/hook/webhook', { method: 'POST', body: JSON.stringify(hook) });
    const id = await idOf(small);
    await small.automate([HOOK]);
    await small.engage({ postId: id });
    await small.advance(60);
    const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
    const posts = deliveries.map(({ action, event }) => [action, event['postId']]);
    expect(posts).toContainEqual(['comments', null]);
    expect(posts).toContainEqual(['automations', id]);
    sandbox.close();
  });
});
