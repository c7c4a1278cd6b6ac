import { expect, test } from 'vitest';
import { countFittingPieces, splitPieces } from '../../../../src/domain/text/text-pieces.ts';

test.each<[string, string, readonly string[]]>([
  ['characters of several code points', 'e\u0301👨‍👩‍👧🇳🇴\r\n', ['e\u0301', '👨‍👩‍👧', '🇳🇴', '\r\n']],
  ['links', 'a https://ex.com/aを', ['a', ' ', 'https://ex.com/a', 'を']],
  ['names with a known ending', '(kestrel.com)', ['(', 'kestrel.com', ')']],
  ['hashtags and mentions', '#日本 @mara.k, ＃a', ['#日本', ' ', '@mara.k', ',', ' ', '＃a']],
  ['a mention before other text', '@maraさん', ['@mara', 'さ', 'ん']],
  ['an address of a mailbox', 'hi@kestrel.com', ['hi@kestrel.com']],
  ['a word that ends with a hashtag', 'a#b', ['a#b']],
  ['signs by themselves', '# @ #️⃣', ['#', ' ', '@', ' ', '#️⃣']],
  ['nothing', '', []],
])('pieces that are never cut: %s', (_what, text, expected) => {
  expect(splitPieces(text)).toEqual(expected);
});

test('a hashtag that is longer than networks take is ordinary text', () => {
  const text = `#${'日'.repeat(300)}`;
  expect(Math.max(...splitPieces(text).map((piece) => piece.length))).toBe(101);
});

test.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 3],
  [7, 7],
  [8, 7],
])('of seven pieces, at most %i characters: %i fit', (most, expected) => {
  expect(countFittingPieces(['x', ...'abcdefg'], 1, (text) => text.length <= most)).toBe(expected);
});
