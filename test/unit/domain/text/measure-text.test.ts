import { expect, test } from 'vitest';
import { getCountingRule, measureTextLength } from '../../../../src/domain/text/measure-text.ts';
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
