import { describe, expect, test } from 'vitest';
import { findPostFaults } from '../../../../src/domain/posts/find-post-faults.ts';
import type { Platform } from '../../../../src/service/platforms.ts';
import { PostBody } from '../../../../src/service/post-body.ts';

const PICTURE = 'https://cdn.example/a.jpg';
const VIDEO = 'https://cdn.example/a.mp4';

/** What each network needs beside a text. */
const REQUIRED: Partial<Record<Platform, object>> = {
  instagram: { mediaUrls: [PICTURE] },
  pinterest: { mediaUrls: [PICTURE] },
  reddit: { redditOptions: { title: 'Cups', subreddit: 'pottery' } },
  snapchat: { mediaUrls: [PICTURE] },
  tiktok: { mediaUrls: [VIDEO] },
  youtube: { mediaUrls: [VIDEO], youTubeOptions: { title: 'Cups' } },
};

/** The faults of a post on one network, and the warnings, as `error post: …`. */
function listFaults(platform: Platform, fields: object): readonly string[] {
  const body = PostBody.parse({ post: 'Hi', platforms: [platform], ...REQUIRED[platform], ...fields });
  return findPostFaults(body, { platforms: [platform], now: 0 })
    .filter(({ code }) => code !== 156)
    .map(({ effect, path, message }) => `${effect === 'warning' ? 'warning' : 'error'} ${path}: ${message}`);
}

const FAMILY = '👨‍👩‍👧‍👦'; // 1 grapheme, 7 code points, 11 code units, 25 bytes
const links = (count: number) => Array.from({ length: count }, (_, at) => `https://ex.com/${at}`).join(' ');

describe('a text at the limit of a network, and one beyond it', () => {
  test.each<[string, Platform, (count: number) => object, number, string]>([
    [
      'Bluesky takes 300 graphemes, whatever they are made of',
      'bluesky',
      (count) => ({ post: '漢'.repeat(count) }),
      300,
      'must be at most 300 characters, but has 301',
    ],
    [
      'Bluesky has no long posts',
      'bluesky',
      (count) => ({ post: 'x'.repeat(count), blueSkyOptions: { longPost: true } }),
      300,
      'must be at most 300 characters, but has 301',
    ],
    [
      'Bluesky takes 3,000 bytes: 120 families',
      'bluesky',
      (count) => ({ post: FAMILY.repeat(count) }),
      120,
      'must be at most 3,000 bytes of UTF-8, but has 3,025',
    ],
    [
      'Threads counts an emoji as its bytes',
      'threads',
      (count) => ({ post: FAMILY.repeat(count) }),
      20,
      'must be at most 500 characters, but has 525, where an emoji counts as its bytes of UTF-8; thread: true splits it into several posts',
    ],
    [
      'Threads counts any other character as one',
      'threads',
      (count) => ({ post: '漢'.repeat(count) }),
      500,
      'must be at most 500 characters, but has 501; thread: true splits it into several posts',
    ],
    [
      'Threads takes five different links',
      'threads',
      (count) => ({ post: `${links(count)} ${links(count)}` }),
      5,
      'must have at most 5 different links, but has 6',
    ],
    [
      'YouTube takes 5,000 bytes',
      'youtube',
      (count) => ({ post: 'é'.repeat(count) }),
      2_500,
      'must be at most 5,000 bytes of UTF-8, but has 5,002',
    ],
    [
      'TikTok counts code units beside a video',
      'tiktok',
      (count) => ({ post: '🎉'.repeat(count) }),
      1_100,
      'must be at most 2,200 characters, but has 2,202, counted in UTF-16 code units',
    ],
    [
      'TikTok counts code units beside images',
      'tiktok',
      (count) => ({ post: '🎉'.repeat(count), mediaUrls: [PICTURE] }),
      2_000,
      'must be at most 4,000 characters, but has 4,002, counted in UTF-16 code units',
    ],
    [
      'Pinterest counts code points',
      'pinterest',
      (count) => ({ post: '👍🏽'.repeat(count) }),
      400,
      'must be at most 800 characters, but has 802, counted in Unicode code points',
    ],
    [
      'Instagram takes 30 hashtags',
      'instagram',
      (count) => ({ post: '#cups '.repeat(count) }),
      30,
      'must have at most 30 hashtags, but has 31',
    ],
    [
      'Instagram takes 20 mentions',
      'instagram',
      (count) => ({ post: '@kestrel.lane '.repeat(count) }),
      20,
      'must have at most 20 mentions, but has 21',
    ],
    [
      'Instagram takes 30 hashtags of one letter, wherever links are',
      'instagram',
      (count) => ({ post: `${'#a '.repeat(count)}https://a.ex #1` }),
      30,
      'must have at most 30 hashtags, but has 31',
    ],
    [
      'Instagram takes 20 mentions of one letter',
      'instagram',
      (count) => ({ post: '@a '.repeat(count) }),
      20,
      'must have at most 20 mentions, but has 21',
    ],
    [
      'Threads takes five different names with www',
      'threads',
      (count) => ({ post: Array.from({ length: count }, (_, at) => `www.a${at}.com`).join(' ') }),
      5,
      'must have at most 5 different links, but has 6',
    ],
    [
      'Telegram takes 1,024 characters with media',
      'telegram',
      (count) => ({ post: 'x'.repeat(count), mediaUrls: [PICTURE] }),
      1_024,
      'must be at most 1,024 characters, but has 1,025',
    ],
    [
      'WhatsApp takes 1,024 characters with media',
      'whatsapp',
      (count) => ({ post: 'x'.repeat(count), mediaUrls: [PICTURE] }),
      1_024,
      'must be at most 1,024 characters, but has 1,025',
    ],
  ])('%s', (_what, platform, toFields, most, message) => {
    const errors = (count: number) =>
      listFaults(platform, toFields(count)).filter((fault) => fault.startsWith('error'));
    expect(errors(most)).toEqual([]);
    expect(errors(most + 1)).toEqual([`error post: ${message}`]);
  });
});

describe('titles and further texts of options', () => {
  test.each<[string, Platform, (count: number) => object, number, string]>([
    [
      'YouTube takes 100 characters as a title',
      'youtube',
      (count) => ({ youTubeOptions: { title: 'é'.repeat(count) } }),
      100,
      'youTubeOptions.title: must be at most 100 characters, but has 101',
    ],
    [
      'YouTube takes tags of 500 characters, with the commas between them',
      'youtube',
      (count) => ({ youTubeOptions: { title: 'Cups', tags: ['x'.repeat(count - 10), 'x'.repeat(9)] } }),
      500,
      'youTubeOptions.tags: must be at most 500 characters, but has 501',
    ],
    [
      'YouTube counts quotation marks around a tag with a space',
      'youtube',
      (count) => ({ youTubeOptions: { title: 'Cups', tags: [`a ${'x'.repeat(count - 4)}`] } }),
      500,
      'youTubeOptions.tags: must be at most 500 characters, but has 501',
    ],
    [
      'TikTok takes a title of 90',
      'tiktok',
      (count) => ({ tikTokOptions: { title: 'x'.repeat(count) } }),
      90,
      'tikTokOptions.title: must be at most 90 characters, but has 91',
    ],
    [
      'Pinterest takes a title of 100',
      'pinterest',
      (count) => ({ pinterestOptions: { title: 'x'.repeat(count) } }),
      100,
      'pinterestOptions.title: must be at most 100 characters, but has 101',
    ],
    [
      'Pinterest takes an alternative text of 500',
      'pinterest',
      (count) => ({ pinterestOptions: { altText: ['x'.repeat(count)] } }),
      500,
      'pinterestOptions.altText[0]: must be at most 500 characters, but has 501',
    ],
    [
      'Instagram takes alternative texts of 1,000 each',
      'instagram',
      (count) => ({ instagramOptions: { altText: ['A cup', 'x'.repeat(count)] } }),
      1_000,
      'instagramOptions.altText[1]: must be at most 1,000 characters, but has 1,001',
    ],
    [
      'LinkedIn takes alternative texts of 4,086 each',
      'linkedin',
      (count) => ({ linkedInOptions: { altText: ['x'.repeat(count)] } }),
      4_086,
      'linkedInOptions.altText[0]: must be at most 4,086 characters, but has 4,087',
    ],
    [
      'Reddit takes a title of 300',
      'reddit',
      (count) => ({ redditOptions: { title: 'x'.repeat(count), subreddit: 'pottery' } }),
      300,
      'redditOptions.title: must be at most 300 characters, but has 301',
    ],
  ])('%s', (_what, platform, toFields, most, fault) => {
    expect(listFaults(platform, toFields(most))).toEqual([]);
    expect(listFaults(platform, toFields(most + 1))).toEqual([`error ${fault}`]);
  });
});

describe('characters that YouTube does not take', () => {
  test('each is named once, with its place in characters', () => {
    expect(listFaults('youtube', { post: '🎉 a > b > c', youTubeOptions: { title: '<Cup> < Mug' } })).toEqual(
      [
        'error post: must not contain ">" (U+003E), which is character 5',
        'error youTubeOptions.title: must not contain "<" (U+003C), which is character 1',
        'error youTubeOptions.title: must not contain ">" (U+003E), which is character 5',
      ],
    );
  });

  test('X takes no marks of the byte order', () => {
    expect(listFaults('twitter', { post: 'a\uFEFFb\uFFFF' })).toEqual([
      'error post: must not contain U+FEFF, which is character 2',
      'error post: must not contain U+FFFF, which is character 4',
    ]);
  });

  test('other networks take them', () => {
    expect(listFaults('bluesky', { post: 'a < b > c' })).toEqual([]);
  });
});

describe('only a warning', () => {
  test('a text that fits in graphemes, but not in code units, where the network does not say which it counts', () => {
    const fits = listFaults('instagram', { post: '🎉'.repeat(1_100) });
    expect(fits).toEqual([]);
    expect(listFaults('instagram', { post: '🎉'.repeat(1_101) })).toEqual([
      'warning post: has 1,101 of 2,200 characters, but 2,202 in UTF-16 code units, and Instagram does not document which it counts: it may refuse it',
    ]);
  });

  test('names that may be links, more of them than Threads takes', () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `awww.a${at}.com`).join(' ');
    expect(listFaults('threads', { post: names(5) })).toEqual([]);
    expect(listFaults('threads', { post: `${links(5)} ex.org` })).toEqual([
      'warning post: has 6 different links and names that may be links, and Threads takes at most 5',
    ]);
    expect(listFaults('threads', { post: names(6) })).toEqual([
      'warning post: has 6 different links and names that may be links, and Threads takes at most 5',
    ]);
  });

  test('a link that only X ends before letters of another alphabet', () => {
    const post = 'https://ex.com/Καφές';
    expect(listFaults('bluesky', { post })).toEqual([]);
    expect(listFaults('twitter', { post: 'https://ex.com/日本' })).toEqual([]);
    expect(listFaults('twitter', { post })).toEqual([
      expect.stringContaining('warning post: has a link that ends before "Καφές"'),
    ]);
  });

  test('a first comment that may be too long, where the network documents no limit', () => {
    const firstComment = (count: number) => ({ firstComment: { comment: 'x'.repeat(count) } });
    expect(listFaults('linkedin', firstComment(1_250))).toEqual([]);
    expect(listFaults('linkedin', firstComment(1_251))).toEqual([
      expect.stringMatching(/^warning firstComment.comment: .*1,250.*LinkedIn/),
    ]);
    expect(listFaults('reddit', firstComment(10_001))).toEqual([
      'error firstComment.comment: must be at most 10,000 characters, but has 10,001',
    ]);
    expect(listFaults('telegram', firstComment(10_001))).not.toContainEqual(
      expect.stringContaining('must be at most'),
    );
  });

  test('more hashtags than the app of Instagram takes', () => {
    expect(listFaults('instagram', { post: '#cups '.repeat(5) })).toEqual([]);
    expect(listFaults('instagram', { post: '#cups '.repeat(6) })).toEqual([
      'warning post: has 6 hashtags, and the app of Instagram takes at most 5: the others may be removed',
    ]);
  });
});

test.each<[string, Platform, string]>([
  ['five links, each several times', 'threads', `${links(5)} ${links(5)} ${links(5)}`],
  ['a place in an address is no hashtag', 'instagram', 'https://a.ex/?#cups '.repeat(31)],
  ['an email address is no mention', 'instagram', 'hi@kestrel.example '.repeat(21)],
  ['a profile in an address is no mention', 'instagram', 'https://a.ex/@kestrel '.repeat(21)],
  ['a mention in a name that may be a link is none', 'instagram', 'kestrel.com/?@mara '.repeat(21)],
  ['a sign alone is no mention', 'instagram', 'coffee @ home '.repeat(21)],
  ['two hashtags on Threads', 'threads', '#cups #mugs'],
])('accepted: %s', (_what, platform, post) => {
  expect(listFaults(platform, { post })).toEqual([]);
});

describe('a thread', () => {
  test('has five links in each of its posts', () => {
    const options = { threadsOptions: { thread: true } };
    expect(listFaults('threads', { post: `${links(5)}\n\n${links(5)}`, ...options })).toEqual([]);
    expect(listFaults('threads', { post: `Cups\n\n${links(6)}`, ...options })).toEqual([
      'error post: post 2 of the thread must have at most 5 different links, but has 6: remove some, or begin the next post before them with an empty line',
    ]);
  });

  test('of one post is no thread', () => {
    expect(listFaults('threads', { post: links(6), threadsOptions: { thread: true } })).toEqual([
      'error post: must have at most 5 different links, but has 6: remove some, or begin the next post before them with an empty line',
    ]);
  });

  const LONG = 'b'.repeat(540);
  test.each<[string, string, object, string | null]>([
    ['an address', `https://ex.com/${LONG}`, {}, '"; shortenLinks: true shortens links'],
    ['an address by http', `http://ex.com/${LONG}`, {}, '"; shortenLinks: true shortens links'],
    ['a name, which is not shortened', `ex.com/?u=https:${LONG}`, {}, '"'],
    ['a name where addresses are shortened', `ex.com/${LONG}`, { shortenLinks: true }, '"'],
    ['an address that is shortened', `https://ex.com/${LONG}`, { shortenLinks: true }, null],
    ['one that fits beside no number', `Cups\n\nhttps://ex.com/${'b'.repeat(480)}`, {}, null],
  ])('has links that are not cut: %s', (_what, post, more, cure) => {
    const faults = listFaults('threads', { post, threadsOptions: { thread: true }, ...more });
    const [shown] = Array.from(post.match(/.{1,60}/) ?? []);
    const message = 'has a link or word that fits into no post of a thread, and that is not cut';
    expect(faults).toEqual(cure === null ? [] : [`error post: ${message}: "${shown}…${cure}`]);
  });

  test('has at most thirty posts, with their numbers', () => {
    const check = (threadNumber: boolean) =>
      listFaults('twitter', {
        post: `${'Hi\n\n'.repeat(29)}${'x'.repeat(280)}`,
        twitterOptions: { thread: true, threadNumber },
      });
    expect(check(false)).toEqual([]);
    expect(check(true)).toEqual(['error post: makes a thread of more than 30 posts']);
  });

  test('has room for the numbers of its posts', () => {
    const post = `Cups\n\nhttps://ex.com/${'b'.repeat(480)}`;
    expect(listFaults('threads', { post, threadsOptions: { thread: true, threadNumber: true } })).toEqual([
      expect.stringContaining('fits into no post of a thread'),
    ]);
  });

  test('is suggested for a long link only where there is one', () => {
    expect(listFaults('threads', { post: `https://ex.com/${LONG}` })).toEqual([
      'error post: must be at most 500 characters, but has 555; thread: true splits it into several posts',
    ]);
  });

  test('is split where the bytes of its emoji fill a post', () => {
    const post = FAMILY.repeat(45);
    expect(listFaults('threads', { post, threadsOptions: { thread: true } })).toEqual([]);
  });
});
