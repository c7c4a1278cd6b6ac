import { expect, test } from 'vitest';
import { compareContent, createTextComparer } from '../../../src/sandbox/publish/find-duplicate.ts';

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
])('POST-06 two texts: %s', (_what, one, other, expected) => {
  expect(compareContent(one, other)).toBe(expected);
  expect(compareContent(other, one)).toBe(expected);
});

test('POST-06 texts that no longer fit in one comparer are read again', () => {
  const compare = createTextComparer();
  for (let at = 0; at < 20; at += 1) expect(compare(`${at} ${'x'.repeat(200_000)}`, SENTENCE)).toBe('no');
  expect(compare(SENTENCE, `${SENTENCE}!`)).toBe('near');
});
