import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../../src/service/limits.ts';
import { postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';

const { send, ask, post } = await postingSandbox();

const REEL = ['https://media.example/a.mp4'];
const onInstagram = (instagramOptions: object, rest: object = {}) => ({
  post: 'a reel',
  platforms: ['instagram'],
  mediaUrls: REEL,
  instagramOptions,
  ...rest,
});
const trial = (trialParams: unknown, rest: object = {}) => onInstagram({ trialParams }, rest);
const MANUAL = { graduationStrategy: 'MANUAL' };

/** What is refused before any network is asked: a flat envelope, and no post. */
describe('refused before any attempt', () => {
  test.each([
    ['a decimal volume', onInstagram({ audioConfiguration: { audioVolume: 0.5 } }), 101],
    ['a trial reel without a strategy', trial({}), 447],
    ['a strategy in small letters', trial({ graduationStrategy: 'manual' }), 448],
    ['a trial reel of a picture', trial(MANUAL, { mediaUrls: ['https://media.example/a.jpg'] }), 449],
    [
      'a media address over http',
      { post: 'x', platforms: ['facebook'], mediaUrls: ['http://m.example/a.jpg'] },
      136,
    ],
    [
      'a schedule and a date',
      {
        post: 'x',
        platforms: ['facebook'],
        autoSchedule: { schedule: true },
        scheduleDate: '2026-09-22T00:00:00Z',
      },
      101,
    ],
    [
      'a posting schedule, of which there is none',
      { post: 'x', platforms: ['facebook'], autoSchedule: { schedule: true } },
      192,
    ],
    ['a date that is none', { post: 'x', platforms: ['facebook'], scheduleDate: 'tomorrow' }, 101],
    ['eleven repetitions', { post: 'x', platforms: ['facebook'], autoRepost: { repeat: 11, days: 2 } }, 101],
    ['a body that is a list', [], 101],
  ])('%s', { tags: ['POST-03', 'POST-04'] }, async (_what, sent, code) => {
    const before = (await ask('/history?lastDays=0')).body.count;
    const { http, body } = await send('POST', '/post', sent);
    expect(body).toMatchObject({ action: 'post', status: 'error', code, message: expect.any(String) });
    expect(http).toBe(code === 192 ? 404 : 400);
    expect(body).not.toHaveProperty('postIds');
    expect((await ask('/history?lastDays=0')).body.count).toBe(before);
  });

  test('the strategy that was sent comes back, cut', { tags: ['POST-04'] }, async () => {
    const { body } = await send('POST', '/post', trial({ graduationStrategy: 'x'.repeat(100) }));
    expect(body.details).toBe('x'.repeat(LIMITS.strategyEchoCharacters));
  });
});

describe('what one network refuses', () => {
  test.each([
    [
      'a thread of 31 on X',
      'twitter',
      { post: 'part\n\n'.repeat(31), twitterOptions: { thread: true } },
      275,
    ],
    [
      'a thread of 31 on threads',
      'threads',
      { post: 'part\n\n'.repeat(31), threadsOptions: { thread: true } },
      275,
    ],
    ['a text that is too long there', 'bluesky', { post: 'x'.repeat(301) }, 101],
    ['media that are missing there', 'instagram', { post: 'x' }, 139],
    ['a title that is missing there', 'reddit', { post: 'x', redditOptions: { subreddit: 'coffee' } }, 101],
    ['a network that takes no posts', 'whatsapp', { post: 'x' }, 156],
  ])('%s does not affect the others', { tags: ['POST-07'] }, async (_what, platform, sent, code) => {
    const { http, body } = await send('POST', '/post', { ...sent, platforms: [platform, 'telegram'] });
    // telegram is not linked, so that none is posted and nothing is a duplicate of it later
    expect(http).toBe(400);
    expect(body.errors).toMatchObject([
      { platform, code },
      { platform: 'telegram', code: 156 },
    ]);
  });
});

describe('what is taken all the same', () => {
  test('audioConfiguration with audioName: the warning 518, and the post succeeds', {
    tags: ['POST-05'],
  }, async () => {
    const options = { audioConfiguration: { audioId: '880000000000001' }, audioName: 'Slow River' };
    const { http, body } = await send('POST', '/post', onInstagram(options));
    expect([http, body.status]).toEqual([200, 'success']);
    expect(body.postIds[0].warnings).toEqual([
      { feature: 'audioName', code: 518, message: expect.stringContaining('ignored') },
    ]);
  });

  test('every option that is named is taken, and unknown ones too', { tags: ['POST-18'] }, async () => {
    const { body } = await send('POST', '/post', {
      post: 'with everything',
      platforms: ['facebook', 'instagram', 'youtube'],
      mediaUrls: REEL,
      instagramOptions: {
        audioConfiguration: { audioId: '880000000000001', audioVolume: 80, videoVolume: 0 },
        trialParams: MANUAL,
        stories: false,
        somethingNew: [1],
      },
      audioVolume: 100,
      videoVolume: 0,
      disableComments: false,
      shortenLinks: false,
      youTubeOptions: { title: 'Everything', thumbNail: 'https://media.example/a.png' },
      twitterOptions: { longVideo: true, longPost: true, subscribersOnly: true },
      threadsOptions: { allowCountries: ['PT'] },
      anotherThing: { of: 'tomorrow' },
    });
    expect([body.status, body.errors]).toEqual(['success', []]);
    // what reaches none of its networks is reported beside them
    expect(body.warnings.map(({ feature }: { feature: string }) => feature)).toEqual(
      expect.arrayContaining(['threadsOptions', 'twitterOptions']),
    );
  });

  test('disableComments takes effect on three networks; the others say so', {
    tags: ['POST-08'],
  }, async () => {
    const id = await post({
      post: 'silence',
      platforms: ['facebook', 'instagram'],
      mediaUrls: ['https://media.example/a.jpg'],
      disableComments: true,
    });
    const { postIds } = (await ask(`/post/${id}`)).body;
    expect(postIds).toMatchObject([
      { platform: 'facebook', warnings: [{ feature: 'disableComments' }] },
      { platform: 'instagram' },
    ]);
    expect(postIds[1]).not.toHaveProperty('warnings');
  });

  test('the audioId of a post is one of the catalogue; another one is refused by instagram', {
    tags: ['AUD-07'],
  }, async () => {
    const withTrack = (audioId: string, post: string) =>
      send('POST', '/post', onInstagram({ audioConfiguration: { audioId } }, { post }));
    const found = (await ask('/media/instagram/audio/search?query=train')).body.audio[0].audioId;
    expect((await withTrack(found, 'all aboard')).body.status).toBe('success');
    const gone = await withTrack('880000000000005', 'nobody plays it any more');
    expect(gone.body.errors).toMatchObject([{ platform: 'instagram', code: 239 }]);
    const unknown = await withTrack('1', 'which song was that');
    expect(unknown.body.errors).toMatchObject([{ platform: 'instagram', code: 239 }]);
  });
});
