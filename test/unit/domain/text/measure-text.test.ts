import { expect, test } from 'vitest';
import { getCountingRule, measureTextLength } from '../../../../src/domain/text/measure-text.ts';
import {
  compareFullness,
  countText,
  describeExcess,
  formatCounted,
} from '../../../../src/domain/text/text-counts.ts';
import { X_COUNT } from '../../../../src/service/post-limits.ts';

const FAMILY = '👨‍👩‍👧';
const LINK = `https://a.example/${'b'.repeat(100)}`;

test.each([
  ['letters', 'Hello', 5, 5],
  ['a letter with an accent, however it is written', 'e\u0301', 1, 1],
  ['a letter of another alphabet', 'Привет', 6, 6],
  ['signs that X counts as two', '日本', 2, 4],
  ['an emoji', '🎉', 1, 2],
  ['an emoji of several', FAMILY, 1, 2],
  ['a flag', '🇳🇴', 1, 2],
  ['a number in a box', '1\ufe0f\u20e3', 1, 2],
  ['quotation marks and dashes', '“a” – b', 7, 7],
  ['a link', `${LINK}.`, LINK.length + 1, X_COUNT.linkCharacters + 1],
  ['nothing', '', 0, 0],
])('what people see, and what X counts: %s', (_what, text, seen, onX) => {
  const length = (platform: 'bluesky' | 'twitter') =>
    measureTextLength(text, getCountingRule(platform, { shortenLinks: false }), 1_000);
  expect([length('bluesky'), length('twitter')]).toEqual([seen, onX]);
});

test('links that will be shortened count on every network what they count on X', () => {
  const count = getCountingRule('bluesky', { shortenLinks: true });
  expect(measureTextLength(`${LINK} ${LINK}`, count, 1_000)).toBe(2 * X_COUNT.linkCharacters + 1);
});

test('counting ends where it is enough', () => {
  const count = getCountingRule('bluesky', { shortenLinks: false });
  expect(measureTextLength('x'.repeat(1_000), count, 10)).toBe(11);
});

test('a text that is as long as what is enough, but for its last letter, is counted to its end', () => {
  const onX = getCountingRule('twitter', { shortenLinks: false });
  const shortened = getCountingRule('bluesky', { shortenLinks: true });
  expect(measureTextLength(`${LINK} x`, onX, 23)).toBe(25);
  expect(measureTextLength('🎉x', onX, 2)).toBe(3);
  expect(measureTextLength(`${LINK} x`, shortened, 23)).toBe(24);
});

const bytes = { unit: 'bytes', max: 4 } as const;

test.each([
  ['as long as it may be', 'éé', '4 of 4 bytes', true],
  ['longer', 'ééé', '6 of 4 bytes', true],
  ['as long as is counted', 'a'.repeat(10_004), '10,004 of 4 bytes', true],
  ['longer than is counted', 'a'.repeat(10_005), 'more than 10,004 of 4 bytes', false],
])('a text beside its limit: %s', (_what, text, shown, exact) => {
  const counted = countText(text, bytes);
  expect([formatCounted(counted), counted.exact]).toEqual([shown, exact]);
});

test('characters are shown without a unit, and links as they are counted', () => {
  expect(formatCounted(countText(LINK, { unit: 'graphemes', max: 2_000 }, 23))).toBe('23 of 2,000');
  expect(formatCounted(countText('日本\t', { unit: 'codePoints', max: 2 }))).toBe('3 of 2');
});

test('of several limits the fullest one is first, and the one that is exceeded the most is named', () => {
  const limits = [bytes, { unit: 'graphemes', max: 1 } as const];
  const counted = limits.map((limit) => countText('aaaaa', limit));
  expect(counted.toSorted(compareFullness).map(({ unit }) => unit)).toEqual(['graphemes', 'bytes']);
  expect(describeExcess('aaaaa', limits, { name: 'X' })?.message).toBe(
    'must be at most 1 characters, but has 5',
  );
  expect(describeExcess('a', limits, { name: 'X' })).toBeNull();
});

test.each([
  ['codePoints', '👍🏽', 'must be at most 1 characters, but has 2, counted in Unicode code points'],
  ['codeUnits', '👍', 'must be at most 1 characters, but has 2, counted in UTF-16 code units'],
  [
    'emojiBytes',
    '👍',
    'must be at most 1 characters, but has 4, where an emoji counts as its bytes of UTF-8',
  ],
  [
    'emojiBytes',
    '©\uFE0F',
    'must be at most 1 characters, but has 5, where an emoji counts as its bytes of UTF-8',
  ],
  ['bytes', '👍', 'must be at most 1 bytes of UTF-8, but has 4'],
  ['weighted', '👍', 'must be at most 1 characters, but has 2'],
  ['codeUnits', 'aa', 'must be at most 1 characters, but has 2'],
  ['graphemes', 'a'.repeat(10_002), 'must be at most 1 characters, but has more than 10,001'],
] as const)('a text of too many %s, such as %j, is explained', (unit, text, message) => {
  expect(describeExcess(text, [{ unit, max: 1 }], { name: 'X' })).toEqual({ message, isSuspected: false });
});

test('a limit that only others report is suspected, and so is a unit that is not documented', () => {
  const suspected = { unit: 'graphemes', max: 1, isSuspected: true } as const;
  expect(describeExcess('aa', [suspected], { name: 'X' })).toEqual({
    message: 'has 2 of 1 characters, and X may refuse it',
    isSuspected: true,
  });
  const unknown = { unit: 'graphemes', max: 2, isUnitUnknown: true } as const;
  expect(describeExcess('👍', [unknown], { name: 'X' })).toBeNull();
  expect(describeExcess('👍a', [unknown], { name: 'X' })).toMatchObject({ isSuspected: true });
  expect(describeExcess('👍a', [{ unit: 'graphemes', max: 2 }], { name: 'X' })).toBeNull();
  const link = 'https://a.example/b';
  expect(describeExcess(link, [{ ...unknown, max: 18 }], { name: 'X', linkCharacters: 10 })).toBeNull();
});
