import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMorePosts, splitThread } from '../../../../src/domain/posts/thread-posts.ts';
import { getCountingRule, measureTextLength } from '../../../../src/domain/text/measure-text.ts';
import { POST_LIMITS } from '../../../../src/service/post-limits.ts';
import { testSeed } from '../../../support/test-seed.ts';

const X = { platform: 'twitter', isNumbered: false } as const;
const THREADS = { platform: 'threads', isNumbered: false } as const;
const most = POST_LIMITS.twitter.text.max;
const text = (length: number) => 'x'.repeat(length);
const LINK = `https://a.example/${'b'.repeat(300)}`;

test.each<[string, string, readonly string[]]>([
  ['a paragraph is a post', 'One\n\nTwo\n \n\r\nThree', ['One', 'Two', 'Three']],
  ['a line is none', 'One\nTwo', ['One\nTwo']],
  ['blanks around it are removed', '\n\n  One \n\n\n', ['One']],
  ['a text that fits is one post', text(most), [text(most)]],
  ['a word that is too long is cut where the post is full', text(most + 1), [text(most), 'x']],
  ['between words, where there are some', `${text(200)} ${text(200)}`, [text(200), text(200)]],
  [
    'after a sentence, rather than after a later word',
    `${text(200)}. ${text(20)} ${text(200)}`,
    [`${text(200)}.`, `${text(20)} ${text(200)}`],
  ],
  [
    'not after a sentence that fills less than half',
    `Hi. ${text(200)} ${text(200)}`,
    [`Hi. ${text(200)}`, text(200)],
  ],
  ['not after a word that fills less than half', `Hi ${text(most)}`, [`Hi ${text(most - 3)}`, 'xxx']],
  [
    'after a sentence that has no blank behind it',
    `${'日'.repeat(100)}。${'日'.repeat(100)}`,
    [`${'日'.repeat(100)}。`, '日'.repeat(100)],
  ],
  [
    'a dot inside a word ends no sentence',
    `${text(150)}.${text(20)} ${text(200)}`,
    [`${text(150)}.${text(20)}`, text(200)],
  ],
  [
    'the last sentence that just fits stays whole',
    `${text(most - 1)}. ${text(9)}`,
    [`${text(most - 1)}.`, text(9)],
  ],
  ['a link is not cut, and counts as a short one', `${LINK} ${LINK}`, [`${LINK} ${LINK}`]],
  ['a character of several signs is not cut', `${text(most - 1)}👨‍👩‍👧`, [text(most - 1), '👨‍👩‍👧']],
  ['nothing makes none', ' \n\n ', []],
])('POST-07 how a text is split: %s', (_what, whole, expected) => {
  expect(splitThread(whole, X)).toEqual(expected);
});

test('POST-07 posts are as long as their network takes them', () => {
  expect(splitThread(text(1_000), THREADS).map((post) => post.length)).toEqual([500, 500]);
});

test.each([
  ['each post ends with its place', 'One\n\nTwo', ['One (1/2)', 'Two (2/2)']],
  ['a single post has none', 'One', ['One']],
])('POST-07 threadNumber: %s', (_what, whole, expected) => {
  expect(splitThread(whole, { ...X, isNumbered: true })).toEqual(expected);
});

test('POST-07 with their numbers posts are still no longer than their network takes them', () => {
  const posts = splitThread(text(30 * 270), { ...X, isNumbered: true });
  expect(posts.length).toBeGreaterThan(9);
  expect(Math.max(...posts.map((post) => post.length))).toBeLessThanOrEqual(most);
});

test.each([
  ['as many', 30, false],
  ['one more', 31, true],
])('POST-07 whether a text makes more than 30 posts: %s', (_what, count, expected) => {
  expect(hasMorePosts('Hi\n\n'.repeat(count), { ...X, than: 30 })).toBe(expected);
});

const seed = testSeed();

test(`POST-07 whatever the text, its posts hold all its words in order, and none is too long (seed ${seed})`, () => {
  const anyWord = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.constantFrom('Hi.', '日本。', LINK, '\n\n'),
  );
  const anyText = fc.array(anyWord, { maxLength: 30 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(anyText, fc.constantFrom(X, THREADS), (whole, wanted) => {
      const posts = splitThread(whole, wanted);
      const room = POST_LIMITS[wanted.platform].text.max;
      const count = getCountingRule(wanted.platform, { shortenLinks: false });
      expect(posts.join('').replaceAll(/\s/g, '')).toBe(whole.replaceAll(/\s/g, ''));
      for (const post of posts) expect(measureTextLength(post, count, room)).toBeLessThanOrEqual(room);
    }),
    { seed, numRuns: 300 },
  );
});
