import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../../../../src/cli/framework/input/files/read-csv.ts';

const cellsOf = (text: string) => readCsv(text).rows.map((row) => row.map(({ text: cell }) => cell));

describe('RFC 4180', () => {
  test.each([
    [
      'cells and lines',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'carriage returns, and no last line break',
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['separators in quotes', '"a,b",c', [['a,b', 'c']]],
    ['doubled quotes', '"say ""hi""",c', [['say "hi"', 'c']]],
    [
      'line breaks in quotes',
      '"one\r\ntwo\nthree",c\nd,e',
      [
        ['one\ntwo\nthree', 'c'],
        ['d', 'e'],
      ],
    ],
    [
      'empty cells',
      'a,,\n,,c',
      [
        ['a', '', ''],
        ['', '', 'c'],
      ],
    ],
    ['an empty cell in quotes', '"",a', [['', 'a']]],
    [
      'lines without anything',
      'a,b\n\n\r\nc,d\n\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['nothing', '', []],
    ['spaces, which belong to the cell', ' a , b', [[' a ', ' b']]],
    [
      'semicolons, as spreadsheets of some countries write',
      'a;b\nc;"d;e"',
      [
        ['a', 'b'],
        ['c', 'd;e'],
      ],
    ],
    [
      'tabs',
      'a\tb\nc, d\te',
      [
        ['a', 'b'],
        ['c, d', 'e'],
      ],
    ],
  ])('%s', (_what, text, expected) => {
    expect(cellsOf(text)).toEqual(expected);
  });
});

test('a cell knows where it starts, its quote included', () => {
  const text = 'a,b\r\n"c\nd",e\n';
  const offsets = readCsv(text).rows.flatMap((row) => row.map(({ offset }) => offset));
  expect(offsets.map((at) => text.charAt(at))).toEqual(['a', 'b', '"', 'e']);
});

test.each([
  ['no closing quote', 'a,b\n"c,d\n', 4, 'no closing "'],
  ['text after the closing quote', 'a,"b" c\n', 5, 'ends before this'],
  ['a quote inside of a cell', 'a,b "c"\n', 4, 'must be in quotes'],
])('%s is a fault, with its place', (_what, text, offset, words) => {
  expect(readCsv(text).faults).toEqual([{ offset, words: expect.stringContaining(words) }]);
});
