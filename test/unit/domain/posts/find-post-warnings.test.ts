import { expect, test } from 'vitest';
import { PLATFORMS, Platform } from '../../../../src/service/platforms.ts';
import { faultLines, faultPlaces, faultsOf } from '../../../support/sandbox/post-fault-lines.ts';

const PICTURE = 'https://cdn.example/cup.jpg';
const VIDEO = 'https://cdn.example/cup.mp4';

const to = (platform: string, fields: object = {}) => ({
  post: 'New cups',
  platforms: [platform],
  ...fields,
});
const reel = (instagramOptions: object, fields: object = {}) =>
  to('instagram', { mediaUrls: [VIDEO], instagramOptions, ...fields });
const thumbnail = (thumbNail: string) =>
  to('youtube', { mediaUrls: [VIDEO], youTubeOptions: { title: 'Cups', thumbNail } });

test.each<[string, object, string]>([
  [
    'a name of audio beside a configuration',
    reel({ audioName: 'Cups', audioConfiguration: { audioId: '8' } }),
    'warning 518 instagram instagramOptions.audioName: is ignored: audioConfiguration is also set and takes precedence',
  ],
  [
    'a thumbnail of another kind',
    thumbnail('https://cdn.example/a.gif'),
    'warning 307 youtube youTubeOptions.thumbNail: is not applied: it must be an image with the extension png, jpg, jpeg',
  ],
  [
    'a thumbnail that is no address',
    thumbnail('cup one.png'),
    'warning 307 youtube youTubeOptions.thumbNail: is not applied: it must be an http or https URL without spaces',
  ],
  [
    'a thumbnail that is not publicly reachable',
    thumbnail('https://10.0.0.1/cup.png'),
    'warning 307 youtube youTubeOptions.thumbNail: is not applied: its host must be public',
  ],
  [
    'a long post that is a thread',
    to('twitter', { twitterOptions: { thread: true, longPost: true } }),
    'warning 101 twitter twitterOptions.longPost: is ignored on a thread',
  ],
  [
    'more media than posts of a thread',
    to('twitter', { post: 'One\n\nTwo', xOptions: { thread: true, mediaUrls: [null, PICTURE, PICTURE] } }),
    'warning 101 twitter xOptions.mediaUrls: has 3 entries, but the thread has 2 posts: the others are ignored',
  ],
  [
    'a long video without a video',
    to('twitter', { mediaUrls: [PICTURE], xOptions: { longVideo: true } }),
    'warning 101 twitter xOptions.longVideo: has no effect without a video',
  ],
  [
    'comments disabled where they cannot be',
    to('bluesky', { disableComments: true }),
    'warning 101 bluesky disableComments: has no effect on Bluesky: only on Instagram, LinkedIn, TikTok',
  ],
  [
    'a first comment where comments are disabled',
    to('linkedin', { disableComments: true, firstComment: { comment: 'Hi' } }),
    'warning 101 linkedin firstComment: has no effect on LinkedIn: comments are disabled there',
  ],
  [
    'the same by the options of TikTok',
    to('tiktok', {
      mediaUrls: [VIDEO],
      tikTokOptions: { disableComments: true },
      firstComment: { comment: 'Hi' },
    }),
    'warning 101 tiktok firstComment: has no effect on TikTok: comments are disabled there',
  ],
  [
    'a first comment where comments cannot be disabled',
    to('facebook', { disableComments: true, firstComment: { comment: 'Hi' } }),
    'warning 101 facebook disableComments: has no effect on Facebook: only on Instagram, LinkedIn, TikTok',
  ],
  [
    'a first comment where none can be made',
    to('gmb', { firstComment: { comment: 'Hi' } }),
    'warning 101 gmb firstComment: has no effect on Google Business Profile: comments cannot be created there',
  ],
  [
    'a video that nothing says to be one',
    to('youtube', { mediaUrls: ['https://cdn.example/1'], youTubeOptions: { title: 'Cups' } }),
    'warning 139 youtube mediaUrls[0]: may not be a video, judging by its extension: if it is one, set isVideo: true',
  ],
  [
    'a post to be repeated that has a time of its own',
    to('bluesky', {
      autoRepost: { repeat: 10, days: 365, startDate: '9999-12-01T00:00:00Z' },
      scheduleDate: '2026-04-02T08:00:00Z',
    }),
    'warning 101 - autoRepost: is ignored with scheduleDate: the post is not repeated',
  ],
  [
    'a time that has passed',
    to('bluesky', { scheduleDate: '2026-03-02T07:59:59Z' }),
    'warning 101 - scheduleDate: is in the past: the post is published immediately',
  ],
  [
    'a title that may be too long',
    to('youtube', { mediaUrls: [VIDEO], youTubeOptions: { title: '🎉'.repeat(51) } }),
    'warning 101 youtube youTubeOptions.title: has 51 of 100 characters, but 102 in UTF-16 code units, and YouTube does not document which it counts: it may refuse it',
  ],
  [
    'options of a network that is not meant',
    to('bluesky', { redditOptions: { title: 'Cups' } }),
    'warning 101 reddit redditOptions: has no effect: the post is not sent to Reddit',
  ],
  [
    'a text of a network that is not meant',
    to('bluesky', { post: { default: 'Hi', reddit: 'Cups' } }),
    'warning 101 reddit post.reddit: has no effect: the post is not sent to Reddit',
  ],
  [
    'media of what is no network',
    to('bluesky', { mediaUrls: { default: [PICTURE], Reddit: [PICTURE] } }),
    'warning 101 - mediaUrls.Reddit: has no effect: it is not a network: did you mean reddit?',
  ],
  [
    'a text of what is no network, and like none',
    to('bluesky', { post: { default: 'Hi', myspace: 'Cups' } }),
    'warning 101 - post.myspace: has no effect: it is not a network',
  ],
  [
    'both spellings of the options of X',
    to('twitter', { twitterOptions: { threadNumber: true }, xOptions: { subscribersOnly: true } }),
    'warning 101 twitter xOptions: is combined with twitterOptions, which means the same: if both set an option, xOptions takes precedence',
  ],
])(
  '%s',
  { tags: ['POST-05', 'POST-11', 'POST-14', 'POST-07', 'POST-13', 'POST-08'] },
  (_what, body, expected) => {
    expect(faultLines(body)).toEqual([expected]);
  },
);

test.each([
  ['audioName', reel({ audioName: 'Cups', audioConfiguration: { audioId: '8' } }), 'audioName'],
  ['thumbnail', thumbnail('https://cdn.example/a.gif'), 'thumbnail'],
  ['longPost', to('twitter', { xOptions: { thread: true, longPost: true } }), 'longPost'],
  ['a time', to('bluesky', { scheduleDate: '2026-03-02T07:59:59Z' }), 'scheduleDate'],
  [
    'repeats',
    to('bluesky', { autoRepost: { repeat: 2, days: 2 }, scheduleDate: '2026-04-02T08:00:00Z' }),
    'autoRepost',
  ],
  [
    'a text that may be too long',
    to('instagram', { mediaUrls: [PICTURE], post: '🎉'.repeat(1_101) }),
    'post',
  ],
  ['hashtags', to('instagram', { mediaUrls: [PICTURE], post: '#cups '.repeat(6) }), 'hashtags'],
  ['a link', to('twitter', { post: 'https://ex.com/Καφές' }), 'links'],
  ['names that may be links', to('threads', { post: 'a.com b.com c.com d.com e.com f.com' }), 'links'],
  ['a first comment', to('linkedin', { firstComment: { comment: 'x'.repeat(1_251) } }), 'firstComment'],
  [
    'what may be no video',
    to('youtube', { mediaUrls: ['https://cdn.example/1'], youTubeOptions: { title: 'Cups' } }),
    'isVideo',
  ],
  [
    'both spellings of the options of X',
    to('twitter', { twitterOptions: { threadNumber: true }, xOptions: { subscribersOnly: true } }),
    'xOptions',
  ],
  [
    'media of a thread',
    to('twitter', { post: 'One\n\nTwo', xOptions: { thread: true, mediaUrls: [null, PICTURE, PICTURE] } }),
    'thread',
  ],
])('what a warning is about: %s', { tags: ['POST-05', 'POST-11', 'POST-14'] }, (_what, body, feature) => {
  expect(faultsOf(body).map((fault) => fault.feature)).toEqual([feature]);
});

test('a name of audio that is in the post itself is dropped, too', { tags: ['POST-05'] }, () => {
  const body = reel({ audioConfiguration: { audioId: '8' } }, { audioName: 'Cups' });
  expect(faultPlaces(body)).toContain('warning 518 instagram audioName');
});

test.each([
  ['only a name of audio', reel({ audioName: 'Cups' })],
  ['a thumbnail in capitals', thumbnail('https://cdn.example/A.JPEG?size=2')],
  ['a thumbnail of which nothing can be known', thumbnail('https://cdn.example/cup')],
  ['a long video', to('twitter', { mediaUrls: [VIDEO], xOptions: { longVideo: true } })],
  [
    'what may be a long video',
    to('twitter', { mediaUrls: ['https://cdn.example/1'], xOptions: { longVideo: true } }),
  ],
  ['a long video on a network that knows none', to('bluesky', { blueSkyOptions: { longVideo: true } })],
  ['a long post that is no thread', to('twitter', { xOptions: { longPost: true } })],
  ['a time that has not passed', to('bluesky', { scheduleDate: '2026-03-02T08:00:00Z' })],
  ['options that say nothing', to('bluesky', { redditOptions: {}, xOptions: {}, twitterOptions: {} })],
  ['a first comment', to('tiktok', { mediaUrls: [VIDEO], firstComment: { comment: 'Hi' } })],
  ['comments that are not disabled', to('bluesky', { disableComments: false })],
])(
  'nothing is reported: %s',
  { tags: ['POST-05', 'POST-11', 'POST-13', 'POST-14', 'POST-08'] },
  (_what, body) => {
    expect(faultLines(body)).toEqual([]);
  },
);

test.each(Platform.options)(
  'disabling comments takes effect or is warned of: %s',
  { tags: ['POST-08'] },
  (platform) => {
    const warned = faultPlaces(to(platform, { disableComments: true })).includes(
      `warning 101 ${platform} disableComments`,
    );
    expect(warned).toBe(!PLATFORMS[platform].comments?.disable);
  },
);

const known = (name: string) => `is not known, and may have no effect: did you mean ${name}?`;
const home = (...names: readonly string[]) => `may have no effect here: it belongs in ${names.join(' or ')}`;

test.each<[string, object, string]>([
  ['without its last letter', { twitterOption: {} }, `twitterOption: ${known('twitterOptions')}`],
  ['with other capitals', { tiktokOptions: {} }, `tiktokOptions: ${known('tikTokOptions')}`],
  ['with both', { youtubeOption: {} }, `youtubeOption: ${known('youTubeOptions')}`],
  ['with a dash', { media_urls: [] }, `media_urls: ${known('mediaUrls')}`],
  ['two letters that changed places', { mediaUrsl: [] }, `mediaUrsl: ${known('mediaUrls')}`],
  [
    'in an object',
    { twitterOptions: { subscriberOnly: true } },
    `twitterOptions.subscriberOnly: ${known('subscribersOnly')}`,
  ],
  ['in the wrong place', { longPost: true }, `longPost: ${home('twitterOptions', 'xOptions')}`],
  [
    'a track in the wrong place',
    { audioConfiguration: { audioId: '8' } },
    `audioConfiguration: ${home('instagramOptions')}`,
  ],
])('an option that would be lost: %s', { tags: ['POST-18', 'AUD-07'] }, (_what, fields, expected) => {
  const lines = faultLines(to('twitter', fields)).map((line) =>
    line.replace(/^warning 101 (?:-|twitter) /, ''),
  );
  expect(lines).toEqual([expected]);
});

test('a member beside the id of a track', { tags: ['POST-18', 'AUD-07'] }, () => {
  const body = reel({ audioConfiguration: { audioID: '8' } });
  expect(faultLines(body)).toEqual([
    `warning 101 instagram instagramOptions.audioConfiguration.audioID: ${known('audioId')}`,
  ]);
});

test('members that are like none that are known are passed on without a word', () => {
  const body = to('bluesky', { campaign: 'spring', constructor: 1, blueSkyOptions: { anything: 'else' } });
  expect(faultLines(body)).toEqual([]);
});
