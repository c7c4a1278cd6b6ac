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
    ['only an emoji', '🔥', '🔥'],
    ['an emoji inside of words', 'so🔥much', '🔥'],
    ['an emoji, however it is drawn', 'love ❤', '❤️'],
    ['a key', 'press 1️⃣', '1️⃣'],
    ['a flag', 'x🇩🇪', '🇩🇪'],
    ['a flag among flags', '🇫🇷🇩🇪🇺🇸', '🇩🇪'],
    ['two words, however far apart', 'the price \n\u00a0list', 'price list'],
    ['blanks at its ends are a slip', 'info', ' info '],
    ['an accent that is written apart', 'cafe\u0301', 'café'],
    ['an accent behind a sign that is not shown', 'cafe\uFE0F\u0301', 'café'],
    ['a sharp s', 'STRASSE', 'straße'],
    ['a large sharp s', 'STRAẞE', 'strasse'],
    ['the sigma that ends a word', 'ΟΔΟΣ', 'οδοσ'],
    ['Chinese', '请问价格是多少', '价格'],
    ['Japanese', 'この商品の価格を教えて', '価格'],
    ['Katakana with its long vowel', '無料クーポーン希望', 'クーポーン'],
    ['Thai', 'ขอราคาหน่อย', 'ราคา'],
    ['Thai beside a Thai digit', 'ราคา๑', 'ราคา'],
    ['Latin beside Han', 'INFO希望', 'info'],
    ['Thai behind the tone of another syllable', 'นี้ราคา', 'ราคา'],
    ['Lao', 'ຂໍລາຄາແດ່', 'ລາຄາ'],
    ['Khmer', 'សុំតម្លៃផង', 'តម្លៃ'],
    ['Myanmar', 'ဈေးနှုန်းသိချင်', 'ဈေးနှုန်း'],
    ['Korean, by itself', '가격!', '가격'],
    ['Arabic', 'كم السعر؟', 'السعر'],
    ['Hindi with the vowel that ends it', 'कृपया जानकारी दें', 'जानकारी'],
    ['beyond the first plane', 'say 𝐢𝐧𝐟𝐨!', '𝐢𝐧𝐟𝐨'],
    ['after the same letters inside of a word', 'freedom is not free', 'free'],
    ['that overlaps itself', 'a.a.a b', 'a.a b'],
  ])('%s', { tags: ['M-01', 'ENG-01', 'M-03', 'U-33', 'U-10'] }, (_why, text, keyword) => {
    expect(matchKeyword(text, [keyword])).toBe(keyword);
  });
});

describe('a keyword that is not in the text', () => {
  test.each([
    ['a part of a longer word', 'freedom', 'free'],
    ['the end of one', 'carefree', 'free'],
    ['before an accented letter', 'café', 'caf'],
    ['before an accent that is written apart', 'cafe\u0301', 'cafe'],
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
    ['Thai before a vowel that is a mark of its last letter', 'กิน', 'ก'],
    ['Kana whose last letter has a mark', 'か\u3099', 'か'],
    ['Korean with a particle', '가격을', '가격'],
    ['letters that are joined', 'a\u200Db', 'a'],
    ['its words apart', 'list of the price', 'price list'],
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
