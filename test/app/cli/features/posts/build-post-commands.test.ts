import { expect, test } from 'vitest';
import { buildPostFlags } from '../../../../../src/cli/features/posts/build-post-commands.ts';
import type { PostBody } from '../../../../../src/service/post-body.ts';
import { crier } from '../../../../support/crier.ts';

const JPG = 'https://kestrellane.example/beans.jpg';
const PLAIN = { platforms: ['bluesky'], post: 'New in' } satisfies PostBody;

test.each<readonly [string, PostBody, string]>([
  ['a text', PLAIN, '--platform --text'],
  ['no text', { ...PLAIN, post: '', mediaUrls: [JPG] }, '--platform --text --media'],
  ['a text of several lines', { ...PLAIN, post: 'One\n\nTwo' }, '--platform --set'],
  ['texts that look like something else', { ...PLAIN, post: '-', notes: '@all' }, '--platform --set --notes'],
  ['a text that looks like a file', { ...PLAIN, post: '@post.txt' }, '--platform --set'],
  ['a text that begins as a flag', { ...PLAIN, post: '--yes' }, '--platform --set'],
  ['texts by network', { ...PLAIN, post: { default: 'New "in"', bluesky: "it's" } }, '--platform --set'],
  [
    'media, one by one and by network',
    { ...PLAIN, mediaUrls: { default: [JPG], bluesky: [] } },
    '--platform --text --set',
  ],
  [
    'all that has a flag',
    {
      ...PLAIN,
      platforms: ['bluesky', 'instagram'],
      mediaUrls: [JPG, JPG],
      scheduleDate: '2026-12-24T17:00:00Z',
      requiresApproval: true,
      firstComment: { comment: 'Recipe below' },
      notes: "for Bram's eyes",
      shortenLinks: true,
      autoHashtag: true,
      disableComments: true,
    },
    '--platform --text --media --media --schedule --approve-first --first-comment --notes --shorten-links --auto-hashtag --disable-comments',
  ],
  [
    'what has none',
    { ...PLAIN, isVideo: true, shortenLinks: false, firstComment: { comment: 'a', mediaUrls: [JPG] } },
    '--platform --text --set --set --set',
  ],
  [
    'options, each by its path, and texts that would pass for JSON',
    {
      ...PLAIN,
      platforms: ['youtube'],
      mediaUrls: ['https://kestrellane.example/pour.mp4'],
      youTubeOptions: { title: '2026', tags: ['a', 'b'], shorts: true, categoryId: '22' },
    },
    '--platform --text --media --set --set --set --set',
  ],
  [
    'a track of a reel',
    {
      ...PLAIN,
      platforms: ['instagram'],
      mediaUrls: ['https://kestrellane.example/pour.mp4'],
      instagramOptions: { audioConfiguration: { audioId: '88012' }, reels: true },
    },
    '--platform --text --media --audio --set',
  ],
  [
    'a track with a volume',
    {
      ...PLAIN,
      platforms: ['instagram'],
      mediaUrls: ['https://kestrellane.example/pour.mp4'],
      instagramOptions: { audioConfiguration: { audioId: '88012', audioVolume: 5 } },
    },
    '--platform --text --media --set',
  ],
  [
    'options that are not known',
    { ...PLAIN, platforms: ['twitter'], twitterOptions: { sparkle: true, longPost: true } },
    '--platform --text --set',
  ],
  [
    'options of which none is known',
    { ...PLAIN, blueSkyOptions: { a: 1, b: 'x' } },
    '--platform --text --set --set',
  ],
  [
    'options with a name that is no path',
    { ...PLAIN, blueSkyOptions: { 'a.b': 1 } },
    '--platform --text --set',
  ],
])('the flags that make a post: %s', async (_what, post, flags) => {
  const words = buildPostFlags(post);
  expect(words.map(([flag]) => flag.replace(/=.*/s, '')).join(' ')).toBe(flags);
  const line = words.flat().filter((word) => word !== undefined);
  const { json, stderr } = await crier(['posts', 'create', '--sandbox', ...line, '--dry-run', '--json']);
  expect(json, stderr).toMatchObject({ request: { body: post } });
});
