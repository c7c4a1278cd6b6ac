import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CommentPlatform, Platform } from '../../../../src/service/platforms.ts';
import { control } from '../../../support/control.ts';
import { type SmallSandbox, smallSandbox } from '../../../support/small-sandbox.ts';
import { everywhereOn, SLIGHT_SEED } from '../../../support/small-seed.ts';

const HOUR_MS = 3_600_000;

/** Counts that each network has, of a plain post. */
const NAMES: Readonly<Record<Platform, readonly string[]>> = {
  bluesky: ['likeCount', 'replyCount', 'repostCount', 'quoteCount'],
  facebook: ['likeCount', 'commentsCount', 'commentCount', 'sharesCount'],
  gmb: [],
  instagram: ['likeCount', 'commentsCount', 'commentCount'],
  linkedin: ['likeCount', 'commentCount', 'repostCount'],
  pinterest: ['saveCount', 'impressionCount'],
  reddit: ['ups', 'numComments'],
  snapchat: ['viewCount'],
  telegram: ['viewCount'],
  threads: ['likeCount', 'replyCount', 'repostCount', 'quoteCount', 'viewCount'],
  tiktok: ['likeCount', 'commentsCount', 'shareCount', 'videoViews'],
  twitter: [
    ...['likeCount', 'replyCount', 'retweetCount', 'quoteCount', 'bookmarkCount', 'impressionCount'],
    'publicMetrics',
  ],
  whatsapp: [],
  youtube: ['likeCount', 'commentCount', 'viewCount'],
};
const COMMENTS = /^(replyCount|comments?Count|numComments)$/;

type ListedCounts = Readonly<Record<string, unknown>> & { readonly id: string };
const postsOn = async ({ ask }: SmallSandbox, platform: string): Promise<readonly ListedCounts[]> =>
  (await ask(`/history/${platform}?limit=500`)).body.posts;
const commentsOf = (post: ListedCounts | undefined) =>
  Object.entries(post ?? {}).flatMap(([name, count]) => (COMMENTS.test(name) ? [count] : []));

describe('GET /history/{platform} has the counts of its network', () => {
  test.each(Platform.options)('%s: docs/service/posts.md names them', (platform) => {
    const page = readFileSync(new URL('../../../../docs/service/posts.md', import.meta.url), 'utf8');
    const [, table = ''] = page.split('| network | counts |');
    const row = table.split('\n').find((line) => line.split('|')[1]?.includes(`\`${platform}\``));
    const named = [...(row?.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(row).toBeDefined();
    expect(named).toEqual(expect.arrayContaining([...NAMES[platform]]));
  });

  test.each(Platform.options)('%s, the same at the next read', async (platform) => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setAccount', { platform, linked: true });
    const subreddit = platform === 'reddit' ? { subreddit: 'coffee' } : {};
    const input = { platform, text: 'Hello', at: '2026-09-15T00:00:00Z', ...subreddit };
    const { id } = (await control(small.sandbox, 'createNativePost', input)).body.post;
    const first = await postsOn(small, platform);
    const post = first.find((each) => each.id === id);
    expect(Object.keys(post ?? {})).toEqual(expect.arrayContaining([...NAMES[platform]]));
    const names = Object.keys(post ?? {}).filter((name) =>
      /Count|Views|^ups$|numComments|Metrics/.test(name),
    );
    expect(names.toSorted()).toEqual([...NAMES[platform]].toSorted());
    small.clock.advance(60_000);
    expect(await postsOn(small, platform)).toEqual(first);
  });

  test.each(CommentPlatform.options)('on %s comments are those that the sandbox has', async (platform) => {
    const small = await smallSandbox(SLIGHT_SEED);
    const post = (await postsOn(small, platform)).find(({ id }) => id === everywhereOn(platform));
    // A thread of three and a second comment; on linkedin another one with two replies.
    const all = platform === 'linkedin' ? 7 : 4;
    const counts = commentsOf(post);
    expect(counts).not.toEqual([]);
    expect(new Set(counts)).toEqual(new Set([platform === 'twitter' ? 2 : all]));
  });

  test('on X a reply counts its own replies', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const posts = await postsOn(small, 'twitter');
    const replies = (id: string) => posts.find((each) => each.id === id)?.['replyCount'];
    expect([replies('1800000000000000001'), replies('1800000000000000002')]).toEqual([3, 1]);
  });

  test('a new comment is counted after the next refresh, and no count falls as time goes by', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const { id } = (await control(small.sandbox, 'createNativePost', { platform: 'instagram', text: 'New' }))
      .body.post;
    const read = async () => (await postsOn(small, 'instagram')).find((each) => each.id === id);
    expect(await read()).toMatchObject({ likeCount: 0, commentsCount: 0 });
    const from = { username: 'mara' };
    await control(small.sandbox, 'engage', { kind: 'comment', from, text: 'Lovely', postId: id });
    let before = 0;
    for (const hours of [1, 20, 20, 20]) {
      small.clock.advance(hours * HOUR_MS);
      const post = await read();
      expect(post?.['commentsCount']).toBe(1);
      expect(Number(post?.['likeCount'])).toBeGreaterThanOrEqual(before);
      before = Number(post?.['likeCount']);
    }
    expect(before).toBeGreaterThan(0);
  });
});
