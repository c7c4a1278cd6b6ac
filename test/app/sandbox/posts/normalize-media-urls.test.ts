import { describe, expect, test } from 'vitest';
import { postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import { POST, threadOn } from '../../../support/small-seed.ts';

const [JPG, PNG] = ['https://m.example/a.jpg', 'https://m.example/b.png'];
const onInstagram = { post: 'with one picture', platforms: ['instagram'] };

describe('mediaUrl of POST /post', () => {
  test.each<readonly [string, object, readonly string[]]>([
    ['by itself', { mediaUrl: JPG }, [JPG]],
    ['as a list', { mediaUrl: [JPG, PNG] }, [JPG, PNG]],
    ['beside the same mediaUrls', { mediaUrl: JPG, mediaUrls: [JPG] }, [JPG]],
    ['beside mediaUrls that have more', { mediaUrl: PNG, mediaUrls: [JPG, PNG] }, [JPG, PNG]],
    ['beside mediaUrls by network', { mediaUrl: JPG, mediaUrls: { default: [], instagram: [JPG] } }, [JPG]],
    ['beside an empty list', { mediaUrl: JPG, mediaUrls: [] }, [JPG]],
    ['null, beside mediaUrls', { mediaUrl: null, mediaUrls: [JPG] }, [JPG]],
  ])('%s', async (_what, media, expected) => {
    const { post, record } = await postingSandbox();
    const id = await post({ ...onInstagram, ...media });
    expect(await record(id)).toMatchObject({ status: 'success', mediaUrls: expected });
  });

  test.each<readonly [string, object]>([
    ['another address than mediaUrls', { mediaUrl: PNG, mediaUrls: [JPG] }],
    ['another address than mediaUrls by network', { mediaUrl: PNG, mediaUrls: { default: [JPG] } }],
    ['no text', { mediaUrl: 7 }],
    ['no address in a first comment', { mediaUrls: [JPG], firstComment: { comment: 'x', mediaUrl: {} } }],
  ])('%s: 101, and nothing is posted', async (_what, media) => {
    const { send, ask } = await postingSandbox();
    const { count } = (await ask('/history')).body;
    const { http, body } = await send('POST', '/post', { ...onInstagram, ...media });
    expect([http, body.code, body.action]).toEqual([400, 101, 'post']);
    expect(body.details).toMatch(/mediaUrls?/);
    expect((await ask('/history')).body.count).toBe(count);
  });

  test('counts as media for the rules: instagram without any is refused, and POST /validate/post reads it too', async () => {
    const { send } = await postingSandbox();
    expect((await send('POST', '/validate/post', onInstagram)).body).toMatchObject({ status: 'error' });
    expect((await send('POST', '/validate/post', { ...onInstagram, mediaUrl: JPG })).body.status).toBe(
      'success',
    );
  });

  test('in a first comment', async () => {
    const { post, ask } = await postingSandbox();
    const firstComment = { comment: 'look', mediaUrl: JPG };
    const id = await post({ post: 'new', platforms: ['linkedin'], firstComment });
    const { linkedin } = (await ask(`/comments/${id}`)).body;
    expect(linkedin).toMatchObject([{ comment: 'look', media: [{ type: 'image', url: JPG }] }]);
  });
});

describe('mediaUrl of comments and replies', () => {
  test('a comment, by either dialect', async () => {
    const { send, ask } = await postingSandbox();
    for (const [path, more] of [
      [`/comments/${POST.everywhere}`, {}],
      ['/comments', { id: POST.everywhere }],
    ] as const) {
      const sent = { comment: 'seen', platforms: ['linkedin'], mediaUrl: JPG, ...more };
      const { http, body } = await send('POST', path, sent);
      expect(http).toBe(200);
      const { linkedin } = (await ask(`/comments/${POST.everywhere}`)).body;
      const own = linkedin.find(
        ({ commentId }: { commentId: string }) => commentId === body.linkedin.commentId,
      );
      expect(own.media).toEqual([{ type: 'image', url: JPG }]);
    }
  });

  test('a reply, and where a network takes none: 101', async () => {
    const { send } = await postingSandbox();
    const sent = { comment: 'seen', searchPlatformId: true, mediaUrl: JPG };
    const on = (platform: 'facebook' | 'twitter') => ({
      ...sent,
      commentId: threadOn(platform).comment,
      platforms: [platform],
    });
    expect((await send('POST', '/comments/reply', on('facebook'))).http).toBe(200);
    expect((await send('POST', '/comments/reply', on('twitter'))).body.code).toBe(101);
  });

  test.each([
    ['another address than mediaUrls', { mediaUrl: PNG, mediaUrls: [JPG] }],
    ['two addresses', { mediaUrl: [JPG, PNG] }],
    ['no address', { mediaUrl: 'a.jpg' }],
  ])('%s: 101', async (_what, media) => {
    const { send } = await postingSandbox();
    const sent = { comment: 'x', platforms: ['linkedin'], ...media };
    const { http, body } = await send('POST', `/comments/${POST.everywhere}`, sent);
    expect([http, body.code]).toEqual([400, 101]);
  });
});
