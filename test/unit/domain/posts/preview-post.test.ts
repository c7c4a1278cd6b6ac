import { describe, expect, test } from 'vitest';
import { countPostTexts } from '../../../../src/domain/posts/post-counts.ts';
import {
  buildPostPart,
  getMediaExtension,
  listPostNetworks,
} from '../../../../src/domain/posts/post-part.ts';
import { previewPost } from '../../../../src/domain/posts/preview-post.ts';
import type { Platform } from '../../../../src/service/platforms.ts';
import { PostBody } from '../../../../src/service/post-body.ts';

const PICTURE = 'https://cdn.example/a.jpg';
const LINK = 'https://kestrel.example/a';
const OTHER = 'https://kestrel.example/b';

const read = (platform: Platform, fields: object) =>
  PostBody.parse({ post: 'Hi', platforms: [platform], ...fields });
const preview = (platform: Platform, fields: object) => previewPost(read(platform, fields), platform);

describe('what a network shows of a post', () => {
  test.each<[string, Platform, object, string | null]>([
    ['its title', 'reddit', { redditOptions: { title: 'Cups', subreddit: 'pottery' } }, 'Cups'],
    ['no title that is empty', 'reddit', { redditOptions: { title: '' } }, null],
    ['no title where it shows none', 'bluesky', { blueSkyOptions: { title: 'Cups' } }, null],
    ['no title where there is none', 'reddit', {}, null],
  ])('%s', (_what, platform, fields, title) => {
    expect(preview(platform, fields).title).toBe(title);
  });

  test.each<[string, Platform, object, string | null]>([
    ['the first link', 'threads', {}, LINK],
    ['the last link on X', 'twitter', {}, OTHER],
    ['the last link of three on X', 'twitter', { post: `${LINK} https://c.example ${OTHER}` }, OTHER],
    ['none beside media', 'threads', { mediaUrls: [PICTURE] }, null],
    ['none on a network without cards', 'instagram', {}, null],
    ['none of a text without links', 'threads', { post: 'Hi' }, null],
    ['the link of an option', 'facebook', { faceBookOptions: { link: OTHER } }, OTHER],
    ['the first link beside an empty option', 'facebook', { faceBookOptions: { link: '' } }, LINK],
  ])('as its card %s', (_what, platform, fields, card) => {
    const shown = preview(platform, { post: `See ${LINK} and ${OTHER}.`, ...fields });
    expect(shown.posts).toMatchObject([{ card, text: expect.any(String) }]);
  });

  test('the posts of a thread, each with its media and the limit of one post', () => {
    const twitterOptions = { thread: true, longPost: true, mediaUrls: [null, PICTURE] };
    const fields = { post: 'One\n\nThree', mediaUrls: [PICTURE], twitterOptions };
    expect(preview('twitter', fields).posts).toMatchObject([
      { text: 'One', count: 3, limit: 280, mediaUrls: [PICTURE] },
      { text: 'Three', count: 5, limit: 280, mediaUrls: [PICTURE] },
    ]);
    expect(
      preview('twitter', { post: 'One\n\nTwo', twitterOptions: { thread: true } }).posts[1],
    ).toMatchObject({
      mediaUrls: [],
    });
    expect(preview('twitter', { post: 'Hi\n\n'.repeat(31), twitterOptions: { thread: true } }).posts).toEqual(
      [],
    );
  });

  test('one post of a text that is too long, where it is no thread', () => {
    expect(preview('bluesky', { post: 'x'.repeat(400) }).posts).toMatchObject([{ count: 400, limit: 300 }]);
  });

  test('the numbers of the posts of a thread', () => {
    const threadsOptions = { thread: true, threadNumber: true };
    const { posts } = preview('threads', { post: 'One\n\nTwo', threadsOptions });
    expect(posts.map(({ text }) => text)).toEqual(['One (1/2)', 'Two (2/2)']);
    expect(preview('threads', { post: ' ', mediaUrls: [PICTURE], threadsOptions }).posts).toMatchObject([
      { text: ' ', mediaUrls: [PICTURE] },
    ]);
  });

  test.each<[string, Platform, string | null]>([
    ['where comments can be made', 'facebook', 'Ask us'],
    ['nowhere else', 'gmb', null],
    ['also not where there are no comments', 'telegram', null],
  ])('a first comment: %s', (_where, platform, comment) => {
    expect(preview(platform, { firstComment: { comment: 'Ask us' } }).firstComment).toBe(comment);
    expect(preview(platform, {}).firstComment).toBeNull();
  });

  test.each<[string, string, object, readonly string[]]>([
    ['nothing', LINK, {}, []],
    ['one link', `${LINK} kestrel.com`, { shortenLinks: true }, ['the link is shortened']],
    ['two links', `${LINK} ${OTHER}`, { shortenLinks: true }, ['2 links are shortened']],
    ['no link', 'kestrel.com', { shortenLinks: true }, []],
    ['hashtags', LINK, { autoHashtag: true }, ['hashtags are added']],
    ['none with false', LINK, { autoHashtag: false, shortenLinks: false }, []],
  ])('what the service changes: %s', (_what, post, fields, changes) => {
    expect(preview('facebook', { post, ...fields }).changes).toEqual(changes);
  });
});

describe('the counts of a post', () => {
  const count = (platform: Platform, fields: object) => {
    const body = read(platform, fields);
    return countPostTexts(body, buildPostPart(body, platform)).map(
      ({ path, part, unit, count, limit }) => `${path} ${part ?? '-'} ${count}/${limit} ${unit}`,
    );
  };

  test.each<[string, Platform, object, readonly string[]]>([
    [
      'the nearest limit first',
      'bluesky',
      { post: '👨‍👩‍👧‍👦' },
      ['post - 25/3000 bytes', 'post - 1/300 graphemes'],
    ],
    ['an only limit', 'facebook', { post: { default: 'Hi' } }, ['post.default - 2/63206 graphemes']],
    [
      'each post of a thread',
      'threads',
      { post: 'One\n\nThree', threadsOptions: { thread: true } },
      ['post 1 3/500 emojiBytes', 'post 2 5/500 emojiBytes'],
    ],
    ['none of too many posts', 'threads', { post: 'a\n\n'.repeat(31), threadsOptions: { thread: true } }, []],
    [
      'links that are shortened',
      'facebook',
      { post: LINK, shortenLinks: true },
      ['post - 23/63206 graphemes'],
    ],
    [
      'a title',
      'youtube',
      { youTubeOptions: { title: 'Cups' } },
      ['post - 2/5000 bytes', 'youTubeOptions.title - 4/100 graphemes'],
    ],
    [
      'no title where none is shown',
      'bluesky',
      { blueSkyOptions: { title: 'Cups' } },
      ['post - 2/300 graphemes', 'post - 2/3000 bytes'],
    ],
  ])('%s', (_what, platform, fields, lines) => {
    expect(count(platform, fields)).toEqual(lines);
  });
});

describe('the part of a network', () => {
  test('has its own text and media, or those of all', () => {
    const fields = {
      post: { default: 'Hi', bluesky: 'Hey' },
      mediaUrls: { default: [PICTURE], facebook: [] },
    };
    const parts = (['bluesky', 'facebook'] as const).map((platform) => {
      const { text, textPath, mediaUrls, mediaPath } = buildPostPart(read(platform, fields), platform);
      return [text, textPath, mediaUrls, mediaPath];
    });
    expect(parts).toEqual([
      ['Hey', 'post.bluesky', [PICTURE], 'mediaUrls.default'],
      ['Hi', 'post.default', [], 'mediaUrls.facebook'],
    ]);
  });

  test('has no media where none are for it', () => {
    const body = read('bluesky', { mediaUrls: { facebook: [PICTURE] } });
    expect(buildPostPart(body, 'bluesky').mediaUrls).toEqual([]);
  });

  test('has its own options only, the later ones of two', () => {
    const fields = {
      twitterOptions: { longPost: true, reply: 'a' },
      xOptions: { longPost: false },
      threadsOptions: { a: 1 },
    };
    expect(buildPostPart(read('twitter', fields), 'twitter').options).toEqual({
      longPost: false,
      reply: 'a',
    });
    expect(buildPostPart(read('bluesky', { blueSkyOptions: { thread: true } }), 'bluesky').isThread).toBe(
      false,
    );
  });

  test('all means the linked networks that take posts, each once', () => {
    const body = PostBody.parse({ post: 'Hi', platforms: ['bluesky', 'all'] });
    expect(listPostNetworks(body, ['snapchat', 'bluesky', 'whatsapp', 'facebook'])).toEqual(
      expect.arrayContaining(['bluesky', 'facebook']),
    );
    expect(listPostNetworks(body, ['bluesky', 'whatsapp'])).toEqual(['bluesky']);
  });

  test.each([
    ['https://cdn.example/a.b/c', ''],
    ['https://cdn.example/a.B/c.MP4?d=e.f', 'mp4'],
    ['https://cdn.example/', ''],
    ['no address.jpg', ''],
  ])('the ending of %s is %j', (url, ending) => {
    expect(getMediaExtension(url)).toBe(ending);
  });
});
