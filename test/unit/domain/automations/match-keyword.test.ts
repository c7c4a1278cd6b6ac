import { describe, expect, test } from 'vitest';
import { matchKeyword } from '../../../../src/domain/automations/match-keyword.ts';

describe('a keyword that is in the text', () => {
  test.each([
    ['whatever its case, beside a sign', 'FREE!', 'free'],
    ['between quotes', 'say "free" now', 'FREE'],
    ['at the end of a line', 'free\nnow', 'free'],
    ['with signs of its own', 'I like c++', 'C++'],
    ['with a sign before it', 'what is .net?', '.NET'],
    ['whose signs nothing parts from a word', 'c++11', 'c++'],
    ['a flag', 'x🇩🇪', '🇩🇪'],
    ['two words, however far apart', 'the price \n\u00a0list', 'price list'],
    ['blanks at its ends are a slip', 'info', ' info '],
    ['an accent behind a sign that is not shown', 'cafe\uFE0F\u0301', 'café'],
    ['Japanese', 'この商品の価格を教えて', '価格'],
    ['Katakana with its long vowel', '無料クーポーン希望', 'クーポーン'],
    ['Thai beside a Thai digit', 'ราคา๑', 'ราคา'],
    ['Latin beside Han', 'INFO希望', 'info'],
    ['Thai behind the tone of another syllable', 'นี้ราคา', 'ราคา'],
    ['Myanmar', 'ဈေးနှုန်းသိချင်', 'ဈေးနှုန်း'],
    ['Arabic', 'كم السعر؟', 'السعر'],
    ['after the same letters inside of a word', 'freedom is not free', 'free'],
    ['that overlaps itself', 'a.a.a b', 'a.a b'],
  ])('%s', { tags: ['M-01', 'ENG-01', 'M-03', 'U-33', 'U-10'] }, (_why, text, keyword) => {
    expect(matchKeyword(text, [keyword])).toBe(keyword);
  });
});

describe('a keyword that is not in the text', () => {
  test.each([
    ['before an accent that is written apart', 'cafe\u0301', 'cafe'],
    ['beside an underscore', 'free_shipping', 'free'],
    ['a sign that is missing', 'c+', 'c++'],
    ['the first of a family', '👨‍👩‍👧', '👨'],
    ['half a flag', '🇩🇪', '🇩'],
    ['the other half', '🇩🇪', '🇪'],
    ['letters that are joined', 'a\u200Db', 'a'],
    ['a keyword without anything', 'text \uFE0F', '\uFE0F'],
    ['half of a code point', '😀', '\uD83D'],
  ])('%s', { tags: ['M-01', 'ENG-01', 'M-02', 'U-10'] }, (_why, text, keyword) => {
    expect(matchKeyword(text, [keyword])).toBeNull();
  });
});

describe('of several keywords', () => {
  test('any one is enough, and the configured keyword is returned', { tags: ['M-04'] }, () => {
    expect(matchKeyword('send INFO please', ['Guide', 'Info'])).toBe('Info');
  });

  test('the first in their order, wherever they are in the text', { tags: ['M-04'] }, () => {
    expect(matchKeyword('link or info', ['info', 'link'])).toBe('info');
    expect(matchKeyword('価格 or info 🔥', ['🔥', 'info', '価格'])).toBe('🔥');
    expect(matchKeyword('info 🔥', ['info', '🔥'])).toBe('info');
    expect(matchKeyword('sınır list, sinir list', ['sinir list', 'sınır list'])).toBe('sinir list');
  });

  test('those that are spelled alike count as one: the first', { tags: ['U-28'] }, () => {
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
