import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../../src/service/limits.ts';
import { MEDIA_PATHS } from '../../../../src/service/media-limits.ts';
import { PLATFORMS, Platform } from '../../../../src/service/platforms.ts';
import { faultLines, faultPlaces } from '../../../support/sandbox/post-fault-lines.ts';

const PICTURE = 'https://cdn.example/cup.jpg';
const VIDEO = 'https://cdn.example/cup.mp4';
const pictures = (count: number) => Array.from({ length: count }, () => PICTURE);
const text = (length: number) => 'x'.repeat(length);

const to = (platform: string, fields: object = {}) => ({
  post: 'New cups',
  platforms: [platform],
  ...fields,
});
const instagram = (fields: object = {}) => to('instagram', { mediaUrls: [PICTURE], ...fields });
const reel = (instagramOptions: object) => instagram({ mediaUrls: [VIDEO], instagramOptions });
const youtube = (fields: object = {}) =>
  to('youtube', { mediaUrls: [VIDEO], youTubeOptions: { title: 'Cups' }, ...fields });
const reddit = (redditOptions: object, fields: object = {}) => to('reddit', { redditOptions, ...fields });

test.each([
  ['only a text, where one will do', to('bluesky')],
  ['a schedule of the service', to('bluesky', { autoSchedule: { schedule: true } })],
  [
    'just as many collaborators as it takes',
    instagram({ instagramOptions: { collaborators: ['a', 'b', 'c'] } }),
  ],
  [
    'a video of pinterest with its cover',
    to('pinterest', { mediaUrls: [VIDEO], pinterestOptions: { thumbNail: PICTURE } }),
  ],
  [
    'collaborators of a network that limits none',
    to('bluesky', { blueSkyOptions: { collaborators: ['a', 'b', 'c', 'd'] } }),
  ],
  ['volumes where no sound is', reel({ trialParams: { graduationStrategy: 'MANUAL', audioVolume: 'loud' } })],
  ['a place on reddit that only has /r/ in it', reddit({ title: 'Cups', subreddit: 'for/r/pottery' })],
  [
    'repeats that end in the year 9999',
    to('bluesky', { autoRepost: { repeat: 2, days: 15, startDate: '9999-12-01T00:00:00.000Z' } }),
  ],
  [
    'a file of a sandbox',
    instagram({ mediaUrls: [`http://127.0.0.1:4010${MEDIA_PATHS.file}Rb5tYw2QnE8sLk0ZcV3d/cup.jpg`] }),
  ],
  ['no text, where there are media', instagram({ post: '' })],
  ['a video of youtube with its title', youtube()],
  ['a post of reddit with its title and place', reddit({ title: 'Cups', subreddit: 'pottery' })],
  ['the lowest and the highest volume', reel({ audioVolume: 0, audioConfiguration: { videoVolume: 100 } })],
  ['the id of a track as a search gives it', reel({ audioConfiguration: { audioId: '880000000000321' } })],
  ['a trial reel', reel({ trialParams: { graduationStrategy: 'MANUAL' } })],
  [
    'a trial reel of a .MOV, whatever follows it',
    instagram({
      mediaUrls: ['https://cdn.example/a.MOV?size=2'],
      instagramOptions: { trialParams: { graduationStrategy: 'SS_PERFORMANCE' } },
    }),
  ],
  [
    'all options that are named',
    {
      post: 'New cups',
      platforms: ['instagram', 'twitter', 'threads', 'youtube', 'tiktok', 'linkedin'],
      mediaUrls: [VIDEO],
      shortenLinks: true,
      instagramOptions: {
        audioName: 'Cups',
        stories: false,
        audioVolume: 50,
        videoVolume: 50,
        thumbNail: PICTURE,
      },
      twitterOptions: { longVideo: true, longPost: true, subscribersOnly: true },
      threadsOptions: { allowCountries: ['NO'] },
      youTubeOptions: { title: 'Cups', thumbNail: PICTURE },
      tikTokOptions: { disableComments: true },
    },
  ],
])('nothing is reported: %s', { tags: ['POST-03', 'AUD-07', 'POST-04', 'POST-18'] }, (_what, body) => {
  expect(faultLines(body)).toEqual([]);
});

describe('nothing at all is published', () => {
  const volume = 'must be a whole number from 0 to 100';
  const url = 'must be a public https address without spaces';
  const single = 'must be a single .mp4 or .mov video for a trial reel';

  test.each<[string, object, readonly string[]]>([
    [
      'no text and no media',
      to('bluesky', { post: ' \n' }),
      ['request 101 - post: must contain text if there are no media'],
    ],
    [
      'two times to publish it at',
      to('bluesky', { autoSchedule: { schedule: true }, scheduleDate: '2026-04-02T08:00:00Z' }),
      ['request 101 - autoSchedule: cannot be combined with scheduleDate'],
    ],
    [
      'repeats beyond the year 9999',
      to('bluesky', { autoRepost: { repeat: 2, days: 16, startDate: '9999-12-01T00:00:00.000Z' } }),
      ['request 101 - autoRepost: must end before the year 10000'],
    ],
    [
      'media by plain http',
      instagram({ mediaUrls: ['http://cdn.example/a.jpg'] }),
      [`request 136 - mediaUrls[0]: ${url}`],
    ],
    [
      'a space in an address',
      instagram({ mediaUrls: [PICTURE, 'https://cdn.example/a b.jpg'] }),
      [`request 136 - mediaUrls[1]: ${url}`],
    ],
    [
      'media that is not publicly reachable',
      instagram({ mediaUrls: ['https://localhost/a.jpg'] }),
      [`request 136 - mediaUrls[0]: ${url}`],
    ],
    [
      'an address of one network',
      instagram({ mediaUrls: { instagram: [PICTURE], default: ['a.jpg'] } }),
      [`request 136 - mediaUrls.default[0]: ${url}`],
    ],
    [
      'an address of a first comment',
      to('facebook', { firstComment: { comment: 'Hi', mediaUrls: ['a.jpg'] } }),
      [`request 136 - firstComment.mediaUrls[0]: ${url}`],
    ],
    [
      'an address of a thread',
      to('twitter', { twitterOptions: { mediaUrls: ['a.jpg'] } }),
      [`request 136 - twitterOptions.mediaUrls[0]: ${url}`],
    ],
    [
      'one of several addresses of a post of a thread',
      to('threads', {
        post: 'One\n\nTwo',
        threadsOptions: { thread: true, mediaUrls: [null, [PICTURE, 'a.jpg']] },
      }),
      [`request 136 - threadsOptions.mediaUrls[1][1]: ${url}`],
    ],
    [
      'a volume over the highest',
      reel({ audioVolume: 101 }),
      [`request 101 instagram instagramOptions.audioVolume: ${volume}`],
    ],
    [
      'a volume below the lowest',
      reel({ videoVolume: -1 }),
      [`request 101 instagram instagramOptions.videoVolume: ${volume}`],
    ],
    [
      'a decimal',
      reel({ audioVolume: 50.5 }),
      [`request 101 instagram instagramOptions.audioVolume: ${volume}`],
    ],
    [
      'a text of digits',
      reel({ audioVolume: '50' }),
      [`request 101 instagram instagramOptions.audioVolume: ${volume}`],
    ],
    ['null', reel({ audioVolume: null }), [`request 101 instagram instagramOptions.audioVolume: ${volume}`]],
    [
      'beside a track',
      reel({ audioConfiguration: { audioId: '8', audioVolume: 1e9, videoVolume: true } }),
      [
        `request 101 instagram instagramOptions.audioConfiguration.audioVolume: ${volume}`,
        `request 101 instagram instagramOptions.audioConfiguration.videoVolume: ${volume}`,
      ],
    ],
    [
      'an id that no track has',
      reel({ audioConfiguration: { audioId: ' ' } }),
      [
        'request 101 instagram instagramOptions.audioConfiguration.audioId: must be the id of a track, as returned by the audio search',
      ],
    ],
    [
      'no strategy',
      reel({ trialParams: {} }),
      [
        'request 447 instagram instagramOptions.trialParams.graduationStrategy: is required: MANUAL or SS_PERFORMANCE',
      ],
    ],
    [
      'a story',
      reel({ stories: true, trialParams: { graduationStrategy: 'MANUAL' } }),
      ['request 449 instagram instagramOptions.stories: must not be set: a trial reel cannot be a story'],
    ],
    [
      'a picture',
      instagram({ instagramOptions: { trialParams: { graduationStrategy: 'MANUAL' } } }),
      [`request 449 instagram mediaUrls: ${single}`],
    ],
  ])('%s', { tags: ['POST-03', 'AUD-07', 'POST-04'] }, (_what, body, expected) => {
    expect(faultLines(body)).toEqual(expected);
  });

  test.each([
    ['in the post itself', { audioVolume: null }, 'request 101 - audioVolume'],
    [
      'in an object of another network',
      { tikTokOptions: { videoVolume: '1' } },
      'request 101 tiktok tikTokOptions.videoVolume',
    ],
    [
      'in an unknown object',
      { wideOptions: { audioConfiguration: { audioVolume: 0.5 } } },
      'request 101 - wideOptions.audioConfiguration.audioVolume',
    ],
  ])('a volume is checked wherever it is: %s', { tags: ['POST-03'] }, (_where, fields, expected) => {
    expect(faultPlaces(instagram(fields))).toContain(expected);
  });

  test.each([
    ['missing', {}],
    ['null', { graduationStrategy: null }],
    ['empty', { graduationStrategy: '' }],
    ['of null', null],
    ['of a text', 'MANUAL'],
  ])('a strategy that is %s: 447', { tags: ['POST-04'] }, (_what, trialParams) => {
    expect(faultPlaces(reel({ trialParams }))).toEqual([
      'request 447 instagram instagramOptions.trialParams.graduationStrategy',
    ]);
  });

  test.each([
    ['two videos', { mediaUrls: [VIDEO, VIDEO] }],
    ['another kind of video', { mediaUrls: ['https://cdn.example/a.webm'] }],
    ['an address without an ending', { mediaUrls: ['https://cdn.example/mp4'], isVideo: true }],
    ['an ending that only its query has', { mediaUrls: ['https://cdn.example/a?b=c.mp4'] }],
  ])('what no trial reel is made of: %s', { tags: ['POST-04'] }, (_what, fields) => {
    const body = instagram({
      ...fields,
      instagramOptions: { trialParams: { graduationStrategy: 'MANUAL' } },
    });
    expect(faultPlaces(body)).toEqual(['request 449 instagram mediaUrls']);
  });
});

describe('one network refuses its part', () => {
  test.each<[string, object, readonly string[]]>([
    [
      'a network that posts cannot be sent to',
      to('whatsapp'),
      ['network 156 whatsapp platforms: must not include WhatsApp: posts cannot be sent there'],
    ],
    [
      'no text for it',
      { post: { facebook: 'Hi' }, platforms: ['facebook', 'bluesky'] },
      ['network 101 bluesky post.default: must contain text for Bluesky if there are no media'],
    ],
    [
      'a text that is too long',
      to('bluesky', { post: text(301) }),
      ['network 101 bluesky post: must be at most 300 characters, but has 301'],
    ],
    [
      'a text that is too long for X',
      to('twitter', { post: { default: 'Hi', twitter: text(281) } }),
      [
        'network 101 twitter post.twitter: must be at most 280 characters, but has 281; thread: true splits it into several posts',
      ],
    ],
    [
      'a text too long to count',
      to('bluesky', { post: text(200_000) }),
      ['network 101 bluesky post: must be at most 300 characters, but has more than 10,300'],
    ],
    [
      'more hashtags than it takes',
      instagram({ post: '#cups '.repeat(31) }),
      ['network 101 instagram post: must have at most 30 hashtags, but has 31'],
    ],
    [
      'a thread of too many posts on X',
      to('twitter', { post: 'Hi\n\n'.repeat(31), twitterOptions: { thread: true } }),
      [`network 275 twitter post: makes a thread of more than ${LIMITS.threadPosts} posts`],
    ],
    [
      'a thread of too many posts on threads',
      to('threads', { post: 'Hi\n\n'.repeat(31), threadsOptions: { thread: true } }),
      [`network 275 threads post: makes a thread of more than ${LIMITS.threadPosts} posts`],
    ],
    [
      'too many media of the first post of a thread',
      to('twitter', { mediaUrls: pictures(5), twitterOptions: { thread: true } }),
      ['network 101 twitter mediaUrls: must have at most 4 entries for X, but has 5'],
    ],
    [
      'too many media of a later post of a thread',
      to('twitter', { post: 'One\n\nTwo', xOptions: { thread: true, mediaUrls: [null, pictures(5)] } }),
      ['network 101 twitter xOptions.mediaUrls[1]: must have at most 4 entries for X, but has 5'],
    ],
    [
      'no media, where some are needed',
      to('instagram'),
      ['network 139 instagram mediaUrls: is required: Instagram does not accept posts without media'],
    ],
    [
      'no video, where one is needed',
      youtube({ mediaUrls: { default: [] } }),
      ['network 139 youtube mediaUrls.default: is required: YouTube does not accept posts without a video'],
    ],
    [
      'a picture, where a video is needed',
      youtube({ mediaUrls: [PICTURE] }),
      ['network 139 youtube mediaUrls[0]: must be a video for YouTube'],
    ],
    [
      'a picture as a reel',
      instagram({ instagramOptions: { reels: true } }),
      ['network 139 instagram mediaUrls[0]: must be a video for a reel'],
    ],
    [
      'a reel of two videos',
      to('instagram', { mediaUrls: [VIDEO, VIDEO], instagramOptions: { reels: true } }),
      ['network 139 instagram mediaUrls: must be a single video for a reel'],
    ],
    [
      'more media than it takes',
      to('bluesky', { mediaUrls: pictures(5) }),
      ['network 101 bluesky mediaUrls: must have at most 4 entries for Bluesky, but has 5'],
    ],
    [
      'more videos than it takes',
      to('twitter', { mediaUrls: [VIDEO, VIDEO] }),
      ['network 101 twitter mediaUrls: must have at most 1 video for X, but has 2'],
    ],
    [
      'pictures with a video',
      to('facebook', { mediaUrls: [PICTURE, VIDEO] }),
      [
        'network 139 facebook mediaUrls: must be images or a video: Facebook does not accept both in one post',
      ],
    ],
    [
      'no title on youtube',
      youtube({ youTubeOptions: {} }),
      [
        'network 101 youtube youTubeOptions.title: is required: YouTube does not accept posts without a title',
      ],
    ],
    [
      'a title that is too long',
      youtube({ youTubeOptions: { title: text(101) } }),
      ['network 101 youtube youTubeOptions.title: must be at most 100 characters, but has 101'],
    ],
    [
      'neither title nor place on reddit',
      reddit({ title: '  ' }),
      [
        'network 101 reddit redditOptions.title: is required: Reddit does not accept posts without a title',
        'network 101 reddit redditOptions.subreddit: is required: Reddit does not accept posts without a subreddit',
      ],
    ],
    [
      'a text of blanks for one network',
      to('bluesky', { post: { default: ' ' } }),
      ['network 101 bluesky post.default: must contain text for Bluesky if there are no media'],
    ],
    [
      'no text, and media for only one of two networks',
      { post: '', platforms: ['bluesky', 'facebook'], mediaUrls: { default: [], facebook: [PICTURE] } },
      ['network 101 bluesky post: must contain text for Bluesky if there are no media'],
    ],
    [
      'too many media, of which one may be a long video',
      to('twitter', { mediaUrls: pictures(5), xOptions: { longVideo: true } }),
      ['network 101 twitter mediaUrls: must have at most 4 entries for X, but has 5'],
    ],
    [
      'a long video beside a picture',
      to('twitter', { mediaUrls: [PICTURE, VIDEO], xOptions: { longVideo: true } }),
      ['network 139 twitter mediaUrls: must be images or a video: X does not accept both in one post'],
    ],
    [
      'a place on reddit behind a space',
      reddit({ title: 'Cups', subreddit: ' r/pottery' }),
      ['network 101 reddit redditOptions.subreddit: must be only the name, without /r/'],
    ],
    [
      'blanks as the place on reddit, and as a cover',
      {
        ...reddit({ title: 'Cups', subreddit: ' ' }),
        platforms: ['reddit', 'pinterest'],
        mediaUrls: { default: [], pinterest: [VIDEO] },
        pinterestOptions: { thumbNail: ' ' },
      },
      [
        'network 101 reddit redditOptions.subreddit: is required: Reddit does not accept posts without a subreddit',
        'network 101 pinterest pinterestOptions.thumbNail: is required: Pinterest does not accept videos without a cover image',
      ],
    ],
    [
      'a place on reddit as it is in addresses',
      reddit({ title: 'Cups', subreddit: '/r/pottery' }),
      ['network 101 reddit redditOptions.subreddit: must be only the name, without /r/'],
    ],
    [
      'a video of pinterest without a picture for it',
      to('pinterest', { mediaUrls: [VIDEO] }),
      [
        'network 101 pinterest pinterestOptions.thumbNail: is required: Pinterest does not accept videos without a cover image',
      ],
    ],
    [
      'more collaborators than it takes',
      instagram({ instagramOptions: { collaborators: ['a', 'b', 'c', 'd'] } }),
      [
        'network 101 instagram instagramOptions.collaborators: must have at most 3 entries for Instagram, but has 4',
      ],
    ],
  ])('%s', { tags: ['POST-10', 'POST-07'] }, (_what, body, expected) => {
    expect(faultLines(body)).toEqual(expected);
  });

  const PUBLISHING = Platform.options.filter((platform) => PLATFORMS[platform].posts);

  test.each(PUBLISHING)('a text as long as %s takes it, and not one character more', (platform) => {
    const { max } = PLATFORMS[platform].post.text;
    const ofText = (length: number) =>
      faultPlaces(to(platform, { post: text(length) })).filter((place) => place.endsWith(' post'));
    expect(ofText(max)).toEqual([]);
    expect(ofText(max + 1)).toEqual([`network 101 ${platform} post`]);
  });

  test.each(PUBLISHING)('as many media as %s takes, and not one more', (platform) => {
    const { images, videos, together = 0 } = PLATFORMS[platform].post.media;
    const most = Math.max(images, videos, together);
    const ofMedia = (count: number) =>
      faultPlaces(
        to(platform, { mediaUrls: images === 0 ? Array(count).fill(VIDEO) : pictures(count) }),
      ).filter((place) => place.endsWith(' mediaUrls'));
    expect(ofMedia(most)).toEqual([]);
    expect(ofMedia(most + 1)).toEqual([`network 101 ${platform} mediaUrls`]);
  });

  test.each([
    [
      'as long as X lets it be with longPost',
      to('twitter', { post: text(25_000), xOptions: { longPost: true } }),
    ],
    ['links on X, however long they are', to('twitter', { post: `https://a.example/${text(300)}` })],
    [
      'links that will be shortened',
      to('bluesky', { post: `https://a.example/${text(300)}`, shortenLinks: true }),
    ],
    ['a text beside pictures on tiktok', to('tiktok', { post: text(4_000), mediaUrls: [PICTURE] })],
    [
      'as many posts as a thread may have',
      to('threads', { post: 'Hi\n\n'.repeat(30), threadsOptions: { thread: true } }),
    ],
    [
      'the media of each post of a thread',
      to('twitter', {
        post: 'One\n\nTwo\n\nThree',
        mediaUrls: pictures(4),
        twitterOptions: { thread: true, mediaUrls: [null, pictures(4), 'https://a.example/b.jpg'] },
      }),
    ],
    ['pictures with a video, where both are taken', instagram({ mediaUrls: [PICTURE, VIDEO] })],
    ['whatever the post calls a video', youtube({ mediaUrls: ['https://cdn.example/1'], isVideo: true })],
    ['a word with a sign in it, and a number, are no hashtags', instagram({ post: 'c#d #1 '.repeat(40) })],
  ])('taken: %s', { tags: ['POST-07'] }, (_what, body) => {
    expect(faultLines(body)).toEqual([]);
  });

  test('too many media of posts of a thread, each where it is', () => {
    const thread = (fields: object, mediaUrls: readonly unknown[]) =>
      faultPlaces(
        to('twitter', { post: 'One\n\nTwo', twitterOptions: { thread: true, mediaUrls }, ...fields }),
      );
    expect(thread({ mediaUrls: pictures(5) }, [null, pictures(5)])).toEqual([
      'network 101 twitter mediaUrls',
      'network 101 twitter twitterOptions.mediaUrls[1]',
    ]);
    expect(thread({}, [pictures(5)])).toEqual(['network 101 twitter twitterOptions.mediaUrls[0]']);
  });

  test('a text beside media on telegram is shorter', () => {
    const { withMedia = 0 } = PLATFORMS.telegram.post.text;
    expect(faultPlaces(to('telegram', { post: text(withMedia), mediaUrls: [PICTURE] }))).toEqual([]);
    expect(faultPlaces(to('telegram', { post: text(withMedia + 1), mediaUrls: [PICTURE] }))).toEqual([
      'network 101 telegram post',
    ]);
  });
});

test('all findings are in one order: the whole post, each network as it is named, notices', {
  tags: ['POST-10'],
}, () => {
  const body = { post: '', platforms: ['youtube', 'instagram'], disableComments: true, audioVolume: 'loud' };
  expect(faultPlaces(body)).toEqual([
    'request 101 - post',
    'request 101 - audioVolume',
    'network 139 youtube mediaUrls',
    'network 101 youtube youTubeOptions.title',
    'network 139 instagram mediaUrls',
    'warning 101 - audioVolume',
    'warning 101 youtube disableComments',
  ]);
});
