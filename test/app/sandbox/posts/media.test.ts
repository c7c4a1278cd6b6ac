import { describe, expect, test } from 'vitest';
import type { MediaFacts } from '../../../../src/service/control/posting.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { control } from '../../../support/control.ts';
import { type PostingSandbox, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';

const VIDEO = 'https://media.example/a.mp4';
const THUMBNAIL = 'https://media.example/t.png';

async function recorded(facts: MediaFacts, url = VIDEO): Promise<PostingSandbox> {
  const posting = await postingSandbox();
  await control(posting.sandbox, 'setMedia', { url, ...facts });
  return posting;
}

const { max, longMax } = LIMITS.xVideoSeconds;

describe('a video on X', () => {
  test.each([
    ['of half a second', 0.5, {}, undefined],
    ['of less', 0.49, {}, 182],
    ['of 140 seconds', max, {}, undefined],
    ['of more', max + 0.5, {}, 182],
    ['of more with longVideo', max + 0.5, { twitterOptions: { longVideo: true } }, undefined],
    ['of 4 hours with longVideo', longMax, { twitterOptions: { longVideo: true } }, undefined],
    ['of more than that', longMax + 1, { twitterOptions: { longVideo: true } }, 182],
  ])('%s', { tags: ['POST-13'] }, async (_what, seconds, options, code) => {
    const { send, sandbox } = await recorded({ seconds });
    await control(sandbox, 'setAccount', { platform: 'twitter', longVideo: 'on' });
    const sent = { post: 'look', platforms: ['twitter'], mediaUrls: [VIDEO], ...options };
    const { body } = await send('POST', '/post', sent);
    expect(body.code).toBe(code);
  });

  test.each([
    ['an unknown extension is no video', {}, {}, undefined],
    ['unless the post marks it as one', {}, { isVideo: true }, 182],
    ['or its type was set', { type: 'video/webm' }, {}, 182],
    ['a picture that is marked as one', { type: 'image/gif' }, { isVideo: true }, undefined],
  ])('%s', { tags: ['POST-13'] }, async (_what, facts, rest, code) => {
    const url = 'https://media.example/stream';
    const { send } = await recorded({ seconds: 1_000, ...facts }, url);
    const sent = { post: 'look', platforms: ['twitter'], mediaUrls: [url], ...rest };
    const { body } = await send('POST', '/post', sent);
    expect(body.code).toBe(code);
  });

  test('without known facts, it is short enough', { tags: ['POST-13'] }, async () => {
    const { send } = await postingSandbox();
    const { body } = await send('POST', '/post', {
      post: 'look',
      platforms: ['twitter'],
      mediaUrls: [VIDEO],
    });
    expect(body.status).toBe('success');
  });

  test('elsewhere no other network has a rule on its length', { tags: ['POST-13'] }, async () => {
    const { send } = await recorded({ seconds: 1_000 });
    const { body } = await send('POST', '/post', {
      post: 'look',
      platforms: ['facebook'],
      mediaUrls: [VIDEO],
    });
    expect(body.status).toBe('success');
  });
});

describe('the thumbnail of a youtube video', () => {
  const posted = async ({ send }: PostingSandbox, thumbNail = THUMBNAIL) => {
    const youTubeOptions = { title: 'Look', thumbNail };
    const sent = { post: 'look', platforms: ['youtube'], mediaUrls: [VIDEO], youTubeOptions };
    const { http, body } = await send('POST', '/post', sent);
    expect([http, body.status, body.errors]).toEqual([200, 'success', []]);
    return body.postIds[0].warnings ?? [];
  };

  test.each<[string, MediaFacts, string | null]>([
    ['of 2 MB', { bytes: LIMITS.thumbnailBytes }, null],
    ['of a byte more', { bytes: LIMITS.thumbnailBytes + 1 }, 'bytes'],
    ['that cannot be reached', { reachable: false }, 'reached'],
    ['that is no PNG or JPEG', { type: 'image/webp' }, 'image/webp'],
    ['that is JPEG', { type: 'image/jpeg' }, null],
  ])('%s', { tags: ['POST-11'] }, async (_what, facts, reason) => {
    const warnings = await posted(await recorded(facts, THUMBNAIL));
    expect(warnings).toEqual(
      reason === null ? [] : [{ feature: 'thumbnail', code: 307, message: expect.stringContaining(reason) }],
    );
  });

  test('of an unverified channel is not applied, and the post succeeds', { tags: ['POST-11'] }, async () => {
    const posting = await postingSandbox();
    await control(posting.sandbox, 'setAccount', { platform: 'youtube', channel: 'unverified' });
    expect(await posted(posting)).toMatchObject([{ feature: 'thumbnail', code: 307 }]);
  });

  test('of an extension that youtube does not take is reported once', { tags: ['POST-11'] }, async () => {
    const posting = await recorded({ type: 'image/gif' }, 'https://media.example/t.gif');
    expect(await posted(posting, 'https://media.example/t.gif')).toHaveLength(1);
  });
});

test('media that cannot be reached are 136, on the networks that get them', async () => {
  const { send } = await recorded({ reachable: false });
  const mediaUrls = { default: [], facebook: [VIDEO] };
  const { http, body } = await send('POST', '/post', {
    post: 'look',
    mediaUrls,
    platforms: ['facebook', 'linkedin'],
  });
  expect(http).toBe(200);
  expect(body.errors).toMatchObject([
    { platform: 'facebook', code: 136, message: expect.stringContaining(VIDEO) },
  ]);
  expect(body.postIds).toMatchObject([{ platform: 'linkedin' }]);
});

test('so are those that only the options of a network name', async () => {
  const { send } = await recorded({ reachable: false }, 'https://media.example/b.jpg');
  const twitterOptions = { thread: true, mediaUrls: ['https://media.example/b.jpg'] };
  const { body } = await send('POST', '/post', {
    post: 'one\n\ntwo',
    platforms: ['twitter'],
    twitterOptions,
  });
  expect(body.code).toBe(136);
});

test('a trial reel whose file is known to be no video is 449', { tags: ['POST-04'] }, async () => {
  const { send } = await recorded({ type: 'image/png' });
  const instagramOptions = { trialParams: { graduationStrategy: 'MANUAL' } };
  const sent = { post: 'look', platforms: ['instagram'], mediaUrls: [VIDEO], instagramOptions };
  expect((await send('POST', '/post', sent)).body.errors).toMatchObject([{ code: 449 }]);
});
