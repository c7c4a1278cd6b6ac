import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderCsv, renderTsv } from '../../../../../src/cli/framework/output/render-view.ts';
import type { CellValue, ListView, RecordView } from '../../../../../src/cli/framework/output/view.ts';
import { readCsv, readCsvText, readTsv } from '../../../../support/hostile/read-text.ts';
import { anyCharacters } from '../../../../support/hostile-texts/any-characters.ts';
import { HOSTILE_TEXTS } from '../../../../support/hostile-texts.ts';
import { sampleComment, sampleList } from '../../../../support/sample-view.ts';
import { scaled } from '../../../../support/scale.ts';

/** A list whose rows are their own cells. */
function listOf(rows: readonly (readonly CellValue[])[]): ListView<readonly CellValue[]> {
  const count = Math.max(...rows.map((row) => row.length));
  const columns = Array.from({ length: count }, (_, at) => ({
    name: `c${at}`,
    title: `c${at}`,
    value: (row: readonly CellValue[]) => row[at] ?? null,
  }));
  return { kind: 'list', document: { rows }, key: 'rows', rows, columns, empty: '' };
}

const RECORD: RecordView = {
  kind: 'record',
  document: {},
  lines: [
    { name: 'code', title: 'Code', value: 288 },
    { name: 'meaning', title: 'Meaning', value: 'still processing' },
  ],
};

test('tsv: a header, and every column, also those that people do not see', () => {
  expect(renderTsv(sampleList([sampleComment({ extra: { a: '\n' } })]))).toBe(
    'platform\tid\tauthor.name\tauthor.handle\ttext\tlikes\tcreatedAt\textra\n' +
      'instagram\t17841405793187218\tMia Keller\tmia.keller\tIs the oat one back?\t12\t2026-03-14T09:00:00Z\t{"a":"\\n"}\n',
  );
});

test('csv: the same, but for an apostrophe before a long id', () => {
  expect(renderCsv(sampleList([sampleComment({ extra: { a: 1 } })]))).toBe(
    'platform,id,author.name,author.handle,text,likes,createdAt,extra\n' +
      'instagram,\'17841405793187218,Mia Keller,mia.keller,Is the oat one back?,12,2026-03-14T09:00:00Z,"{""a"":1}"\n',
  );
});

test.each([
  ['tsv', renderTsv, 'code\tmeaning\n288\tstill processing\n'],
  ['csv', renderCsv, 'code,meaning\n288,still processing\n'],
])('%s of one record is a list of one', (_format, render, expected) => {
  expect(render(RECORD)).toBe(expected);
});

test.each([
  ['tsv', renderTsv],
  ['csv', renderCsv],
])('%s of nothing is the header', (_format, render) => {
  expect(render({ ...sampleList([]) }).split('\n')).toHaveLength(2);
});

describe('a cell of tsv', () => {
  test.each<[string, CellValue, string]>([
    ['null is empty', null, ''],
    ['a number', -12.5, '-12.5'],
    ['a boolean', true, 'true'],
    ['lines', 'a\r\nb\tc', 'a\\r\\nb\\tc'],
    ['a formula is no matter here', '=1+1', '=1+1'],
    ['what is nested is JSON', { a: ['\t\\'] }, '{"a":["\\t\\\\"]}'],
  ])('%s', (_what, value, expected) => {
    expect(renderTsv(listOf([[value]]))).toBe(`c0\n${expected}\n`);
  });
});

describe('a cell of csv', { tags: ['C9'] }, () => {
  test.each<[string, CellValue, string]>([
    ['a negative number stays a number', -5, '-5'],
    ['a boolean', false, 'false'],
    ['text of a number stays text', '12', '12'],
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'say "hi"', '"say ""hi"""'],
    ['lines stay lines', 'a\nb', '"a\nb"'],
    ['a carriage return is shown', 'a\r\nb', '"a\\u000d\nb"'],
    ['a tab is shown', 'a\tb', 'a\\u0009b'],
    ['blanks at the ends are kept', ' a ', '" a "'],
    ['empty text is not null', '', '""'],
    ['equals', '=1+1', "'=1+1"],
    ['plus', '+1', "'+1"],
    ['minus', '-1', "'-1"],
    ['at', '@handle', "'@handle"],
    ['full-width equals', '＝1', "'＝1"],
    ['behind a blank', ' =1', "' =1"],
    ['behind a line feed', '\n=1', '"\'\n=1"'],
    ['behind an apostrophe', "'=1", "''=1"],
    ['only an apostrophe', "'tis", "'tis"],
    ['an equals sign inside', 'a=b', 'a=b'],
    ['an id of 15 digits is kept as it is', '123456789012345', '123456789012345'],
    ['a longer one would lose digits', '17841499000000123', "'17841499000000123"],
    ['so would one behind an apostrophe', "'17841499000000123", "''17841499000000123"],
    ['zeros in front would be lost', '007', "'007"],
    ['a name that reads as an exponent would be a number', '12E5', "'12E5"],
    ['digits among letters', 'urn:li:17841499000000123', 'urn:li:17841499000000123'],
    ['a path', 'C:\\new', 'C:\\new'],
    ['a faked escape', '\\u001b', '\\\\u001b'],
  ])('%s', (_what, value, expected) => {
    expect(renderCsv(listOf([['x', value]]))).toBe(`c0,c1\nx,${expected}\n`);
  });

  test('a row of nothing is still a row', () => {
    expect(renderCsv(listOf([[null], ['a']]))).toBe('c0\n""\na\n');
  });
});

const anyText = fc.oneof(
  anyCharacters(),
  fc.string({ unit: fc.constantFrom(...'\\",\n\r\t =+-@\'ntru001b{}aé\u202e') }),
  fc.constantFrom(...HOSTILE_TEXTS.map(([, text]) => text)),
);
const anyRows = fc.array(
  fc.array(fc.oneof(anyText, fc.integer(), fc.boolean(), fc.constant(null)), { minLength: 2, maxLength: 5 }),
  {
    minLength: 1,
    maxLength: 5,
  },
);

test('tsv reads back to the exact values', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const [header = [], ...cells] = readTsv(renderTsv(listOf(rows)));
      const expected = rows.map((row) => header.map((_name, at) => String(row[at] ?? '')));
      expect(cells).toEqual(expected);
    }),
    { numRuns: scaled(300, 1_000) },
  );
});

test('csv reads back to the exact values', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const [header = [], ...lines] = readCsv(renderCsv(listOf(rows)));
      const read = lines.map((line, at) =>
        line.map((cell, column) =>
          cell !== null && typeof rows[at]?.[column] === 'string' ? readCsvText(cell) : cell,
        ),
      );
      const expected = rows.map((row) =>
        header.map((_name, at) => (row[at] === null || row[at] === undefined ? null : String(row[at]))),
      );
      expect(read).toEqual(expected);
    }),
    { numRuns: scaled(300, 1_000) },
  );
});

test('csv of ordinary text is exact for every reader', () => {
  const ordinary = fc
    .string({ unit: fc.constantFrom(...'abcé日 😍",;\\n\n/:(ツ)_') })
    .filter((text) => !/^\s*[=+\-@]/.test(text));
  fc.assert(
    fc.property(fc.array(fc.tuple(ordinary, ordinary), { minLength: 1, maxLength: 4 }), (rows) => {
      expect(readCsv(renderCsv(listOf(rows))).slice(1)).toEqual(rows);
    }),
    { numRuns: scaled(300, 1_000) },
  );
});
