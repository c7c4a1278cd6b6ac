import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { sanitizeText } from '../../../../../../src/cli/framework/output/text/sanitize-text.ts';
import {
  fitInto,
  getDisplayWidth,
  getWidestWidth,
  splitJoined,
  truncate,
} from '../../../../../../src/cli/framework/output/text/width.ts';
import { anyCharacters } from '../../../../../support/hostile-texts/any-characters.ts';
import { HOSTILE_TEXTS } from '../../../../../support/hostile-texts.ts';
import { scaled } from '../../../../../support/scale.ts';

test.each([
  ['letters', 'abc', 3],
  ['accents, composed and combining', 'é e\u0301', 3],
  ['Han, kana, Hangul', '日本 カナ 한국', 14],
  ['full-width forms', 'Ａ！', 4],
  ['emoji', '😍🏃‍♀️', 4],
  ['a family', '👨‍👩‍👧‍👦', 2],
  ['a flag', '🇩🇪', 2],
  ['a heart as text and as emoji', '❤ ❤️', 4],
  ['a keycap', '1️⃣', 2],
  ['Arabic with vowels', 'شُكْرًا', 4],
  ['Hebrew with points', 'שָׁלוֹם', 4],
  ['nothing', '', 0],
])('%s', (_what, text, expected) => {
  expect(getDisplayWidth(text)).toBe(expected);
});

describe('to a width', () => {
  test.each([
    ['fills', 'ab', 4, 'left', 'ab  '],
    ['fills on the left', 'ab', 4, 'right', '  ab'],
    ['leaves what fits', 'abcd', 4, 'left', 'abcd'],
    ['cuts with an ellipsis', 'abcde', 4, 'left', 'abc…'],
    ['leaves no space before the ellipsis', 'ab cde', 4, 'left', 'ab… '],
    ['half of a wide character is none', '日本語', 4, 'left', '日… '],
    ['keeps a family whole', 'a👨‍👩‍👧bc', 4, 'left', 'a👨‍👩‍👧…'],
    ['drops a family whole', 'a👨‍👩‍👧bc', 3, 'left', 'a… '],
    ['keeps an accent on its letter', 'e\u0301e\u0301e\u0301', 2, 'left', 'e\u0301…'],
    ['shows no half escape', 'ab\\u001bcd', 6, 'left', 'ab…   '],
    ['shows no half long escape', 'a\\u{e0041}b', 9, 'left', 'a…       '],
    ['shows a whole escape', 'a\\u001bcd', 8, 'left', 'a\\u001b…'],
    ['one column', 'abc', 1, 'left', '…'],
    ['no column', 'abc', 0, 'left', ''],
  ] as const)('%s', (_what, text, width, align, expected) => {
    expect(fitInto(text, width, align)).toBe(expected);
  });
});

/** Letters, marks, joiners and emoji of every kind, in every order. */
const TROUBLE = [
  ...'aeé你かカ한ﾞスΩж١اשกำकष©1#— …↳ǀ👨👩❤🇩🇪🏻🏳🌈',
  '\u0301',
  '\u064b',
  '\u093f',
  '\u094d',
  '\u0e33',
  '\u200d',
  '\ufe0f',
  '\u20e3',
  '\u0600',
  '\u3099',
  '\u1100',
  '\u1161',
  '\u11a8',
];
const anySafeText = fc
  .oneof(
    anyCharacters({ maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...TROUBLE), maxLength: 14 }),
    fc.constantFrom(...HOSTILE_TEXTS.map(([, text]) => text)),
  )
  .map(sanitizeText);

/** What string-width takes for one character, and terminals draw as two. */
const TWO_DRAWN = /[\p{Mc}\u0e33\u0eb3\uff9e\uff9f\u0600-\u0605\u06dd\u0890\u0891\u08e2\u0d4e\u{110bd}]/u;

test('the quick way measures as string-width does, but for joiners between letters, which take nothing away', () => {
  fc.assert(
    fc.property(anySafeText, (text) => {
      const known = stringWidth(text.replaceAll(/\u200d(?=\p{L})/gu, ''));
      if (TWO_DRAWN.test(text)) expect(getDisplayWidth(text)).toBeGreaterThanOrEqual(known);
      else expect(getDisplayWidth(text)).toBe(known);
    }),
    { numRuns: scaled(1_000, 5_000) },
  );
});

test.each([
  [
    'a family on a terminal that draws its members side by side',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    6,
    '\u{1f468}',
  ],
  ['a skin tone beside the hand', '\u{1f44d}\u{1f3fd}', 4, '\u{1f44d}'],
  ['a skin tone of its own stays', 'a\u{1f3fd}', 3, 'a\u{1f3fd}'],
  ['a runner', '\u{1f3c3}\u{1f3fd}\u200d\u2640\ufe0f!', 6, '\u{1f3c3}!'],
  ['a flag is the same for all', '\u{1f1e9}\u{1f1ea}', 2, '\u{1f1e9}\u{1f1ea}'],
  ['a half-form', '\u0915\u094d\u200d\u0937', 2, '\u0915\u094d\u200d\u0937'],
])('the widest that any terminal draws it: %s', (_what, text, widest, without) => {
  expect(getWidestWidth(text)).toBe(widest);
  expect(splitJoined(text)).toBe(without);
  expect(getWidestWidth(without)).toBe(getDisplayWidth(without));
});

test('a joiner that would join nothing any more goes with what is cut off', () => {
  expect(truncate('\u0937\u200d\u05e9a', 2)).toBe('\u0937…');
});
