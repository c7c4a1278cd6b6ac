import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeText } from '../../../src/cli/render/safe-text.ts';
import { displayWidth } from '../../../src/cli/render/width.ts';
import { wrap } from '../../../src/cli/render/wrap.ts';

test.each([
  ['short', 'one two', 20, ['one two']],
  ['between words', 'one two three', 8, ['one two', 'three']],
  ['exactly full', 'one two', 7, ['one two']],
  ['a word too long', 'a abcdefgh b', 4, ['a', 'abcd', 'efgh', 'b']],
  ['the rest of a long word takes the next', 'abcdef gh', 5, ['abcde', 'f gh']],
  ['wide characters', '日本語 テスト', 6, ['日本語', 'テスト']],
  ['a character wider than the line', '日本', 1, ['日', '本']],
  ['runs of spaces', '  one   two ', 20, ['one two']],
  ['nothing', '', 10, ['']],
])('%s', (_what, text, width, expected) => {
  expect(wrap(text, width)).toEqual(expected);
});

test('no line is too wide, and no character is lost', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 80 }).map(safeText),
      fc.integer({ min: 2, max: 40 }),
      (text, width) => {
        const lines = wrap(text, width);
        const widest = Math.max(
          ...[...new Intl.Segmenter().segment(text)].map(({ segment }) => displayWidth(segment)),
          0,
        );
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(width, widest));
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      },
    ),
    { numRuns: 2000 },
  );
});
