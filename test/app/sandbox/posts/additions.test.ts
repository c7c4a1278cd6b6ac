import { describe, expect, test } from 'vitest';
import { insertHashtags } from '../../../../src/sandbox/publish/additions.ts';
import type { ControlInput } from '../../../../src/service/control/control.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { control } from '../../../support/control.ts';
import { postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';

test.each([
  ['the longest words, of equally long ones the first', 'alpha beta gamma', 2, 'auto', '#alpha beta #gamma'],
  ['each once, in whichever case', 'Coffee and coffee', 2, 'auto', '#Coffee and coffee'],
  ['none that is short', 'one two four', 2, 'auto', 'one two four'],
  ['none that is one already', '#coffee time', 2, 'auto', '#coffee time'],
  [
    'no part of a link, a name or an address',
    'https://coffee.example @roastery us@roastery.example',
    2,
    'auto',
    'https://coffee.example @roastery us@roastery.example',
  ],
  [
    'no word in brackets that belong to a link',
    'https://coffee.example/Cup_(sports) kestrel.com/a(sports)',
    2,
    'auto',
    'https://coffee.example/Cup_(sports) kestrel.com/a(sports)',
  ],
  ['a word behind a link', 'https://coffee.example (sports)', 2, 'auto', 'https://coffee.example (#sports)'],
  ['before a sign', 'coffee, please!', 2, 'auto', '#coffee, #please!'],
  ['behind the text', 'coffee, please!', 1, 'end', 'coffee, please! #coffee'],
  ['of any writing', 'новый кофе приехал', 1, 'auto', 'новый кофе #приехал'],
  ['of nothing', '', 2, 'end', ''],
] as const)('%s', (_what, text, max, position, expected) => {
  expect(insertHashtags(text, { max, position })).toBe(expected);
});

const FAILING = { code: 441, endpoint: 'createPost' } as const satisfies ControlInput<'addFault'>;

describe('an addition to the text that fails', { tags: ['POST-17'] }, () => {
  const sent = { post: 'see https://shop.example/spring', shortenLinks: true };

  test('on one network: an entry with its source, and the others are posted', async () => {
    const { send, sandbox } = await postingSandbox();
    await control(sandbox, 'addFault', { ...FAILING, network: 'facebook', count: 1 });
    const { http, body } = await send('POST', '/post', { ...sent, platforms: ['facebook', 'linkedin'] });
    expect([http, body.status]).toEqual([200, 'error']);
    expect(body.errors).toMatchObject([{ platform: 'facebook', code: 441, source: 'handlePostAdditions' }]);
    expect(body.postIds).toMatchObject([{ platform: 'linkedin' }]);
  });

  test.each([
    ['of the whole request', [null]],
    ['on every network', ['facebook', 'linkedin']],
  ] as const)('%s: a top-level 441, HTTP 502, no post, and the order is used up', async (_what, networks) => {
    const { send, sandbox, ask } = await postingSandbox();
    for (const network of networks) {
      await control(sandbox, 'addFault', { ...FAILING, count: 1, ...(network !== null && { network }) });
    }
    const before = (await ask('/history')).body.count;
    const everywhere = { ...sent, platforms: ['facebook', 'linkedin'], idempotencyKey: 'spring' };
    const { http, body } = await send('POST', '/post', everywhere);
    expect(http).toBe(502);
    expect(body).toMatchObject({ action: 'post', status: 'error', code: 441 });
    expect(body).not.toHaveProperty('postIds');
    expect((await ask('/history')).body.count).toBe(before);
    // there is no post, so that its key is free
    expect((await send('POST', '/post', everywhere)).body.status).toBe('success');
  });
});

describe('short links without the Max Pack', { tags: ['U-44'] }, () => {
  const sent = { post: 'see https://shop.example/spring', shortenLinks: true, platforms: ['facebook'] };

  test.each([
    ['/post', {}],
    ['/post', { scheduleDate: '2027-01-01T00:00:00Z' }],
    ['/validate/post', {}],
  ])('%s %j is refused, and nothing is published with long links', async (path, more) => {
    const { send, ask, sandbox } = await postingSandbox();
    const before = (await ask('/history')).body.count;
    await control(sandbox, 'setPlan', { addOns: { maxPack: false } });
    const { http, body } = await send('POST', path, { ...sent, ...more });
    expect([http, body.code, body.details]).toEqual([403, 1403, expect.stringContaining('Max Pack')]);
    expect((await ask('/history')).body.count).toBe(before);
    expect((await send('POST', path, { ...sent, ...more, shortenLinks: false })).http).toBe(200);
  });

  test('a post that was scheduled before it ended fails with 441, and is published nowhere', async () => {
    const { schedule, pass, record, sandbox } = await postingSandbox();
    const id = await schedule(60, sent);
    await control(sandbox, 'setPlan', { addOns: { maxPack: false } });
    await pass(60);
    const { status, postIds, errors } = await record(id);
    expect([status, postIds]).toEqual(['error', []]);
    expect(errors).toMatchObject([{ platform: 'facebook', code: 441, source: 'handlePostAdditions' }]);
  });
});

describe('what is added', () => {
  test('short links: the same on every network, in the text and in the record', async () => {
    const { send, ask } = await postingSandbox();
    const post =
      'see https://shop.example/spring, or (https://shop.example/late); https://shop.example/spring!';
    const { body } = await send('POST', '/post', {
      post,
      platforms: ['facebook', 'linkedin'],
      shortenLinks: true,
    });
    const { urls } = (await ask(`/post/${body.id}`)).body;
    expect(urls).toEqual(Array(2).fill(expect.stringMatching(/^https:\/\/s\.example\/\w{5}$/)));
    expect(body.post).toBe(`see ${urls[0]}, or (${urls[1]}); ${urls[0]}!`);
    for (const platform of ['facebook', 'linkedin']) {
      expect((await ask(`/history/${platform}?limit=1`)).body.posts[0].post).toBe(body.post);
    }
  });

  test.each([
    [true, 'New #flavours of #coffee in spring'],
    [{ max: 1 }, 'New #flavours of coffee in spring'],
    [{ max: 3, position: 'end' }, 'New flavours of coffee in spring #flavours #coffee #spring'],
    [false, 'New flavours of coffee in spring'],
  ])('hashtags: %j', async (autoHashtag, expected) => {
    const { send } = await postingSandbox();
    const post = 'New flavours of coffee in spring';
    const { body } = await send('POST', '/post', { post, platforms: ['facebook'], autoHashtag });
    expect(body.post).toBe(expected);
  });

  const LONGEST = `${'x '.repeat(135)}flavours`;

  test.each([
    ['of a text', LONGEST, [' #flavours']],
    ['a text that is full', `xx${LONGEST}`, [' flavours']],
    ['a thread that is full', `${'Hi\n\n'.repeat(29)}xx${LONGEST}`, [' flavours']],
  ])('hashtags: only as many as the network has room for: %s', async (_what, post, [end]) => {
    const { send, ask } = await postingSandbox();
    const twitterOptions = { thread: post.includes('\n') };
    const sent = { post, platforms: ['twitter'], twitterOptions, autoHashtag: true };
    const { http, body } = await send('POST', '/post', sent);
    expect([http, body.post.slice(post.lastIndexOf(' '))]).toEqual([200, end]);
    const { posts } = (await ask(`/history/twitter?limit=${LIMITS.threadPosts}`)).body;
    const whole = twitterOptions.thread
      ? posts
          .map((each: { post: string }) => each.post)
          .toReversed()
          .join('\n\n')
      : posts[0].post;
    expect(whole).toBe(body.post);
  });

  test('hashtags: as many as instagram takes in all', async () => {
    const { send } = await postingSandbox();
    const post = `${'#a '.repeat(29)}flavours of coffee`;
    const mediaUrls = ['https://media.example/a.jpg'];
    const { body } = await send('POST', '/post', {
      post,
      mediaUrls,
      platforms: ['instagram'],
      autoHashtag: true,
    });
    expect(body.post).toBe(`${'#a '.repeat(29)}#flavours of coffee`);
  });

  test('short links are as long as they are counted before', async () => {
    const { send, sandbox } = await postingSandbox();
    await control(sandbox, 'setAccount', { platform: 'bluesky', linked: true });
    const sent = { platforms: ['bluesky'], shortenLinks: true };
    const withLink = (length: number) => `${'x'.repeat(length)} https://a.example/${'b'.repeat(100)}`;
    const { body } = await send('POST', '/post', { ...sent, post: withLink(276) });
    expect(body.post).toHaveLength(300);
    const many = 'http://a '.repeat(15);
    expect((await send('POST', '/post', { ...sent, post: many })).body.code).toBe(101);
  });

  test('a first comment: by the account, on each network that takes comments, deleted as one of the service', async () => {
    const { send, ask, sandbox } = await postingSandbox();
    await control(sandbox, 'setAccount', { platform: 'telegram', linked: true });
    const platforms = ['facebook', 'linkedin', 'telegram'];
    const firstComment = { comment: 'the price list: below' };
    const { body } = await send('POST', '/post', { post: 'New', platforms, firstComment });
    const commentsOf = async () => {
      const { facebook, linkedin, telegram } = (await ask(`/comments/${body.id}`)).body;
      return [facebook, linkedin, telegram];
    };
    expect(await commentsOf()).toMatchObject([
      [{ comment: 'the price list: below', from: { name: 'Us' } }],
      [{ comment: 'the price list: below' }],
      undefined,
    ]);
    await send('DELETE', '/comments', { id: body.id });
    await control(sandbox, 'advanceClock', { ms: 600_000 });
    expect(await commentsOf()).toEqual([undefined, undefined, undefined]);
  });
});
