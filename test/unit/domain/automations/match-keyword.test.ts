import { describe, expect, test } from 'vitest';
import { matchKeyword } from '../../../../src/domain/automations/match-keyword.ts';

describe('a keyword that is in the text', () => {
  test.each([
    ['M-01 ENG-01 whatever its case, beside a sign', 'FREE!', 'free'],
    ['M-01 between quotes', 'say "free" now', 'FREE'],
    ['at the end of a line', 'free\nnow', 'free'],
    ['M-03 with signs of its own', 'I like c++', 'C++'],
    ['M-03 with a sign before it', 'what is .net?', '.NET'],
    ['M-03 whose signs nothing parts from a word', 'c++11', 'c++'],
    ['M-03 only an emoji', '🔥', '🔥'],
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
    ['U-10 Thai beside a Thai digit', 'ราคา๑', 'ราคา'],
    ['U-10 Latin beside Han', 'INFO希望', 'info'],
    ['U-10 Thai behind the tone of another syllable', 'นี้ราคา', 'ราคา'],
    ['U-10 Lao', 'ຂໍລາຄາແດ່', 'ລາຄາ'],
    ['U-10 Khmer', 'សុំតម្លៃផង', 'តម្លៃ'],
    ['U-10 Myanmar', 'ဈေးနှုန်းသိချင်', 'ဈေးနှုန်း'],
    ['Korean, by itself', '가격!', '가격'],
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
    ['U-10 Thai before a vowel that is a mark of its last letter', 'กิน', 'ก'],
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
  test('M-04 any one is enough, and the configured keyword is returned', () => {
    expect(matchKeyword('send INFO please', ['Guide', 'Info'])).toBe('Info');
  });

  test('M-04 the first in their order, wherever they are in the text', () => {
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
