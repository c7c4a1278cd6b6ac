import { expect, test } from 'vitest';
import {
  type ComparedPost,
  computeDuplicateWindow,
  isDuplicatePost,
} from '../../../src/sandbox/publish/post-texts.ts';
import { insertPost, PLAIN_POST } from '../../../src/sandbox/store/posts.ts';
import { listAllProfiles } from '../../../src/sandbox/store/profiles.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { PLATFORMS, Platform } from '../../../src/service/platforms.ts';
import { smallStore } from '../../support/engine/small-store.ts';

const AT = Date.parse('2026-03-02T08:00:00Z');
const HALF = LIMITS.duplicateWindowMs / 2;
const store = await smallStore();
const [shop = 0, cafe = 0] = listAllProfiles(store).map(({ id }) => id);
const POST: ComparedPost = { platform: 'instagram', postId: 'new', profile: shop, at: AT, text: 'New cups' };
const NEAR = 'NEW CUPS!';

/** Whether a post is a duplicate where another one is scheduled. */
function repeats(post: ComparedPost, { platform, profile, at, text, postId }: ComparedPost): boolean {
  const about = { ...PLAIN_POST, platforms: [platform] };
  const undone = new Error('undo');
  let isDuplicate = false;
  try {
    store.transaction(() => {
      insertPost(store, { id: `${postId} before`, profile, text, created: at, dueAt: at, about });
      isDuplicate = isDuplicatePost(store, post);
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return isDuplicate;
}

test.each<[string, Partial<ComparedPost>, Partial<ComparedPost>, boolean]>([
  ['the same text again', {}, {}, true],
  ['nearly the same', {}, { text: NEAR }, true],
  ['another text', {}, { text: 'Closed today' }, false],
  ['on another network', {}, { platform: 'facebook' }, false],
  ['of another profile', {}, { profile: cafe }, false],
  ['a day before it', {}, { at: AT - HALF }, true],
  ['more than a day before it', {}, { at: AT - HALF - 1 }, false],
  ['scheduled for a day after it', {}, { at: AT + HALF }, true],
  ['scheduled for more than a day after it', {}, { at: AT + HALF + 1 }, false],
  ['on X', { platform: 'twitter' }, { platform: 'twitter' }, true],
  ['nearly the same on X', { platform: 'twitter' }, { platform: 'twitter', text: NEAR }, true],
  ['on X, of another profile', { platform: 'twitter' }, { platform: 'twitter', profile: cafe }, true],
  [
    'nearly the same on X, of another profile',
    { platform: 'twitter' },
    { platform: 'twitter', profile: cafe, text: NEAR },
    false,
  ],
  [
    'on X, of another profile, too long ago',
    { platform: 'twitter' },
    { platform: 'twitter', profile: cafe, at: AT - HALF - 1 },
    false,
  ],
])('what a post repeats: %s', { tags: ['POST-06'] }, (_what, post, other, isDuplicate) => {
  expect(repeats({ ...POST, ...post }, { ...POST, ...other })).toBe(isDuplicate);
});

test.each(Platform.options)('whether %s is checked', { tags: ['POST-06'] }, (platform) => {
  const post = { ...POST, platform };
  const isDuplicate = repeats(post, post);
  expect(isDuplicate).toBe(PLATFORMS[platform].checksDuplicates !== 'never');
  expect(isDuplicate).toBe(!['pinterest', 'reddit', 'telegram'].includes(platform));
});

test('a post does not repeat itself, nor one that was undone', { tags: ['POST-06'] }, () => {
  expect(repeats({ ...POST, postId: 'new before' }, POST)).toBe(false);
  expect(isDuplicatePost(store, POST)).toBe(false);
});

test('the window is 48 hours, with the post in its middle', { tags: ['POST-06'] }, () => {
  expect(computeDuplicateWindow(AT)).toEqual({
    from: Date.parse('2026-03-01T08:00:00Z'),
    to: Date.parse('2026-03-03T08:00:00Z'),
  });
});

const SENTENCE =
  'We open again on Monday, with new cups, new plates and a lot of new bread from the old oven in town.';

test.each([
  ['the same', SENTENCE, SENTENCE, 'exact'],
  ['with other blanks', 'New  cups\n', 'New cups', 'exact'],
  ['with accents composed in another way', 'caf\u00e9', 'cafe\u0301', 'exact'],
  ['with other capitals', 'New CUPS', 'new cups', 'near'],
  ['with other signs', 'New cups!', '“New cups”…', 'near'],
  ['with an emoji more', 'New cups', 'New cups 🎉', 'near'],
  ['with letters that only look different', 'New cups', 'Ｎｅｗ 𝐜𝐮𝐩𝐬', 'near'],
  ['with invisible characters', 'New cups', 'New\u200b cups', 'near'],
  ['with another link', 'New cups: https://a.example/1', 'New cups: https://b.example/2', 'near'],
  ['with other hashtags at the end', 'New cups #pottery #spring', 'New cups #sale', 'near'],
  ['with one other word in a long sentence', SENTENCE, SENTENCE.replace('bread', 'cakes'), 'near'],
  ['with a sentence of its own behind it', SENTENCE, `${SENTENCE} Come and see them!`, 'near'],
  ['with two other words', SENTENCE, SENTENCE.replace('bread', 'cakes').replace('cups', 'pots'), 'no'],
  ['with another number in a short text', 'Day 1 of our sale', 'Day 2 of our sale', 'no'],
  ['with another hashtag amid the text', 'Our #cups are here', 'Our #plates are here', 'no'],
  ['in a script without blanks, one sign of a few', '日本語の本', '日本語の木', 'no'],
  ['half of the other', SENTENCE, SENTENCE.slice(0, 50), 'no'],
  ['another text', SENTENCE, 'Closed today: the oven is broken.', 'no'],
  ['only links, and others', 'https://a.example/1', 'https://a.example/2', 'no'],
  ['only emoji, and others', '🎉🎉', '🚀', 'no'],
  ['only emoji, and the same', '🎉🎉', '🎉🎉', 'exact'],
  ['no text on both sides', '', ' ', 'no'],
])('two texts: %s', { tags: ['POST-06'] }, (_what, one, other, expected) => {
  const on = (profile: number, text: string): ComparedPost => ({
    ...POST,
    platform: 'twitter',
    profile,
    text,
  });
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    expect(repeats(on(shop, first), on(shop, second))).toBe(expected !== 'no');
    expect(repeats(on(shop, first), on(cafe, second))).toBe(expected === 'exact');
  }
});
