import { readCsvPosts } from '../../../../src/cli/features/posts/files/csv-posts.ts';
import { readOptionsFile } from '../../../../src/cli/features/posts/post-file.ts';
import { decodeText } from '../../../../src/cli/framework/input/files/decode-text.ts';
import { restoreCsvText, restoreTsvText } from '../../../../src/cli/framework/input/files/own-cells.ts';
import { readCsv, readPlainTsv } from '../../../../src/cli/framework/input/files/read-csv.ts';
import { parseIds } from '../../../../src/cli/framework/many/parse-ids.ts';
import { CrierError } from '../../../../src/errors.ts';
import { splitLines } from '../../../../src/storage/split-lines.ts';
import { expectDeclared, type FuzzTarget, JSON_MARKS, requireSame, toBytes } from '../fuzz-target.ts';

const isDeclared = (error: unknown) => error instanceof CrierError;

/** CSV and TSV of posts. */
export const tables: FuzzTarget = {
  seeds: [
    'text,platforms,media,schedule\r\n"Hi, ""you""\nthere",instagram;x,https://a.example/a.jpg,2026-12-24 17:00\r\n',
    'sep=;\ntext;platforms\n=1+1;bluesky\n',
    'text\tplatforms\nHi\tx\n',
    "post,platforms,firstComment.comment,thread,repeat,every\n'=a,instagram,c,true,2,3\n",
    'text,platforms,{{name}},name\n{{name}} x,x,1,2',
  ],
  tokens: [
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\r\n',
    '\n',
    '\r',
    'sep=',
    '\uFEFF',
    'text',
    'platforms',
    'instagram',
    '{{',
    '}}',
    "'=",
  ],
  run(input) {
    const { rows, faults } = readCsv(input);
    if (faults.length === 0) {
      const written = rows
        .map((row) => row.map(({ text }) => `"${text.replaceAll('"', '""')}"`).join(','))
        .join('\n');
      const texts = (table: typeof rows) => table.map((row) => row.map(({ text }) => text));
      const again = readCsv(`"a","b"\n${written}`);
      requireSame(
        texts(again.rows).slice(1),
        texts(rows),
        'a table that is written and read again is the same',
      );
    }
    readPlainTsv(input);
    restoreCsvText(input);
    restoreTsvText(input);
    expectDeclared(() => readCsvPosts({ name: 'posts.csv', text: input }), isDeclared);
  },
};

/** Files of ids: one per line, tables, JSON and NDJSON, as they arrive on standard input. */
export const ids: FuzzTarget = {
  isBytes: true,
  seeds: [
    'aB3dE6gH9k\n17999000000000456\t x\n',
    'id,profile,platform\n1,shop,instagram\n2,,x\n',
    '{"comments":[{"id":"1","profile":null}],"meta":{}}',
    '{"id":"1"}\n{"id":2,"platform":"x"}\n',
    '\xff\xfea\0b\0',
  ],
  tokens: [
    'id',
    ',',
    '\t',
    '\n',
    '\r\n',
    '"',
    '{',
    '}',
    '[',
    ']',
    '"id":',
    '"profile":',
    '__proto__',
    '\xef\xbb\xbf',
    'null',
  ],
  async run(input) {
    const bytes = toBytes(input);
    expectDeclared(() => parseIds(decodeText(bytes), 'ids.txt'), isDeclared);
    const split = async (size: number) => {
      const lines: string[] = [];
      for await (const line of splitLines(cut(bytes, size), 64 * 1024)) lines.push(line);
      return lines;
    };
    requireSame(await split(3), await split(1_000_000), 'lines in small chunks and in one');
  },
};

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Options of a post, as JSON, NDJSON and YAML. */
export const records: FuzzTarget = {
  seeds: [
    '{"post":"Hi","platforms":["x"],"mediaUrls":{"x":[]}}',
    '{"a":1}\n{"a":2}\n',
    'a: 1\n---\nb: [1, 2]\n',
    '[{"x":"\\ud800"}]',
  ],
  tokens: [
    ...JSON_MARKS,
    '\n',
    'null',
    '1e5',
    '//',
    '/*',
    '*/',
    '\\u',
    '__proto__',
    '- ',
    '---\n',
    '&a ',
    '*a',
  ],
  run(input) {
    for (const name of ['a.json', 'a.ndjson', 'a.yaml', 'a'])
      expectDeclared(() => readOptionsFile({ name, text: input }), isDeclared);
  },
};
