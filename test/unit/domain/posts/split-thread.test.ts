import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findUnfittingPiece, hasMorePosts, splitThread } from '../../../../src/domain/posts/thread-posts.ts';
import { findLinks } from '../../../../src/domain/text/links.ts';
import { getCountingRule, measureTextLength } from '../../../../src/domain/text/measure-text.ts';
import { PLATFORMS } from '../../../../src/service/platforms.ts';
import { anyPostText } from '../../../support/post-texts/any-post-text.ts';
import { scaled } from '../../../support/scale.ts';
import { testSeed } from '../../../support/test-seed.ts';

const X = { platform: 'twitter', isNumbered: false } as const;
const THREADS = { platform: 'threads', isNumbered: false } as const;
const most = PLATFORMS.twitter.post.text.max;
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
  ['sentences that fit together are one post', `${text(150)}. ${text(50)}`, [`${text(150)}. ${text(50)}`]],
  [
    'after a sentence that fills just half',
    `${text(most / 2 - 1)}. ${text(50)} ${text(200)}`,
    [`${text(most / 2 - 1)}.`, `${text(50)} ${text(200)}`],
  ],
  [
    'after the last word that fits',
    `${text(150)} ${text(50)} ${text(60)} ${text(200)}`,
    [`${text(150)} ${text(50)} ${text(60)}`, text(200)],
  ],
  [
    'not after a word with a dot in it',
    `${text(150)}.x ${text(20)} ${text(200)}`,
    [`${text(150)}.x ${text(20)}`, text(200)],
  ],
  [
    'not after a link, which has a dot in it',
    `${text(150)} https://a.example/b ${text(20)} ${text(200)}`,
    [`${text(150)} https://a.example/b ${text(20)}`, text(200)],
  ],
  [
    'the last sentence that just fits stays whole',
    `${text(most - 1)}. ${text(9)}`,
    [`${text(most - 1)}.`, text(9)],
  ],
  ['a link is not cut, and counts as a short one', `${LINK} ${LINK}`, [`${LINK} ${LINK}`]],
  ['a character of several signs is not cut', `${text(most - 1)}👨‍👩‍👧`, [text(most - 1), '👨‍👩‍👧']],
  ['a text without blanks before a link', `${text(100)}を${LINK}`, [`${text(100)}を${LINK}`]],
  ['a mention is not cut', `${text(most - 3)} @kestrel`, [text(most - 3), '@kestrel']],
  ['a hashtag is not cut, in any script', `${text(most - 3)}、#日本語`, [`${text(most - 3)}、`, '#日本語']],
  ['a name that X links is not cut', `${'!'.repeat(260)}kestrel.com/a`, ['!'.repeat(260), 'kestrel.com/a']],
  ['nothing makes none', ' \n\n ', []],
])('how a text is split: %s', { tags: ['POST-07'] }, (_what, whole, expected) => {
  expect(splitThread(whole, X)).toEqual(expected);
});

test('posts are as long as their network takes them', { tags: ['POST-07'] }, () => {
  const lengthsOf = (whole: string) => splitThread(whole, THREADS).map((post) => post.length);
  expect(lengthsOf(text(1_000))).toEqual([500, 500]);
  expect(lengthsOf(text(1_600))).toEqual([500, 500, 500, 100]);
  expect(lengthsOf('ab '.repeat(1_100))).toEqual([500, 500, 500, 500, 500, 500, 293]);
});

test.each([
  ['each post ends with its place', 'One\n\nTwo', ['One (1/2)', 'Two (2/2)']],
  ['a single post has none', 'One', ['One']],
])('threadNumber: %s', { tags: ['POST-07'] }, (_what, whole, expected) => {
  expect(splitThread(whole, { ...X, isNumbered: true })).toEqual(expected);
});

test('with their numbers posts are still no longer than their network takes them', {
  tags: ['POST-07'],
}, () => {
  const posts = splitThread(text(30 * 270), { ...X, isNumbered: true });
  expect(posts.length).toBeGreaterThan(9);
  expect(Math.max(...posts.map((post) => post.length))).toBeLessThanOrEqual(most);
});

test.each([
  ['as many', 30, false],
  ['one more', 31, true],
])('whether a text makes more than 30 posts: %s', { tags: ['POST-07'] }, (_what, count, expected) => {
  expect(hasMorePosts('Hi\n\n'.repeat(count), { ...X, than: 30 })).toBe(expected);
});

const LONG = `https://ex.com/${'b'.repeat(440)}`;

test.each<[string, string, object, readonly string[]]>([
  ['whole in the second post', `${'word '.repeat(20)}${LONG}`, {}, ['word '.repeat(20).trim(), LONG]],
  [
    'with numbers',
    `${'word '.repeat(20)}${LONG}`,
    { isNumbered: true },
    [`${'word '.repeat(20).trim()} (1/2)`, `${LONG} (2/2)`],
  ],
  ['behind a text without blanks', `${'あ'.repeat(100)}${LONG}を`, {}, ['あ'.repeat(100), `${LONG}を`]],
  ['in brackets', `${'あ'.repeat(100)}（${LONG}）`, {}, [`${'あ'.repeat(100)}（`, `${LONG}）`]],
])('a long link on Threads: %s', { tags: ['POST-07'] }, (_what, whole, wanted, expected) => {
  expect(splitThread(whole, { ...THREADS, ...wanted })).toEqual(expected);
});

test.each<[string, string, object, string | null]>([
  ['a link', `See ${LONG}${'b'.repeat(100)} please`, THREADS, `${LONG}${'b'.repeat(100)}`],
  [
    'a link, with its number',
    `See ${LONG}${'b'.repeat(40)}`,
    { ...THREADS, isNumbered: true },
    `${LONG}${'b'.repeat(40)}`,
  ],
  ['none without a number', `See ${LONG}${'b'.repeat(40)}`, THREADS, null],
  ['none that is shortened', `See ${LONG}${'b'.repeat(100)}`, { ...THREADS, shortenLinks: true }, null],
  ['none on X, where a link counts 23', `See ${LONG}`, X, null],
  ['a character of many marks', `x${'\u0301\u0316'.repeat(200)}`, X, `x${'\u0301\u0316'.repeat(200)}`],
])('what fits into no post of a thread: %s', (_what, whole, wanted, expected) => {
  expect(findUnfittingPiece(whole, { ...X, ...wanted })).toBe(expected);
});

const seed = testSeed();

test(`whatever the text, its posts hold all its words in order, cut no link, and none is too long (seed ${seed})`, {
  tags: ['POST-07'],
}, () => {
  const anyWord = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    anyPostText,
    fc.constantFrom('Hi.', '日本。', LINK, LONG, '\n\n', '#日本語', '@mara', '👨‍👩‍👧‍👦'),
  );
  const anyText = fc
    .tuple(fc.array(anyWord, { maxLength: 30 }), fc.constantFrom(' ', ''))
    .map(([words, between]) => words.join(between));
  fc.assert(
    fc.property(anyText, fc.constantFrom(X, THREADS), fc.boolean(), (whole, network, isNumbered) => {
      const wanted = { ...network, isNumbered };
      const posts = splitThread(whole, wanted);
      const numbers = isNumbered && posts.length > 1;
      const texts = posts.map((post) => (numbers ? post.replace(/ \(\d+\/\d+\)$/, '') : post));
      expect(texts.join('').replaceAll(/\s/g, '')).toBe(whole.replaceAll(/\s/g, ''));
      expect(listUrls(texts)).toEqual(expect.arrayContaining([...listUrls([whole])]));
      if (findUnfittingPiece(whole, wanted) !== null) return;
      const fixture = PLATFORMS[wanted.platform].post.text.max;
      const count = getCountingRule(wanted.platform, { shortenLinks: false });
      for (const post of posts.slice(0, 30))
        expect(measureTextLength(post, count, fixture)).toBeLessThanOrEqual(fixture);
    }),
    { seed, numRuns: scaled(40, 5_000) },
  );
});

function listUrls(texts: readonly string[]): readonly string[] {
  return texts.flatMap((each) =>
    [...findLinks(each)].filter(({ kind }) => kind === 'url').map(({ start, end }) => each.slice(start, end)),
  );
}
