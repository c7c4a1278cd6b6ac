import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileKeywords, matchKeyword } from '../../../src/rules/match-keyword.ts';
import { growth, WIDE_MARGIN } from '../../support/growth.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

describe('a keyword that is in the text', () => {
  test.each([
    ['M-01 ENG-01 whatever its case, beside a sign', 'FREE!', 'free'],
    ['M-01 between quotes', 'say "free" now', 'FREE'],
    ['at the end of a line', 'free\nnow', 'free'],
    ['M-03 with signs of its own', 'I like c++', 'C++'],
    ['M-03 with a sign before it', 'what is .net?', '.NET'],
    ['M-03 whose signs nothing parts from a word', 'c++11', 'c++'],
    ['M-03 an emoji alone', '🔥', '🔥'],
    ['M-03 an emoji inside of words', 'so🔥much', '🔥'],
    ['U-33 an emoji, however it is drawn', 'love ❤', '❤️'],
    ['a key', 'press 1️⃣', '1️⃣'],
    ['a flag', 'x🇩🇪', '🇩🇪'],
    ['a flag among flags', '🇫🇷🇩🇪🇺🇸', '🇩🇪'],
    ['two words, however far apart', 'the price \n\u00a0list', 'price list'],
    ['blanks at its ends are a slip', 'info', ' info '],
    ['U-10 an accent that is written apart', 'cafe\u0301', 'café'],
    ['U-10 an accent behind a sign that is not shown', 'cafe\uFE0F\u0301', 'café'],
    ['U-10 a sharp s', 'STRASSE', 'straße'],
    ['U-10 a large sharp s', 'STRAẞE', 'strasse'],
    ['the sigma that ends a word', 'ΟΔΟΣ', 'οδοσ'],
    ['U-10 Chinese', '请问价格是多少', '价格'],
    ['U-10 Japanese', 'この商品の価格を教えて', '価格'],
    ['U-10 Katakana with its long vowel', '無料クーポーン希望', 'クーポーン'],
    ['U-10 Thai', 'ขอราคาหน่อย', 'ราคา'],
    ['U-10 Thai behind the tone of another syllable', 'นี้ราคา', 'ราคา'],
    ['U-10 Lao', 'ຂໍລາຄາແດ່', 'ລາຄາ'],
    ['U-10 Khmer', 'សុំតម្លៃផង', 'តម្លៃ'],
    ['U-10 Myanmar', 'ဈေးနှုန်းသိချင်', 'ဈေးနှုန်း'],
    ['Korean, alone', '가격!', '가격'],
    ['Arabic', 'كم السعر؟', 'السعر'],
    ['Hindi with the vowel that ends it', 'कृपया जानकारी दें', 'जानकारी'],
    ['beyond the first plane', 'say 𝐢𝐧𝐟𝐨!', '𝐢𝐧𝐟𝐨'],
    ['after the same letters inside of a word', 'freedom is not free', 'free'],
    ['that overlaps itself', 'a.a.a b', 'a.a b'],
  ])('%s', (_why, text, keyword) => {
    expect(matchKeyword(text, [keyword])).toBe(keyword);
  });
});

describe('a keyword that is not in the text', () => {
  test.each([
    ['M-01 ENG-01 a part of a longer word', 'freedom', 'free'],
    ['M-01 the end of one', 'carefree', 'free'],
    ['M-02 before an accented letter', 'café', 'caf'],
    ['M-02 before an accent that is written apart', 'cafe\u0301', 'cafe'],
    ['beside an underscore', 'free_shipping', 'free'],
    ['beside a digit', 'free2', 'free'],
    ['a digit inside of a number', '2024', '02'],
    ['another accent', 'cafe', 'café'],
    ['a sign that is missing', 'c+', 'c++'],
    ['an emoji of another skin tone', '👍🏽', '👍'],
    ['one person of a family', '👨‍👩‍👧', '👩'],
    ['the first of a family', '👨‍👩‍👧', '👨'],
    ['the digit of a key', '1️⃣', '1'],
    ['a flag out of the halves of two', '🇺🇩🇪🇦', '🇩🇪'],
    ['half a flag', '🇩🇪', '🇩'],
    ['the other half', '🇩🇪', '🇪'],
    ['the flag of a country in that of its region', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴'],
    [
      'U-10 Latin beside Han: a border is missing between two that are not both such letters',
      'INFO希望',
      'info',
    ],
    ['U-10 Thai before a vowel that is a mark of its last letter', 'กิน', 'ก'],
    ['U-10 Thai letter beside a Thai digit', 'ราคา๑', 'ราคา'],
    ['Kana whose last letter has a mark', 'か\u3099', 'か'],
    ['Korean with a particle', '가격을', '가격'],
    ['letters that are joined', 'a\u200Db', 'a'],
    ['its words apart', 'list of the price', 'price list'],
    ['a keyword without anything', 'text \uFE0F', '\uFE0F'],
    ['half of a code point', '😀', '\uD83D'],
  ])('%s', (_why, text, keyword) => {
    expect(matchKeyword(text, [keyword])).toBeNull();
  });
});

describe('of several keywords', () => {
  test('M-04 any one is enough, and the configured keyword is told', () => {
    expect(matchKeyword('send INFO please', ['Guide', 'Info'])).toBe('Info');
  });

  test('M-04 the first in their order, wherever they stand in the text', () => {
    expect(matchKeyword('link or info', ['info', 'link'])).toBe('info');
    expect(matchKeyword('価格 or info 🔥', ['🔥', 'info', '価格'])).toBe('🔥');
    expect(matchKeyword('info 🔥', ['info', '🔥'])).toBe('info');
  });

  test('U-28 those that are spelled alike count as one: the first', () => {
    expect(matchKeyword('info', ['INFO', 'info', 'Info'])).toBe('INFO');
  });

  test('one inside of another is found where the other only begins', () => {
    expect(matchKeyword('price of the list', ['price list', 'the list of', 'the list'])).toBe('the list');
  });

  test('one that ends what only begins another, which only begins a third', () => {
    expect(matchKeyword('a.b+', ['a.b+c', '.b+d', '+'])).toBe('+');
  });

  test('none of none', () => expect(matchKeyword('info', [])).toBeNull());
});

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
const TIMEOUT_MS = scaled(20_000, 120_000);

/** What `matchKeyword` is to find, said once more: a regular expression for each keyword, one after the other. */
function foundBy(text: string, keywords: readonly string[]): string | null {
  const folded = fold(text);
  return keywords.find((keyword) => expressionOf(fold(keyword).trim())?.test(folded)) ?? null;
}

function fold(text: string): string {
  const lower = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\uFE0F/g, '');
  return lower.replace(/ß/g, 'ss').replace(/ς/g, 'σ').normalize('NFC').replace(/\s+/g, ' ');
}

function expressionOf(spelling: string): RegExp | null {
  const signs = [...spelling];
  if (signs.length === 0) return null;
  const escaped = spelling.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`${notAfter(signs.at(0) ?? '')}${escaped}${notBefore(signs.at(-1) ?? '')}`, 'u');
}

const WORD = String.raw`[\p{L}\p{M}\p{N}_]`;
const SPACELESS = String.raw`(?:(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}])`;
const IS_WORD = new RegExp(`^${WORD}$`, 'u');
const IS_SPACELESS = new RegExp(`^${SPACELESS}$`, 'u');

function notAfter(first: string): string {
  return `(?<!\u200D${beside(first)})`;
}

function notBefore(last: string): string {
  return String.raw`(?!\u200D|\p{M}${IS_WORD.test(last) ? '' : '|[\u{1F3FB}-\u{1F3FF}]'}${beside(last)})`;
}

/** What must not stand beside a sign, as one more alternative. */
function beside(sign: string): string {
  if (IS_SPACELESS.test(sign)) return `|(?!${SPACELESS})${WORD}`;
  return IS_WORD.test(sign) ? `|${WORD}` : '';
}

describe('ENG-01 random texts', () => {
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

  test(
    `${TEXTS} texts and lists of keywords: the same as with an expression a keyword (seed ${seed})`,
    () => {
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
    },
    TIMEOUT_MS,
  );

  test(`${WORDS} words: found between signs in any spelling, not with a letter beside (seed ${seed})`, () => {
    const letters = fc.constantFrom(...'abcdéßüжДλΩİ');
    const word = fc.array(letters, { minLength: 1, maxLength: 8 }).map((signs) => signs.join(''));
    const signs = fc.constantFrom(' ', '\n', '!', '"', '-', '🔥', '。');
    fc.assert(
      fc.property(word, letters, signs, (keyword, letter, sign) => {
        const isIn = (said: string) => matchKeyword(`z${sign}${said}${sign}z`, [keyword]) !== null;
        const spellings = [
          keyword,
          keyword.normalize('NFD'),
          keyword.toLowerCase(),
          keyword.replaceAll('ß', 'SS'),
        ];
        expect(spellings.map(isIn)).toEqual([true, true, true, true]);
        expect([`${keyword}${letter}`, `${letter}${keyword}`].map(isIn)).toEqual([false, false]);
      }),
      { seed, numRuns: WORDS },
    );
  });
});

describe('texts that are made to take long', () => {
  test.each([
    ['a keyword that is nearly there everywhere', 'a', [`${'a'.repeat(400)}b c`]],
    ['many that end each other', 'a', Array.from({ length: 40 }, (_, at) => `${'a'.repeat(at + 1)}.`)],
    ['flags without end', '🇩🇪', ['🇪🇩', '🇪']],
    ['marks in two orders', '\u0301\u0316', ['a\u0301']],
    ['letters without blanks', '価', ['価格価']],
    ['one joined emoji', '👨\u200D', ['👨']],
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
