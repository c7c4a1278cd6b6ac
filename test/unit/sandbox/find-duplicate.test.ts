import { expect, test } from 'vitest';
import {
  type ComparedPost,
  compareContent,
  computeDuplicateWindow,
  createTextComparer,
  findDuplicate,
} from '../../../src/sandbox/publish/find-duplicate.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { PLATFORMS, Platform } from '../../../src/service/platforms.ts';

const AT = Date.parse('2026-03-02T08:00:00Z');
const HALF = LIMITS.duplicateWindowMs / 2;
const POST: ComparedPost = { platform: 'instagram', profile: 'shop', at: AT, text: 'New cups' };
const NEAR = 'NEW CUPS!';

test.each<[string, Partial<ComparedPost>, Partial<ComparedPost>, boolean]>([
  ['the same text again', {}, {}, true],
  ['nearly the same', {}, { text: NEAR }, true],
  ['another text', {}, { text: 'Closed today' }, false],
  ['on another network', {}, { platform: 'facebook' }, false],
  ['of another profile', {}, { profile: 'cafe' }, false],
  ['a day before it', {}, { at: AT - HALF }, true],
  ['more than a day before it', {}, { at: AT - HALF - 1 }, false],
  ['scheduled for a day after it', {}, { at: AT + HALF }, true],
  ['scheduled for more than a day after it', {}, { at: AT + HALF + 1 }, false],
  ['on X', { platform: 'twitter' }, { platform: 'twitter' }, true],
  ['nearly the same on X', { platform: 'twitter' }, { platform: 'twitter', text: NEAR }, true],
  ['on X, of another profile', { platform: 'twitter' }, { platform: 'twitter', profile: 'cafe' }, true],
  [
    'nearly the same on X, of another profile',
    { platform: 'twitter' },
    { platform: 'twitter', profile: 'cafe', text: NEAR },
    false,
  ],
  [
    'on X, of another profile, too long ago',
    { platform: 'twitter' },
    { platform: 'twitter', profile: 'cafe', at: AT - HALF - 1 },
    false,
  ],
])('what a post repeats: %s', { tags: ['POST-06'] }, (_what, post, other, isDuplicate) => {
  const others = [{ ...POST, ...other }];
  expect(findDuplicate({ ...POST, ...post }, others)).toBe(isDuplicate ? others[0] : null);
});

test.each(Platform.options)('whether %s is checked', { tags: ['POST-06'] }, (platform) => {
  const post = { ...POST, platform };
  const found = findDuplicate(post, [post]);
  expect(found).toBe(PLATFORMS[platform].checksDuplicates === 'never' ? null : post);
  expect(found === null).toBe(['pinterest', 'reddit', 'telegram'].includes(platform));
});

test('the first of several is reported, and none where there are no others', { tags: ['POST-06'] }, () => {
  const [first, second] = [
    { ...POST, id: 1 },
    { ...POST, id: 2 },
  ];
  expect(findDuplicate(POST, [first, second])).toBe(first);
  expect(findDuplicate(POST, [])).toBeNull();
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
  expect(compareContent(one, other)).toBe(expected);
  expect(compareContent(other, one)).toBe(expected);
});

test('texts that no longer fit in one comparer are read again', { tags: ['POST-06'] }, () => {
  const compare = createTextComparer();
  for (let at = 0; at < 20; at += 1) expect(compare(`${at} ${'x'.repeat(200_000)}`, SENTENCE)).toBe('no');
  expect(compare(SENTENCE, `${SENTENCE}!`)).toBe('near');
});
