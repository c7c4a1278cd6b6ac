import { describe, expect, test } from 'vitest';
import { formatBytes } from '../../../../src/domain/text/format-bytes.ts';
import { formatCodePoint, removeInvisible } from '../../../../src/domain/text/invisible.ts';
import {
  foldText,
  isOneEmoji,
  isSameEmoji,
  toNfc,
  truncateToCodePoints,
} from '../../../../src/domain/text/unicode.ts';

test.each([
  ['case', 'KESTREL Lane', 'kestrel lane'],
  ['ß', 'GROẞ Straße', 'gross strasse'],
  ['the final sigma', 'ΣΟΦΟΣ σοφος', 'σοφοσ σοφοσ'],
  ['variation selectors', '❤\uFE0F', '❤'],
  ['decomposed letters', 'e\u0301', 'é'],
  ['letters that are decomposed in lower case', '\u0130', 'i\u0307'],
  ['marks that come together without a selector', 'e\uFE0F\u0301', 'é'],
])('texts are compared without %s', (_what, text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('a run of more than thirty marks is split, and no shorter one', () => {
  const marks = (count: number) => `a${'\u0323'.repeat(count)}`;
  expect(toNfc(`${marks(30)}b`)).toBe(`ạ${'\u0323'.repeat(29)}b`);
  expect(toNfc(`${marks(31)}b`)).toBe(`ạ${'\u0323'.repeat(29)}\u034F\u0323b`);
  expect(toNfc('x'.repeat(31))).toBe('x'.repeat(31));
  expect(toNfc('\ud83c')).toBe('\ufffd');
});

describe('one emoji', () => {
  test.each(['👍', '👍🏽', '❤️', '❤︎', '👨‍👩‍👧‍👦', '👩🏽‍🚀', '🇳🇴', '1️⃣', '#⃣', '*️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'])(
    '%s is one',
    (text) => {
      expect(isOneEmoji(text)).toBe(true);
    },
  );

  test.each(['', 'a', '1', '👍👍', '👍a', 'a👍', '🇳', '🇳🇴🇳', '👍\u200D', '11️⃣', '1️⃣a'])('%j is not', (text) => {
    expect(isOneEmoji(text)).toBe(false);
  });

  test('the presentation makes no other one, the skin does', () => {
    expect(isSameEmoji('❤️', '❤')).toBe(true);
    expect(isSameEmoji('👍🏽', '👍')).toBe(false);
  });
});

test.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'ab'],
  ['🎉🎉a', 2, '🎉🎉'],
  ['🎉🎉a', 4, '🎉🎉a'],
  ['\uFFFFab', 2, '\uFFFFa'],
  ['a\u{10000}b', 2, 'a\u{10000}'],
  ['', 1, ''],
  ['a', 0, ''],
])('%j has as its first %s code points %j', (text, count, expected) => {
  expect(truncateToCodePoints(text, count)).toBe(expected);
});

test.each([
  ['soft hyphens and zero-width spaces', 'a\u00ADb\u200Bc\uFEFF', 'abc'],
  ['annotations', 'a\uFFF9b\uFFFB', 'ab'],
  ['a joiner beside a letter', 'a\u200Db 👍\u200Da', 'ab 👍a'],
  ['tags without a flag', 'a\u{E0067}\u{E007F}', 'a'],
])('what is not seen is removed: %s', (_what, text, expected) => {
  expect(removeInvisible(text)).toBe(expected);
});

test.each(['👨‍👩‍👧', '👩🏽‍🚀', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'ㅤ', 'a b'])('%j stays as it is', (text) => {
  expect(removeInvisible(text)).toBe(text);
});

test('a character is named as the Unicode standard does', () => {
  expect([formatCodePoint('\u00AD'), formatCodePoint('\u{1F3F4}')]).toEqual(['U+00AD', 'U+1F3F4']);
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [1_550, '1.6 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1 MB'],
  [20_000_000_000, '20 GB'],
  [3_000_000_000_000_000, '3000 TB'],
])('%s bytes are shown as %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});
