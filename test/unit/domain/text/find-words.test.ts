import { expect, test } from 'vitest';
import {
  compileHandleMatch,
  compileWordSearch,
  parseSearchWords,
} from '../../../../src/domain/text/find-words.ts';

const finds = (typed: string, text: string) =>
  compileWordSearch(parseSearchWords(typed) ?? ['no words'])(text);

test.each([
  ['refund', 'I want a REFUND!'],
  ['REFUND order', 'my order: refund it'],
  ['"my order"', 'where is My\n Order?'],
  ['“my order” where', 'where is my order?'],
  ['fiyatı', 'FİYATI ne kadar'],
  ['straße', 'STRASSE 5'],
  ['οδηγός', 'ΟΔΗΓΟΣ'],
  ['возврат', 'Нужен ВОЗВРАТ.'],
  ['退款', '我要退款，谢谢'],
  ['คืนเงิน', 'ขอคืนเงินค่ะ'],
  ['ガイド', 'ｶﾞｲﾄﾞください'],
  ['सवाल', 'एक सवाल है'],
  ['سعر', 'كم سِعْر هذا؟'],
  ['צה״ל', 'זה צה"ל כאן'],
  ['צה"ל', 'זה צה"ל כאן'],
  ['"my order" "is late"', 'my order is late'],
  ['"צה״ל כאן"', 'זה צה"ל כאן'],
  ['café', 'cafe\u0301 au lait'],
  ['❤', 'love it ❤️'],
  ['#guide', 'the #Guide'],
  ['refund refund', 'refund'],
  ['m2 flat', 'a m² flat'],
  ['atom', 'ⒶⓉⓄⓂ'],
  ['パン', 'ハ\u309Cン'],
  ['ها', 'ہا'],
  ['ൺർൽൾൿ', 'ണ്\u200Dര്\u200Dല്\u200Dള്\u200Dക്\u200D'],
  ['coffee bar', 'กีcoffee bar'],
  ['re\u00ADfund', 'refund'],
])('%s is found in %s', (typed, text) => {
  expect(finds(typed, text)).toBe(true);
});

test.each([
  ['refund', 'refunds'],
  ['refund', 'prerefund'],
  ['refund order', 'a refund'],
  ['"my order"', 'order of my own'],
  ['caf', 'café'],
  ['की', 'कीमत'],
  ['👍', '👍🏽'],
  ['sinir', 'sınır'],
  ['sınır x', 'sinir x'],
  ['ΐ', 'ί'],
  ['m', 'line Ⓜ'],
  ['🔥', '❤️\u200D🔥'],
  ['ी', 'की'],
  ['ี', 'กี'],
  ['refund', ''],
])('%s is not found in %s', (typed, text) => {
  expect(finds(typed, text)).toBe(false);
});

test.each(['', ' \u200B ', '""', '" "', '"my order', 'where "my order', '"my" "order'])(
  'no words to search for: %s',
  (typed) => {
    expect(parseSearchWords(typed)).toBeNull();
  },
);

test('a handle is compared without its @ and the blanks around it', () => {
  const isAnn = compileHandleMatch('@ Ann');
  expect(['ann', '@ANN ', 'a@nn', 'anna'].map(isAnn)).toEqual([true, true, false, false]);
});

test('a long text without an end of its words is searched at once', () => {
  const text = `${'refund'.repeat(50_000)} ${'"'.repeat(50_000)}`;
  expect(finds('refund order', text)).toBe(false);
  expect(parseSearchWords(text)?.length).toBe(undefined);
});

test.each([
  ['@Mara', 'mara', true],
  ['mara', '＠MARA', true],
  ['İpek', 'ipek', true],
  ['Mara Holm', 'MARA  HOLM', true],
  ['\u202Amara\u202C', 'mara', true],
  ['mara', 'mara.holm', false],
  ['mara.holm', 'mara', false],
])('the handle %s is that of %s: %s', (wanted, handle, expected) => {
  expect(compileHandleMatch(wanted)(handle)).toBe(expected);
});
