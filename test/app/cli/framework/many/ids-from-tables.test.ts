import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../../../src/cli/framework/input/files/decode-text.ts';
import { parseIds } from '../../../../../src/cli/framework/many/parse-ids.ts';
import { renderView } from '../../../../../src/cli/framework/output/render-view.ts';
import { crier } from '../../../../support/crier.ts';
import { anyCharacters } from '../../../../support/hostile-texts/any-characters.ts';
import { HOSTILE_TEXTS } from '../../../../support/hostile-texts.ts';
import { testSeed } from '../../../../support/test-seed.ts';

const idsOf = (text: string) => parseIds(text, 'ids').map(({ id }) => id);
const get = (words: readonly string[], stdin = '') =>
  crier(['comments', 'get', ...words, '--platform', 'instagram', '--comment', '--sandbox'], { stdin });
const said = ({ stderr }: { readonly stderr: string }) => stderr.replaceAll(/\s+/g, ' ');

describe('a file of ids', () => {
  test.each([
    ['lines', '1\n\n2\r\n3', ['1', '2', '3']],
    ['carriage returns', 'id\r1\r2\r', ['1', '2']],
    ['the output of -o tsv', 'id\tstatus\n1\tok\n', ['1']],
    ['another column of it first, and quotes that have no meaning', 'text\tid\n"a\t1\nb"c\t2\n', ['1', '2']],
    [
      'the output of -o csv, with its apostrophes',
      'id,text\n\'18054973922452013,"a, b\n4"\n',
      ['18054973922452013'],
    ],
    [
      'one column of it',
      'id\n\'18054973922452013\n"urn:li:comment:(a,1)"\n',
      ['18054973922452013', 'urn:li:comment:(a,1)'],
    ],
    ['what a spreadsheet made of it', 'sep=;\r\n"Text";"ID";\r\n"a;b";"x1";\r\n;;\r\n', ['x1']],
    [
      'ids with commas in parentheses',
      'urn:li:comment:(urn:li:activity:1,2)\n',
      ['urn:li:comment:(urn:li:activity:1,2)'],
    ],
    ['a byte order mark', '\uFEFFid\nx\n', ['x']],
  ])('is read as %s', (_what, text, expected) => {
    expect(idsOf(text)).toEqual(expected);
  });

  test('what "-o csv" of comments writes is read back by --ids-from', async () => {
    const words = ['comments', 'get', 'Sp7kQm2XvLr9TzBd4HnW', '--sandbox', '-o'];
    const { comments } = (await crier([...words, 'json'])).json as { comments: readonly { id: string }[] };
    const fromCsv = idsOf((await crier([...words, 'csv'])).stdout);
    expect(fromCsv).toEqual(expect.arrayContaining(comments.map(({ id }) => id)));
    expect(idsOf((await crier([...words, 'tsv'])).stdout)).toEqual(fromCsv);
  });
});

const seed = testSeed();
const LOOK = { width: 80, colorLevel: 0, accessible: true, now: 0, zone: null } as const;
const COLUMNS = (['text', 'id', 'name'] as const).map((name) => ({
  name,
  title: name,
  value: (row: unknown) => (row as Record<string, string>)[name] ?? null, // rows of texts, see below
}));
/** Without quotes and backslashes, which no id has. */
const ids = fc.oneof(
  fc.constantFrom('18054973922452013', '007', '1e5', '-x', '=x', '@x', '+4', 'urn:li:(a,1)', 'a_b-c', 'id'),
  fc.string({ unit: fc.constantFrom(...'unr01,;:=-+@aé|()_.~/'), minLength: 1 }),
);
const texts = fc.oneof(
  anyCharacters(),
  fc.constantFrom(...HOSTILE_TEXTS.map(([, text]) => text), 'id', 'a\tb\n"c'),
);

test.each([
  ['csv', 'text,id'],
  ['tsv', 'text,id'],
  ['csv', 'id'],
  ['tsv', 'id'],
  ['csv', 'id,text'],
  ['tsv', 'id,text'],
] as const)(
  `ids beside any texts are read back from %s with the columns %s (seed ${seed})`,
  (format, names) => {
    fc.assert(
      fc.property(fc.array(fc.record({ id: ids, text: texts }), { minLength: 1, maxLength: 4 }), (rows) => {
        const columns = names.split(',').flatMap((name) => COLUMNS.find((each) => each.name === name) ?? []);
        const view = { kind: 'list', document: { rows }, key: 'rows', rows, columns, empty: '' } as const;
        const written = renderView(view, { ...LOOK, format });
        expect(idsOf(decodeText(Buffer.from(written)))).toEqual(rows.map(({ id }) => id));
      }),
      { seed, numRuns: 150 },
    );
  },
);

describe('an id that a spreadsheet rounded', () => {
  test.each([['1.80549739224520E+16'], ['1,8E+16'], ['1,80549739224520E+016'], ['1.8054973922452e+16']])(
    'is refused before any request, with its line: %s',
    async (id) => {
      const ran = await get(['--ids-from', '-'], `id\n${id}\n`);
      expect(ran.exitCode).toBe(2);
      expect(said(ran)).toContain(
        'line 2 of standard input is a number that a spreadsheet rounded; format the column as text',
      );
      const given = await get([id]);
      expect([given.exitCode, said(given)]).toEqual([2, expect.stringContaining(`"${id}" is a number that`)]);
    },
  );

  test.each([
    ['18054973922452000', true],
    ['1805497392245200', true],
    ['18054973922452010', false],
    ['1805497392245210', false],
    ['180549739224500', false],
  ])('is suspected where it ends with zeros: %s', async (id, isDoubtful) => {
    const ran = await get(['--ids-from', '-'], `${id}\n`);
    expect(said(ran).includes(`warning: line 1 of standard input: ${id} ends with zeros`)).toBe(isDoubtful);
    expect(ran.exitCode).toBe(5);
  });

  test.each(['1e3', '12E5', 'E16', '1.8E+16x'])('is none: %s', async (id) => {
    expect((await get([id])).exitCode).toBe(5);
  });
});
