import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeText } from '../../../../../../src/cli/framework/output/text/sanitize-text.ts';
import {
  fitInto,
  getDisplayWidth,
  getWidestWidth,
  truncate,
} from '../../../../../../src/cli/framework/output/text/width.ts';
import { anyCharacters } from '../../../../../support/hostile-texts/any-characters.ts';
import { HOSTILE_TEXTS } from '../../../../../support/hostile-texts.ts';
import { cellWidth } from '../../../../../support/terminal/terminal.ts';

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

/** What may make one character with its neighbour, and a wide letter. */
const JOINS = /[\p{M}\p{Cf}\p{Lm}\p{Emoji}\p{sc=Thai}\p{sc=Lao}\u1100-\u11ff\u6f22]/u;
const LAST_THAT_JOINS = 0x1fbff;
const NEIGHBOURS = ['a', '\u6f22', '\ud83d\ude00', '\u0600', '\uac01', '\u0915', '\u2764', '\ud83c\udde9'];

test('beside any other character, none takes more columns than it was measured with', {
  tags: ['C1', 'T8'],
}, () => {
  const narrow: string[] = [];
  for (let point = 0x20; point <= LAST_THAT_JOINS; point += 1) {
    const char = String.fromCodePoint(point);
    if (!JOINS.test(char)) continue;
    for (const near of NEIGHBOURS) {
      for (const text of [near + char, char + near]) {
        const drawn = Array.from(text).reduce((sum, part) => sum + cellWidth(part.codePointAt(0) ?? 0), 0);
        if (drawn > getWidestWidth(text) && sanitizeText(text) === text) narrow.push(text);
      }
    }
  }
  expect(narrow).toEqual([]);
});

test('any text fits any width exactly, and is cut between characters', () => {
  fc.assert(
    fc.property(anySafeText, fc.nat(60), (text, width) => {
      expect(getDisplayWidth(fitInto(text, width))).toBe(width);
      const fits = getWidestWidth(text) <= width;
      if (fits) expect(truncate(text, width)).toBe(text);
      const kept = fits ? text : truncate(text, width).replace(/…$/, '');
      expect(text.startsWith(kept)).toBe(true);
      const ends = [...new Intl.Segmenter().segment(text)].map(({ index }) => index).concat(text.length);
      const leftOut = ends.filter((end) => end >= kept.length).map((end) => text.slice(kept.length, end));
      // blanks go too, and what means nothing by itself: a joiner, half an escape
      expect(leftOut.some((rest) => /^[\s\u200c\u200d]*(?:\\[u{0-9a-f]*)?$/.test(rest))).toBe(true);
    }),
    { numRuns: 3000 },
  );
});
