import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../../src/service/limits.ts';
import { CommentPlatform, Platform } from '../../../../src/service/platforms.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { HOSTILE_TEXTS } from '../../../support/hostile-texts.ts';
import { quickFolder } from '../../../support/quick-folder.ts';
import { openHeldSandbox } from '../../../support/sandbox/hold-to-document.ts';
import { postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import { scaled } from '../../../support/scale.ts';
import { askSandbox, NOW } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const OF_REDDIT = { title: 'Hello', subreddit: 'coffee' };

/** The longest that a request may have, by `npm run chaos`. */
const LONG = scaled(250_000, 1_000_000);

const folder = quickFolder('posts');
afterAll(() => rmSync(folder, { recursive: true }));

describe('hostile posts', async () => {
  const { send, ask, defects } = await postingSandbox();

  test('of every kind of text come back as they were sent', async () => {
    for (const [what, text] of HOSTILE_TEXTS) {
      const sent = {
        post: `a${text}`,
        platforms: ['reddit'],
        redditOptions: OF_REDDIT,
        notes: text,
        firstComment: { comment: `b${text}` },
      };
      const whole = sent.post.toWellFormed();
      const { body } = await send('POST', '/post', sent);
      expect([what, body.status], JSON.stringify(body.errors)).toEqual([what, 'success']);
      const record = (await ask(`/post/${body.id}`)).body;
      // half of a pair is no character: no network has it
      expect([body.post, record.post, record.notes]).toEqual([whole, whole, text]);
    }
    expect(defects).toEqual([]);
  });

  test(`of ${LONG / 1000} kB are answered, whatever is asked for`, async () => {
    const words = 'coffee https://shop.example/a '.repeat(LONG / 30);
    for (const text of [words, 'x'.repeat(LONG), '#'.repeat(LONG), 'http://'.repeat(LONG / 7)]) {
      const sent = { post: text, platforms: ['all'], shortenLinks: true, autoHashtag: true };
      const { body } = await send('POST', '/post', { ...sent, twitterOptions: { thread: true } });
      expect(body.errors.length).toBeGreaterThan(0);
      expect((await send('POST', '/validate/post', sent)).http).toBe(400);
    }
    expect(defects).toEqual([]);
  });

  test('101 past 1 MiB', async () => {
    const body = JSON.stringify({ post: 'x'.repeat(LIMITS.requestBodyBytes), platforms: ['facebook'] });
    const answer = await ask('/post', { method: 'POST', body });
    expect([answer.http, answer.body.code, answer.body.message]).toEqual([
      400,
      101,
      expect.stringContaining('large'),
    ]);
  });

  test.each([
    ['nothing', undefined],
    ['half of an object', '{"post":"x","platforms":["facebook"'],
    ['null', 'null'],
    ['a number', '7'],
    ['lists in lists', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['numbers for texts', '{"post":7,"platforms":["facebook"]}'],
    ['a network that is an object', '{"post":"x","platforms":[{}]}'],
    ['members of all objects', '{"post":{"__proto__":"x","constructor":7},"platforms":["facebook"]}'],
    ['a text for no network', '{"post":{"toString":"x"},"platforms":["facebook"]}'],
    ['options that are a list', '{"post":"x","platforms":["facebook"],"faceBookOptions":[]}'],
    ['a comment without a text', '{"post":"x","platforms":["facebook"],"firstComment":{"comment":" "}}'],
    ['a blank key', '{"post":"x","platforms":["facebook"],"idempotencyKey":" "}'],
  ])('101 for a body of %s, on every route of posts', async (_what, body) => {
    for (const [method, path] of [
      ['POST', '/post'],
      ['POST', '/validate/post'],
      ['PATCH', '/post'],
      ['PUT', '/post'],
      ['PUT', '/post/retry'],
      ['DELETE', '/post'],
    ] as const) {
      const answer = await ask(path, { method, ...(body !== undefined && { body }) });
      expect([path, answer.http, answer.body.code]).toEqual([path, 400, 101]);
    }
    expect(defects).toEqual([]);
  });

  test('the same network a thousand times is one', async () => {
    const { body } = await send('POST', '/post', { post: 'one', platforms: Array(1_000).fill('facebook') });
    expect(body.postIds).toHaveLength(1);
  });

  test('nothing of an unknown member gets anywhere', async () => {
    const sent =
      '{"post":"hm","platforms":["facebook"],"__proto__":{"isAdmin":true},"id":"mine","status":"deleted"}';
    const { body } = await ask('/post', { method: 'POST', body: sent });
    expect(body).toMatchObject({ status: 'success', id: expect.stringMatching(/^\w{20}$/) });
    expect((await ask(`/post/${body.id}`)).body.status).toBe('success');
  });
});

test('every network with comments takes a first comment, and every one of the 14 a post, at the same time', async () => {
  const { send, sandbox, pass, ask } = await postingSandbox();
  for (const platform of Platform.options) await control(sandbox, 'setAccount', { platform, linked: true });
  const { body } = await send('POST', '/post', {
    post: 'hello',
    platforms: Platform.options,
    mediaUrls: ['https://media.example/a.mp4'],
    firstComment: { comment: 'and hello' },
    redditOptions: { title: 'Hello', subreddit: 'coffee' },
    youTubeOptions: { title: 'Hello' },
    pinterestOptions: { thumbNail: 'https://media.example/a.png' },
  });
  expect([body.status, body.postIds.length]).toEqual(['success', Platform.options.length]);
  await pass(600);
  const comments = (await ask(`/comments/${body.id}`)).body;
  for (const platform of CommentPlatform.options)
    expect(comments[platform]).toMatchObject([{ comment: 'and hello' }]);
});

test('of two processes that get the same idempotencyKey at once, one posts', async () => {
  const open = () =>
    openHeldSandbox({
      file: join(folder, 'two.db'),
      clock: stoppedClock(NOW),
      random: randomBytes,
      seed: async () => SLIGHT_SEED,
    });
  const [one, other] = [await open(), await open()];
  const send = (sandbox: typeof one, key: string) => {
    const body = JSON.stringify({
      post: `text of ${key}`,
      platforms: ['reddit'],
      redditOptions: OF_REDDIT,
      idempotencyKey: key,
    });
    return askSandbox(sandbox, '/post', { method: 'POST', body });
  };
  for (const key of ['a', 'b', 'c']) {
    const answers = await Promise.all([one, other, one, other].map((sandbox) => send(sandbox, key)));
    expect(answers.map(({ body }) => body.code ?? body.status).toSorted()).toEqual([
      1409,
      1409,
      1409,
      'success',
    ]);
  }
  const { posts } = (await askSandbox(one, '/history/reddit')).body;
  expect(posts.filter(({ post }: { post: string }) => post.startsWith('text of'))).toHaveLength(3);
  one.close();
  other.close();
});
