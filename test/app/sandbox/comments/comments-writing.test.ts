import { beforeEach, describe, expect, test } from 'vitest';
import { PRIMARY } from '../../../../src/sandbox/seed.ts';
import { CommentPlatform, type Platform } from '../../../../src/service/platforms.ts';
import { control } from '../../../support/control.ts';
import { type CommentWriter, commentWriter } from '../../../support/sandbox/comment-writer.ts';
import { type SmallSandbox, smallSandbox } from '../../../support/small-sandbox.ts';
import { everywhereOn, POST, SLIGHT_SEED, threadOn } from '../../../support/small-seed.ts';

const NINE = CommentPlatform.options;
const MINUTES_10 = 10 * 60 * 1000;
const SERVICE_ID = /^[A-Za-z0-9]{20}$/;

let small: SmallSandbox;
let create: CommentWriter['create'];
let reply: CommentWriter['reply'];
let remove: CommentWriter['remove'];
beforeEach(async () => {
  small = await smallSandbox(SLIGHT_SEED);
  ({ create, reply, remove } = commentWriter(small));
});

const networksIn = (body: object) => NINE.filter((platform) => platform in body);

describe('a comment by Service Post ID', () => {
  test('is put on every network the post was published to, under one new id', {
    tags: ['COM-22', 'U-35'],
  }, async () => {
    const { http, body } = await create(POST.everywhere, { comment: 'Thank you!' });
    expect(http).toBe(200);
    expect(body).toMatchObject({ status: 'success', id: POST.everywhere });
    expect(body.commentId).toMatch(SERVICE_ID);
    expect(body).not.toHaveProperty('errors');
    expect(networksIn(body)).toEqual([...NINE]);
    for (const platform of NINE) {
      expect(body[platform]).toMatchObject({
        status: 'success',
        comment: 'Thank you!',
        platform,
        commentId: expect.stringMatching(/\S/),
      });
    }
    expect(body.linkedin.commentUrn).toBe(body.linkedin.commentId);
    expect(body.instagram).not.toHaveProperty('sourceCommentId');
  });

  test('each network shows it as one by the account itself, with its id', { tags: ['COM-22'] }, async () => {
    const { body: made } = await create(POST.everywhere, { comment: 'Here we are' });
    const { body } = await small.ask(`/comments/${POST.everywhere}`);
    const authors = { facebook: 'Us', reddit: 'us', linkedin: 'us', instagram: 'us' };
    for (const platform of NINE) {
      const own = body[platform].find(
        (each: { commentId: string }) => each.commentId === made[platform].commentId,
      );
      expect(own).toMatchObject({ comment: 'Here we are', created: expect.stringMatching(/^2026-09-21/) });
      const name = own.userName ?? own.username ?? own.from.name;
      expect(name).toBe(Object.hasOwn(authors, platform) ? authors[platform as keyof typeof authors] : 'us');
    }
    expect(body.tiktok[0]).toMatchObject({ owner: true });
    expect(body.threads[0]).toMatchObject({ isReplyOwnedByMe: true, parentId: everywhereOn('threads') });
  });

  test('what was read a short while ago has it at the next refresh', {
    tags: ['COM-13', 'COM-22'],
  }, async () => {
    const read = () => small.ask(`/comments/${POST.everywhere}`);
    const before = (await read()).body.instagram.length;
    small.clock.advance(1_000);
    const { body: made } = await create(POST.everywhere, { comment: 'late', platforms: ['instagram'] });
    expect((await read()).body.instagram).toHaveLength(before);
    small.clock.advance(MINUTES_10);
    const { instagram } = (await read()).body;
    expect(instagram).toHaveLength(before + 1);
    expect(instagram[0].commentId).toBe(made.instagram.commentId);
  });

  test('reading has its Service Comment ID, by every way and of replies too, and of no other comment', {
    tags: ['COM-28'],
  }, async () => {
    const { body: made } = await create(POST.everywhere, { comment: 'ours' });
    const { body: answer } = await reply({ commentId: made.commentId, comment: 'ours too' });
    const { body } = await small.ask(`/comments/${POST.everywhere}`);
    for (const platform of NINE) {
      const ids = JSON.stringify(body[platform]).match(/(?<="serviceCommentId":")\w+/g) ?? [];
      // linkedin gives replies only by comment id
      const isAnswered = platform in answer && platform !== 'linkedin';
      expect([platform, ...ids.toSorted()]).toEqual([
        platform,
        ...[made.commentId, ...(isAnswered ? [answer.commentId] : [])].toSorted(),
      ]);
    }
    const onFacebook = 'searchPlatformId=true&platform=facebook';
    for (const asked of [
      `${everywhereOn('facebook')}?${onFacebook}`,
      `${made.facebook.commentId}?commentId=true&${onFacebook}`,
    ]) {
      const { facebook } = (await small.ask(`/comments/${asked}`)).body;
      expect(facebook[0]).toMatchObject({ serviceCommentId: made.commentId });
    }
  });

  test('only the networks that were named get it', async () => {
    const { body } = await create(POST.everywhere, { comment: 'two', platforms: ['youtube', 'facebook'] });
    expect(networksIn(body)).toEqual(['facebook', 'youtube']);
    expect(body.status).toBe('success');
  });

  test('a named network that the post is not on is an entry of errors', async () => {
    const { http, body } = await create(POST.silent, { comment: 'x', platforms: ['facebook', 'reddit'] });
    expect([http, body.status]).toEqual([200, 'partial']);
    expect(body.errors).toEqual([
      {
        platform: 'reddit',
        status: 'error',
        code: 186,
        message: 'The post is not on Reddit.',
        id: POST.silent,
      },
    ]);
  });

  test('an unknown post is 186, HTTP 404, with its id and the action post', {
    tags: ['COM-20'],
  }, async () => {
    const { http, body } = await create('NoSuchPostAAAAAAAAAA', { comment: 'x' });
    expect(http).toBe(404);
    expect(body).toEqual({
      action: 'post',
      status: 'error',
      code: 186,
      message: 'The post id was not found.',
      id: 'NoSuchPostAAAAAAAAAA',
    });
  });

  test("another profile's post counts as missing", async () => {
    const { http, body } = await create(POST.acme, { comment: 'x' });
    expect([http, body.code]).toEqual([404, 186]);
  });

  test('ids on the networks are texts, of 17 digits on instagram and 19 on X', {
    tags: ['COM-25'],
  }, async () => {
    const { body } = await create(POST.everywhere, { comment: 'x' });
    expect(body.instagram.commentId).toMatch(/^\d{17}$/);
    expect(body.twitter.commentId).toMatch(/^\d{19}$/);
    expect(body.tiktok.commentId).toMatch(/^\d{19}$/);
    expect(body.bluesky.commentId).toMatch(/^at:\/\//);
    expect(body.linkedin.commentId).toMatch(/^urn:li:comment:\(linkedin-7/);
  });

  test('on X it lands below the reply that the post is, within the conversation', async () => {
    const { body: made } = await create(POST.replyOnX, { comment: 'under the reply' });
    const { body } = await small.ask(`/comments/${POST.replyOnX}`);
    const own = body.twitter.find((each: { commentId: string }) => each.commentId === made.twitter.commentId);
    expect(own.referencedTweets).toEqual([{ type: 'replied_to', id: '1800000000000000002' }]);
    small.clock.advance(MINUTES_10);
    const { body: all } = await small.ask(`/comments/${POST.onX}`);
    expect(all.twitter.map((each: { commentId: string }) => each.commentId)).toContain(
      made.twitter.commentId,
    );
  });

  test('no automation reacts to it', { tags: ['A-05'] }, async () => {
    await small.ask('/automations', {
      method: 'POST',
      body: JSON.stringify({
        triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['price'] }],
        actions: [{ type: 'send_dm', message: 'Here it is.' }],
      }),
    });
    await create(POST.everywhere, { comment: 'the price is 9' });
    const { body } = await control(small.sandbox, 'status');
    expect(body.upcoming.dispatches).toBe(0);
  });
});

describe('a comment by Social Post ID', () => {
  test.each(NINE)('%s: is only below that post', async (platform) => {
    const { body } = await create(everywhereOn(platform), {
      comment: 'there',
      searchPlatformId: true,
      platforms: [platform],
    });
    expect(body).toMatchObject({ status: 'success', id: everywhereOn(platform) });
    expect(networksIn(body)).toEqual([platform]);
    expect(body.commentId).toMatch(SERVICE_ID);
  });

  test('on X it answers a reply by someone else, within the conversation', { tags: ['COM-17'] }, async () => {
    const tweet = '1800000000000000021';
    const { body: made } = await create(tweet, {
      comment: 'there',
      searchPlatformId: true,
      platforms: ['twitter'],
    });
    expect(made).toMatchObject({ status: 'success', id: tweet });
    const query = '?searchPlatformId=true&platform=twitter';
    const { body } = await small.ask(`/comments/${tweet}${query}`);
    const own = body.twitter.find((each: { commentId: string }) => each.commentId === made.twitter.commentId);
    expect(own).toMatchObject({
      referencedTweets: [{ type: 'replied_to', id: tweet }],
      replyTo: { username: 'ada' },
      serviceCommentId: made.commentId,
    });
    const { body: onSelf } = await small.ask(`/comments/${made.twitter.commentId}${query}`);
    expect(onSelf).toMatchObject({ status: 'success', twitter: [] });
  });

  test('an unknown one is 186, on X too', async () => {
    for (const platform of ['facebook', 'twitter']) {
      const sent = { comment: 'x', searchPlatformId: true, platforms: [platform] };
      const { http, body } = await create('1999999999999999999', sent);
      expect([http, body.code, body.id]).toEqual([404, 186, '1999999999999999999']);
      expect(body.errors).toHaveLength(1);
    }
  });

  test.each(['pending', 'failed'])('tiktok id %s is refused with 288', { tags: ['COM-19'] }, async (id) => {
    const sent = { comment: 'x', searchPlatformId: true, platforms: ['tiktok'] };
    const { http, body } = await create(id, sent);
    expect([http, body.status, body.code, body.id]).toEqual([400, 'error', 288, id]);
  });
});

describe('the body of a comment', () => {
  const media = ['https://img.example/a.jpg'];
  test.each<[string, object, string]>([
    ['no text', {}, 'comment'],
    ['a blank text', { comment: ' \n\t' }, 'comment'],
    ['a text that is none', { comment: 7 }, 'comment'],
    ['an unknown network', { comment: 'x', platforms: ['friendster'] }, 'platforms'],
    ['a network without comments', { comment: 'x', platforms: ['gmb'] }, 'platforms'],
    ['an empty list of networks', { comment: 'x', platforms: [] }, 'platforms'],
    ['searchPlatformId without a network', { comment: 'x', searchPlatformId: true }, 'platforms'],
    [
      'searchPlatformId with two networks',
      { comment: 'x', searchPlatformId: true, platforms: ['facebook', 'twitter'] },
      'platforms',
    ],
    ['two media', { comment: 'x', platforms: ['facebook'], mediaUrls: [...media, ...media] }, 'mediaUrls'],
    ['no media', { comment: 'x', platforms: ['facebook'], mediaUrls: [] }, 'mediaUrls'],
    ['media that is no address', { comment: 'x', platforms: ['facebook'], mediaUrls: ['a b'] }, 'mediaUrls'],
    ['media on instagram', { comment: 'x', platforms: ['instagram'], mediaUrls: media }, 'mediaUrls'],
    ['a list', [], 'object'],
  ])('%s is 101', async (_what, sent, named) => {
    const { http, body } = await create(POST.everywhere, sent);
    expect(http).toBe(400);
    expect(body).toMatchObject({ action: 'comments', status: 'error', code: 101 });
    expect(body.details).toContain(named);
  });

  test('a body that is missing or no JSON is 101', async () => {
    for (const body of [null, '{']) {
      const answer = await small.ask(`/comments/${POST.everywhere}`, { method: 'POST', body });
      expect([answer.http, answer.body.code]).toEqual([400, 101]);
    }
  });

  test('media go where they can, and each network that takes none is an entry of errors', async () => {
    const { body } = await create(POST.everywhere, { comment: 'see', mediaUrls: media });
    expect(body.status).toBe('partial');
    expect(networksIn(body)).toEqual(['facebook', 'linkedin', 'twitter']);
    expect(new Set(body.errors.map(({ code }: { code: number }) => code))).toEqual(new Set([101]));
    const read = await small.ask(`/comments/${POST.everywhere}`);
    expect(read.body.linkedin[0].media).toEqual([{ type: 'image', url: media[0] }]);
  });

  test('unknown members are ignored', async () => {
    const { body } = await create(POST.silent, { comment: 'x', mood: 'sunny' });
    expect(body.status).toBe('success');
  });

  test.each([
    ['half a surrogate pair', 'a\uD800b'],
    ['controls and direction', '\u001b[2J\u202egnp\u0000'],
    ['a long one', 'é'.repeat(100_000)],
    ['names of objects', '{"__proto__":1} constructor'],
    ['quotes and SQL', `'; drop table comments; --"`],
  ])('%s comes back as it was sent', async (_what, text) => {
    const { body } = await create(POST.silent, { comment: text, platforms: ['facebook'] });
    expect(body.facebook.comment).toBe(text);
    const read = await small.ask(`/comments/${POST.silent}`);
    // what the database writes as UTF-8 has no halves of characters
    expect(read.body.facebook[0].comment).toBe(text.toWellFormed());
  });
});

describe('how networks fail', () => {
  test('a tiktok that is pending is 288 among others', { tags: ['COM-19'] }, async () => {
    const { http, body } = await create(POST.pendingAmongOthers, { comment: 'x' });
    expect([http, body.status]).toEqual([200, 'partial']);
    expect(body.errors).toMatchObject([{ platform: 'tiktok', status: 'error', code: 288, id: 'pending' }]);
    expect(networksIn(body)).toEqual(['facebook']);
  });

  test('as the only network it fails the whole call, and nothing is created', {
    tags: ['COM-19'],
  }, async () => {
    const { http, body } = await create(POST.failedOnly, { comment: 'x' });
    expect(http).toBe(400);
    expect(body).toMatchObject({ status: 'error', code: 288, id: POST.failedOnly });
    expect(body).not.toHaveProperty('commentId');
  });

  test('authorization: 161 with relink, on X 272; the first failure decides', {
    tags: ['COM-15', 'COM-18', 'U-37'],
  }, async () => {
    const { http, body } = await create(POST.acme, { comment: 'x' }, { as: 'acme' });
    expect([http, body.status]).toEqual([200, 'partial']);
    expect(body.errors).toMatchObject([
      { platform: 'facebook', code: 161, relink: true },
      { platform: 'twitter', code: 272 },
    ]);
    const sent = { comment: 'x', platforms: ['facebook', 'twitter'] };
    const both = await create(POST.acme, sent, { as: 'acme' });
    expect(both.http).toBe(400);
    expect(both.body).toMatchObject({ status: 'error', code: 161, relink: true, id: POST.acme });
    expect(both.body.errors).toHaveLength(2);
  });

  test('a network that is not linked is 156', async () => {
    const { body } = await create(POST.unlinked, { comment: 'x' }, { as: 'bare' });
    expect(body).toMatchObject({ status: 'error', code: 156 });
  });

  test('the comments of an expired story cannot be written any more', { tags: ['COM-21'] }, async () => {
    const { body } = await create(POST.oldStory, { comment: 'x' });
    expect(body.status).toBe('partial');
    expect(body.errors).toMatchObject([{ platform: 'instagram', code: 485 }]);
  });

  test.each<[string, Platform, number]>([
    ['facebook', 'facebook', 161],
    ['twitter', 'twitter', 219],
  ])('a fault injected for %s applies once, and only there', async (_name, network, code) => {
    await control(small.sandbox, 'addFault', { code, network, endpoint: 'createComment', count: 1 });
    const first = await create(POST.everywhere, { comment: 'x' });
    expect(first.body.errors).toMatchObject([{ platform: network, code }]);
    expect((await create(POST.everywhere, { comment: 'x' })).body.status).toBe('success');
  });

  test('a failure of the whole request makes nothing', async () => {
    await control(small.sandbox, 'addFault', { code: 1429, endpoint: 'createComment', count: 1 });
    expect((await create(POST.silent, { comment: 'x' })).http).toBe(429);
    expect((await small.ask(`/comments/${POST.silent}`)).body).not.toHaveProperty('facebook');
  });

  test('a failure cannot be ordered for a network that takes no replies', async () => {
    const { body } = await control(small.sandbox, 'addFault', {
      code: 161,
      network: 'gmb',
      endpoint: 'replyToComment',
    });
    expect(body.details).toContain('replyToComment');
  });

  test('each comment on X is a request of the app, and counts', { tags: ['COM-18'] }, async () => {
    await control(small.sandbox, 'setXApp', { credits: 1 });
    const sent = { comment: 'x', platforms: ['twitter'] };
    expect((await create(POST.onX, sent)).body.status).toBe('success');
    const { http, body } = await create(POST.onX, sent);
    expect([http, body.code]).toEqual([402, 416]);
    await control(small.sandbox, 'setXApp', { credits: null, rateMax: 1 });
    expect((await create(POST.onX, sent)).body.code).toBe(364);
  });

  test('X without its pair: named, the whole request fails; otherwise only that network', {
    tags: ['AUTH-08'],
  }, async () => {
    const named = await create(POST.everywhere, { comment: 'x', platforms: ['twitter'] }, { x: 'none' });
    expect([named.http, named.body.code]).toEqual([400, 419]);
    expect(named.body).not.toHaveProperty('errors');
    const among = await create(POST.everywhere, { comment: 'x' }, { x: 'none' });
    expect(among.body).toMatchObject({ status: 'partial', errors: [{ platform: 'twitter', code: 419 }] });
    const elsewhere = await create(POST.everywhere, { comment: 'x', platforms: ['reddit'] }, { x: 'none' });
    expect(elsewhere.body.status).toBe('success');
  });
});

test('a network without comments is 1415 among others, and fails the call as the only one', {
  tags: ['COM-22'],
}, async () => {
  const onGoogle = {
    platform: 'gmb',
    profile: PRIMARY,
    displayName: 'Us',
    username: 'us',
    token: 'ok',
  } as const;
  const { ask } = await smallSandbox({ ...SLIGHT_SEED, accounts: [...SLIGHT_SEED.accounts, onGoogle] });
  const post = async (platforms: readonly Platform[]) => {
    const body = JSON.stringify({ post: `New on ${platforms.join(' and ')}`, platforms });
    return (await ask('/post', { method: 'POST', body })).body.id;
  };
  const writer = commentWriter({ ask });
  const among = await writer.create(await post(['facebook', 'gmb']), { comment: 'x' });
  expect(among.body).toMatchObject({ status: 'partial', errors: [{ platform: 'gmb', code: 1415 }] });
  expect(networksIn(among.body)).toEqual(['facebook']);
  const alone = await writer.create(await post(['gmb']), { comment: 'x' });
  expect([alone.http, alone.body.code]).toEqual([400, 1415]);
});

describe('a reply', () => {
  const social = (platform: CommentPlatform, more: object = {}) => ({
    commentId: threadOn(platform).comment,
    comment: 'gladly',
    searchPlatformId: true,
    platforms: [platform],
    ...more,
  });

  test('by Service Comment ID answers the comment on every network that has replies', {
    tags: ['COM-28', 'U-35'],
  }, async () => {
    const made = (await create(POST.everywhere, { comment: 'first' })).body;
    const { http, body } = await reply({ commentId: made.commentId, comment: 'second' });
    expect([http, body.status, body.id]).toEqual([200, 'success', POST.everywhere]);
    expect(body.commentId).toMatch(SERVICE_ID);
    expect(body.commentId).not.toBe(made.commentId);
    expect(networksIn(body)).toEqual([...NINE]);
    for (const platform of networksIn(body)) {
      expect(body[platform]).toMatchObject({
        comment: 'second',
        sourceCommentId: made[platform].commentId,
        platform,
      });
    }
    const read = await small.ask(`/comments/${POST.everywhere}`);
    const own = read.body.instagram.find(
      (each: { commentId: string }) => each.commentId === made.instagram.commentId,
    );
    expect(own.replies).toMatchObject([{ id: body.instagram.commentId, comment: 'second' }]);
  });

  test('on linkedin a reply is read by the id of what it answers', { tags: ['COM-24'] }, async () => {
    const made = (await create(POST.everywhere, { comment: 'a', platforms: ['linkedin'] })).body;
    const second = (await reply({ commentId: made.commentId, comment: 'b' })).body;
    const id = encodeURIComponent(made.linkedin.commentId);
    const read = await small.ask(`/comments/${id}?commentId=true&searchPlatformId=true&platform=linkedin`);
    expect(read.body.linkedin).toMatchObject([{ commentId: second.linkedin.commentId, comment: 'b' }]);
  });

  test('a reply can be answered by its own Service Comment ID', { tags: ['COM-28'] }, async () => {
    const made = (await create(POST.everywhere, { comment: 'a', platforms: ['facebook'] })).body;
    const second = (await reply({ commentId: made.commentId, comment: 'b' })).body;
    const third = (await reply({ commentId: second.commentId, comment: 'c' })).body;
    expect(third.facebook.sourceCommentId).toBe(second.facebook.commentId);
  });

  test('replies on reddit and threads are shown below what they answer', { tags: ['COM-28'] }, async () => {
    const made = (await create(POST.everywhere, { comment: 'first' })).body;
    const { body } = await reply({
      commentId: made.commentId,
      comment: 'second',
      platforms: ['reddit', 'threads'],
    });
    expect(networksIn(body)).toEqual(['reddit', 'threads']);
    const read = (await small.ask(`/comments/${POST.everywhere}`)).body;
    const find = (platform: string, id: string) =>
      read[platform].find((each: { commentId: string }) => each.commentId === id);
    expect(find('reddit', body.reddit.commentId)).toMatchObject({ comment: 'second' });
    expect(find('threads', made.threads.commentId).replies).toMatchObject([
      { commentId: body.threads.commentId, comment: 'second', parentId: made.threads.commentId },
    ]);
  });

  test.each([
    ['bluesky', {}],
    ['facebook', {}],
    ['instagram', {}],
    [
      'linkedin',
      { commentUrn: `urn:li:comment:(${everywhereOn('linkedin')},${threadOn('linkedin').comment})` },
    ],
    ['tiktok', { videoId: everywhereOn('tiktok') }],
    ['twitter', {}],
    ['youtube', {}],
  ] as const)('by Social Comment ID on %s', async (platform, more) => {
    const { http, body } = await reply(social(platform, more));
    expect([http, body.status, body.id]).toEqual([200, 'success', POST.everywhere]);
    expect(body.commentId).toMatch(SERVICE_ID);
    expect(body[platform].sourceCommentId).toBe(threadOn(platform).comment);
  });

  test.each<[string, object]>([
    ['reddit takes none by its own id', social('reddit')],
    ['threads takes none by its own id', social('threads')],
    ['tiktok wants a videoId', social('tiktok')],
    ['linkedin wants a commentUrn', social('linkedin')],
    ['no network', { commentId: 'x', comment: 'y', searchPlatformId: true }],
    ['no id', { comment: 'y' }],
    ['a blank text', { commentId: 'x', comment: ' ' }],
    ['media on X', social('twitter', { mediaUrls: ['https://img.example/a.jpg'] })],
  ])('101: %s', async (_what, sent) => {
    const { http, body } = await reply(sent);
    expect([http, body.code]).toEqual([400, 101]);
  });

  test.each(['pending', 'failed'])(
    'under a tiktok that is %s: 288',
    { tags: ['COM-19'] },
    async (videoId) => {
      const { http, body } = await reply(social('tiktok', { videoId }));
      expect([http, body.code]).toEqual([400, 288]);
    },
  );

  test.each<[string, object]>([
    ['another video', social('tiktok', { videoId: '1' })],
    ['another urn', social('linkedin', { commentUrn: 'urn:li:comment:(a,b)' })],
    ['an unknown comment', { ...social('facebook'), commentId: 'nobody' }],
    ['an unknown comment on X', { ...social('twitter'), commentId: '1' }],
    ["a comment on another profile's post", { ...social('facebook'), commentId: 'acme-facebook-c' }],
    ['an unknown Service Comment ID', { commentId: 'NoSuchCommentAAAAAAA', comment: 'x' }],
    ['a Service Post ID', { commentId: POST.everywhere, comment: 'x' }],
  ])('186 with its id: %s', async (_what, sent) => {
    const { http, body } = await reply(sent);
    expect([http, body.code, body.id]).toEqual([404, 186, (sent as { commentId: string }).commentId]);
  });

  test("another profile's Service Comment ID counts as missing", async () => {
    const made = (await create(POST.everywhere, { comment: 'x', platforms: ['instagram'] })).body;
    const { body } = await reply({ commentId: made.commentId, comment: 'y' }, { as: 'acme' });
    expect(body.code).toBe(186);
  });

  test('where the comment is gone on one network, the others are answered', async () => {
    const made = (await create(POST.everywhere, { comment: 'x', platforms: ['facebook', 'instagram'] })).body;
    await control(small.sandbox, 'deleteComment', { commentId: made.instagram.commentId });
    const all = (await reply({ commentId: made.commentId, comment: 'y' })).body;
    expect([all.status, networksIn(all)]).toEqual(['success', ['facebook']]);
    const sent = { commentId: made.commentId, comment: 'y', platforms: ['facebook', 'instagram'] };
    expect((await reply(sent)).body.errors).toMatchObject([{ platform: 'instagram', code: 186 }]);
  });
});

describe('details by Service Comment ID', () => {
  test('the comment itself from every network that has it, and nothing else', {
    tags: ['COM-28'],
  }, async () => {
    const made = (await create(POST.everywhere, { comment: 'first' })).body;
    const { http, body } = await small.ask(`/comments/${made.commentId}`);
    expect([http, body.status, body.id]).toEqual([200, 'success', made.commentId]);
    for (const platform of NINE) {
      expect(body[platform]).toMatchObject([
        {
          comment: 'first',
          commentId: made[platform].commentId,
          serviceCommentId: made.commentId,
          created: expect.any(String),
        },
      ]);
      expect(body[platform]).toHaveLength(1);
    }
  });

  test('with what answers it, where the network shows that', { tags: ['COM-28'] }, async () => {
    const made = (await create(POST.everywhere, { comment: 'a', platforms: ['instagram', 'twitter'] })).body;
    const second = (await reply({ commentId: made.commentId, comment: 'b' })).body;
    const { body } = await small.ask(`/comments/${made.commentId}`);
    expect(body.instagram).toMatchObject([{ replies: [{ id: second.instagram.commentId }] }]);
    expect(body.twitter.map((each: { commentId: string }) => each.commentId).toSorted()).toEqual(
      [made.twitter.commentId, second.twitter.commentId].toSorted(),
    );
    const answer = (await small.ask(`/comments/${second.commentId}`)).body;
    expect(answer).toMatchObject({
      instagram: [{ parentId: made.instagram.commentId, comment: 'b' }],
      twitter: [{ comment: 'b', referencedTweets: [{ id: made.twitter.commentId }] }],
    });
  });

  test('only from networks that still have it; deleted on all, or of another profile: 186', {
    tags: ['COM-28'],
  }, async () => {
    const made = (await create(POST.everywhere, { comment: 'a', platforms: ['facebook', 'bluesky'] })).body;
    await remove({ id: made.facebook.commentId, searchPlatformId: true, platform: 'facebook' });
    const { body } = await small.ask(`/comments/${made.commentId}`);
    expect(networksIn(body)).toEqual(['bluesky']);
    expect((await small.ask(`/comments/${made.commentId}`, { as: 'acme' })).body.code).toBe(186);
    await remove({ id: made.commentId });
    const gone = await small.ask(`/comments/${made.commentId}`);
    expect([gone.http, gone.body]).toMatchObject([404, { code: 186, id: made.commentId }]);
  });

  test('a network that fails is an entry of errors', { tags: ['COM-15', 'AUTH-08'] }, async () => {
    const made = (await create(POST.onX, { comment: 'a' })).body;
    const alone = await small.ask(`/comments/${made.commentId}`, { x: 'none' });
    expect(alone.body).toMatchObject({ status: 'error', code: 419 });
    await control(small.sandbox, 'addFault', { code: 499, network: 'facebook', endpoint: 'getComments' });
    const both = (await create(POST.silent, { comment: 'b' })).body;
    expect((await small.ask(`/comments/${both.commentId}`)).body).toMatchObject({
      status: 'partial',
      twitter: [{ comment: 'b' }],
      errors: [{ platform: 'facebook', code: 499, id: both.facebook.commentId }],
    });
  });
});
