import { expect, test } from 'vitest';
import { createMatchExcerpt } from '../../../../../../src/cli/framework/output/text/match-excerpt.ts';
import { getWidestWidth, truncate } from '../../../../../../src/cli/framework/output/text/width.ts';
import { compileWordSearch, parseSearchWords } from '../../../../../../src/domain/text/find-words.ts';

const excerpt = (words: string, text: string, width: number) =>
  truncate(
    createMatchExcerpt((parseSearchWords(words) ?? []).map((word) => compileWordSearch([word])))(text, width),
    width,
  );

test.each([
  [
    'a word near the start is seen without it',
    'cups',
    'Lovely cups, and more of them please',
    20,
    'Lovely cups, and mo…',
  ],
  [
    'a word behind the cut',
    'refund',
    'Lovely cups, but where is my REFUND? Tell me',
    20,
    '…is my REFUND? Tell…',
  ],
  [
    'a word that the cut would halve',
    'refund',
    'Where is my lost refund, please?',
    20,
    '…my lost refund, pl…',
  ],
  [
    'the start of a longer word is no match',
    'no',
    'Lovely cups, but nothing else. No',
    19,
    '…nothing else. No',
  ],
  [
    'the second of two words',
    'lovely refund',
    'Lovely cups, but where is my refund?',
    20,
    '…where is my refund?',
  ],
  ['a phrase', '"my refund"', 'My cups, your refund, and then my refund too', 20, '…then my refund too'],
  ['a word at the end', 'refund', 'Lovely cups, but where is my refund', 16, '…is my refund'],
  ['Hebrew', 'הזמנה', 'אני אוהבת את הקפה שלכם, איפה ההזמנה או הזמנה שלי', 20, '…ההזמנה או הזמנה שלי'],
  [
    'Chinese, without spaces',
    '退款',
    '这个咖啡杯真的非常好看我很喜欢 退款 在哪里',
    20,
    '…我很喜欢 退款 在哪…',
  ],
  ['emoji of several code points', 'milk', '👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧 milk', 10, '…milk'],
  ['a column of one cell', 'refund', 'Where is my refund', 1, '…'],
] as const)('An excerpt shows %s', (_what, words, text, width, shown) => {
  const cell = excerpt(words, text, width);
  expect(cell).toBe(shown);
  expect(getWidestWidth(cell)).toBeLessThanOrEqual(width);
});

test('An excerpt of a text that does not match is its start', () => {
  expect(excerpt('refund', 'Lovely cups, and more of them please', 12)).toBe('Lovely cups…');
});

test('An excerpt of a huge text is its start', () => {
  const text = `${'cup '.repeat(3_000)}refund`;
  expect(createMatchExcerpt([compileWordSearch(['refund'])])(text, 20)).toBe(text);
});
