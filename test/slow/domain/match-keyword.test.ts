import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileKeywords, matchKeyword } from '../../../src/domain/automations/match-keyword.ts';
import { growth, WIDE_MARGIN } from '../../support/growth.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

/** Signs that meet each other in every way that matters. */
const SIGNS = [
  ...[
    'a',
    'A',
    'é',
    'e\u0301',
    'ß',
    'S',
    's',
    'Σ',
    '_',
    '1',
    '+',
    '.',
    ' ',
    '\n',
    '価',
    '格',
    'ー',
    '\u3099',
  ],
  ...['ร', 'า', '้', '๑', '가', '👍', '🏽', '❤', '\uFE0F', '\u200D', '𝐢'],
];
const WORDS = scaled(1_000, 50_000);
/** Expressions with classes of Unicode are slow to make. */
const TEXTS = scaled(400, 5_000);

/** What `matchKeyword` is to find, stated again: a regular expression for each keyword, one after the other. */
function foundBy(text: string, keywords: readonly string[]): string | null {
  const folded = fold(text);
  return keywords.find((keyword) => expressionOf(fold(keyword).trim())?.test(folded)) ?? null;
}

function fold(text: string): string {
  const lower = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\uFE0F/g, '')
    .replace(/(?<!👍|❤|🏽)\u200D|\u200D(?!👍|❤)/gu, '');
  const letters = lower.replace(/ß/g, 'ss').replace(/ς/g, 'σ').replace(/๑/g, '1').replace(/𝐢/gu, 'i');
  return letters.normalize('NFC').replace(/\s+/g, ' ');
}

function expressionOf(spelling: string): RegExp | null {
  const signs = [...spelling];
  if (signs.length === 0) return null;
  const escaped = spelling.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`${notAfter(signs.at(0) ?? '')}${escaped}${notBefore(signs)}`, 'u');
}

const LETTER = String.raw`[\p{L}\p{N}_]`;
const SPACELESS = String.raw`(?:(?=\p{L})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}])`;
const IS_LETTER = new RegExp(`^${LETTER}$`, 'u');
const IS_SPACELESS = new RegExp(`^${SPACELESS}$`, 'u');
const IS_MARK = /^\p{M}$/u;

function notAfter(first: string): string {
  const letters = IS_MARK.test(first) ? LETTER : beside(first);
  return String.raw`(?<!\u200D\p{M}*${letters === '' ? '' : String.raw`|${letters}\p{M}*`})`;
}

function notBefore(signs: readonly string[]): string {
  const last = signs.findLast((sign) => !IS_MARK.test(sign)) ?? '';
  const letters = beside(last);
  const isEmoji = !IS_LETTER.test(last);
  return String.raw`(?!\u200D|\p{M}${isEmoji ? '|[\u{1F3FB}-\u{1F3FF}]' : ''}${letters === '' ? '' : `|${letters}`})`;
}

/** What must not stand beside a sign. */
function beside(sign: string): string {
  if (!IS_LETTER.test(sign) || IS_SPACELESS.test(sign)) return '';
  return `(?!${SPACELESS})${LETTER}`;
}

describe('random texts', { tags: ['ENG-01'] }, () => {
  const seed = testSeed();
  const written = fc.array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 4 });
  const keyword = written.map((signs) => signs.join(''));
  /** Texts that hold keywords, with signs around them. */
  const cases = fc.array(keyword, { minLength: 1, maxLength: 4 }).chain((keywords) =>
    fc.tuple(
      fc.constant(keywords),
      fc
        .array(fc.oneof(fc.constantFrom(...keywords), fc.constantFrom(...SIGNS)), { maxLength: 8 })
        .map((parts) => parts.join('')),
    ),
  );

  test(`${TEXTS} texts and lists of keywords: the same as with an expression a keyword (seed ${seed})`, () => {
    let found = 0;
    fc.assert(
      fc.property(cases, ([keywords, text]) => {
        const expected = foundBy(text, keywords);
        found += expected === null ? 0 : 1;
        expect(matchKeyword(text, keywords)).toBe(expected);
      }),
      { seed, numRuns: TEXTS },
    );
    expect(found / TEXTS).toBeGreaterThan(0.2);
    expect(found / TEXTS).toBeLessThan(0.9);
  });

  test(`${WORDS} words: found between signs in any spelling, not with a letter beside (seed ${seed})`, () => {
    const letters = fc.constantFrom(...'abcdéßüжДλΩiI', 'ſ', 'س', 'ي');
    const word = fc.array(letters, { minLength: 1, maxLength: 8 }).map((signs) => signs.join(''));
    const signs = fc.constantFrom(' ', '\n', '!', '"', '-', '🔥', '。', '価', 'か', '\u00A0');
    const unseen = fc.constantFrom(
      '\u00AD',
      '\u200B',
      '\u200C',
      '\u200E',
      '\u2060',
      '\uFEFF',
      '\u{E0100}',
      '\u202E',
    );
    fc.assert(
      fc.property(word, letters, signs, unseen, fc.nat(), (keyword, letter, sign, none, place) => {
        const isIn = (said: string) => matchKeyword(`z${sign}${said}${sign}z`, [keyword]) !== null;
        const insert = (said: string) => {
          const points = [...said];
          const at = place % (points.length + 1);
          return [...points.slice(0, at), none, ...points.slice(at)].join('');
        };
        const spellings = [
          keyword,
          keyword.normalize('NFD'),
          keyword.normalize('NFKC'),
          keyword.toLowerCase(),
          keyword.toUpperCase(),
          keyword.replaceAll('ß', 'SS'),
          widen(keyword),
          insert(keyword),
        ];
        expect(spellings.map(isIn)).toEqual(spellings.map(() => true));
        const longer = [`${keyword}${letter}`, `${letter}${keyword}`];
        expect([...longer, ...longer.map(insert)].map(isIn)).toEqual([false, false, false, false]);
        for (const spelling of spellings) expect(matchKeyword(keyword, [spelling])).toBe(spelling);
      }),
      { seed, numRuns: WORDS },
    );
  });
});

/** ASCII letters in their full width. */
function widen(text: string): string {
  return text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}

describe('texts that are made to take long', () => {
  test.each([
    ['a keyword that is nearly there everywhere', 'a', [`${'a'.repeat(400)}b c`]],
    ['many that end each other', 'a', Array.from({ length: 40 }, (_, at) => `${'a'.repeat(at + 1)}.`)],
    ['flags without end', '🇩🇪', ['🇪🇩', '🇪']],
    ['marks in two orders', '\u0301\u0316', ['a\u0301']],
    ['letters without blanks', '価', ['価格価']],
    ['one joined emoji', '👨\u200D', ['👨']],
    ['tags without a flag', '\u{E0067}', ['guide']],
    ['half-width voicing marks', '\uFF9E\uFF9F', ['ガ']],
    ['raised digits', '²', ['2']],
    ['digits of another script', '٥', ['5']],
    ['dotted and dotless letters', 'Iı', ['ı', 'i', 'I ı']],
  ])('%s: ten times the text takes about ten times as long', (_why, piece, keywords) => {
    const find = compileKeywords(keywords);
    const work = (length: number) => {
      const text = piece.repeat(length / piece.length);
      return () => void find(text);
    };
    expect(growth(work(8_000), work(80_000))).toBeLessThan(WIDE_MARGIN);
  });

  test('a thousand keywords that end each other take about as long as one', () => {
    const nested = Array.from({ length: 1_000 }, (_, at) => '+'.repeat(at + 1));
    const work = (keywords: readonly string[], length: number) => {
      const [find, text] = [compileKeywords(keywords), '+'.repeat(length)];
      return () => void find(text);
    };
    expect(growth(work(['+'], 8_000), work(nested, 80_000))).toBeLessThan(WIDE_MARGIN);
    expect(growth(work(['+'], 8_000), work(nested.toReversed(), 80_000))).toBeLessThan(WIDE_MARGIN);
  });
});
