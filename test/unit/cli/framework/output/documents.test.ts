import { describe, expect, test } from 'vitest';
import { renderRaw } from '../../../../../src/cli/framework/output/json.ts';
import { renderView, type ViewFormat } from '../../../../../src/cli/framework/output/render-view.ts';
import type { PageView, View } from '../../../../../src/cli/framework/output/view.ts';
import { PLAIN_LOOK, sampleComment, sampleList } from '../../../../support/sample-view.ts';

const show = (view: View, format: ViewFormat, look = PLAIN_LOOK) => renderView(view, { ...look, format });

describe('JSON', () => {
  const list = sampleList([sampleComment({ text: 'one' }), sampleComment({ text: 'two' })]);

  test('the whole document, indented by two', () => {
    expect(show(list, 'json')).toBe(`${JSON.stringify(list.document, null, 2)}\n`);
  });

  test('ndjson: one record a line', () => {
    expect(
      show(list, 'ndjson')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(list.rows);
  });

  test('ndjson follows the document, not the rows', () => {
    const flat = { ...list, rows: [...list.rows, sampleComment()] };
    expect(show(flat, 'ndjson').trimEnd().split('\n')).toHaveLength(2);
  });

  test.each<[string, View, string]>([
    ['an empty list is nothing', sampleList([]), ''],
    ['a list without its key is nothing', { ...sampleList([]), document: {} }, ''],
    ['any other document is one line', { kind: 'document', document: { a: [1] } }, '{"a":[1]}\n'],
    [
      'records of a document that holds them, also one',
      { kind: 'record', document: { errors: [{ a: 1 }], b: 2 }, key: 'errors', lines: [] },
      '{"a":1}\n',
    ],
    [
      'also a single one',
      { kind: 'record', document: { error: { a: 1 } }, key: 'error', lines: [] },
      '{"a":1}\n',
    ],
    ['a record too', { kind: 'record', document: { a: 1 }, lines: [] }, '{"a":1}\n'],
    ['a page too', { kind: 'page', document: { a: 1 }, blocks: [] }, '{"a":1}\n'],
  ])('ndjson: %s', (_what, view, expected) => {
    expect(show(view, 'ndjson')).toBe(expected);
  });

  test.each(['table', 'tsv', 'csv', 'json'] as const)('a document is JSON also as %s', (format) => {
    expect(show({ kind: 'document', document: { a: 1 } }, format)).toBe('{\n  "a": 1\n}\n');
  });
});

describe('a record', () => {
  const view: View = {
    kind: 'record',
    document: {},
    lines: [
      { name: 'code', title: 'code', value: 288 },
      { name: 'meaning', title: 'meaning', value: 'the post is still being processed' },
      { name: 'advice', title: 'what to do', value: 'wait\ncode 1\u001b' },
      { name: 'relink', title: 'relink', value: false },
      { name: 'retry', title: 'retry', value: null },
    ],
  };

  test('names beside values; a text cannot pass for a name', () => {
    expect(`\n${show(view, 'table', { ...PLAIN_LOOK, width: 34 })}`).toBe(String.raw`
code        288
meaning     the post is still
            being processed
what to do  wait
            code 1\u001b
relink      no
retry       -
`);
  });

  test('on a narrow terminal names are above', () => {
    expect(
      show(view, 'table', { ...PLAIN_LOOK, width: 20 })
        .split('\n')
        .slice(0, 5),
    ).toEqual(['code', '  288', 'meaning', '  the post is still', '  being processed']);
  });

  test('a value that shows as nothing is marked like one that is not there', () => {
    const lines = [{ name: 'list', title: 'list', value: [], shown: '' }];
    expect(show({ ...view, lines }, 'table')).toBe('list  -\n');
    expect(show({ ...view, lines }, 'tsv')).toBe('list\n[]\n');
  });

  test('names are dimmed', () => {
    expect(show(view, 'table', { ...PLAIN_LOOK, colorLevel: 1 })).toContain(
      '\u001b[2mcode      \u001b[22m  288\n',
    );
  });
});

describe('a page', () => {
  const view: PageView = {
    kind: 'page',
    document: {},
    blocks: [
      { kind: 'prose', text: 'Welcome to this tour of everything.' },
      { kind: 'head', text: 'First' },
      { kind: 'command', text: 'crier x' },
      { kind: 'output', text: '\u001b[31mred\u001b[39m \u001b[2J\nmore\n' },
      { kind: 'output', text: '' },
      { kind: 'output', text: 'talk' },
      { kind: 'prose', text: 'It ended.' },
      { kind: 'head', text: 'Next' },
      { kind: 'command', text: 'crier y' },
      { kind: 'command', text: 'crier z' },
    ],
  };

  test.each(['table', 'tsv', 'csv'] as const)('as %s it is the same text', (format) => {
    expect(`\n${show(view, format, { ...PLAIN_LOOK, width: 20 })}`).toBe(String.raw`
Welcome to this tour
of everything.

First
$ crier x
red \u001b[2J
more
talk

It ended.

Next
$ crier y
$ crier z
`);
  });

  test('a head is wrapped, a command is broken so that it can be copied', () => {
    const blocks = [
      { kind: 'head', text: 'What the networks say' },
      { kind: 'command', text: 'crier comments get 17' },
    ] as const;
    const printed = show({ ...view, blocks }, 'table', { ...PLAIN_LOOK, width: 12, colorLevel: 1 });
    expect(printed).toBe(
      '\u001b[1mWhat the\u001b[22m\n\u001b[1mnetworks say\u001b[22m\n\u001b[2m$\u001b[22m crier \\\n    comments \\\n    get 17\n',
    );
  });

  test('what was printed before keeps its colours, and nothing else', () => {
    const printed = show(view, 'table', { ...PLAIN_LOOK, colorLevel: 1 });
    expect(printed).toContain('\u001b[31mred\u001b[39m \\u001b[2J\nmore\n');
    expect(printed).toContain('\u001b[1mFirst\u001b[22m\n\u001b[2m$\u001b[22m crier x\n');
  });
});

describe('raw', () => {
  const bytes = (...values: readonly (number | string)[]) =>
    Buffer.concat(
      values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.from([value]))),
    );

  test('in a pipe the bytes are as they came', () => {
    const body = bytes(0xff, 0, '\u001b[31m');
    expect(renderRaw(body, false)).toBe(body);
  });

  test.each([
    ['lines stay, the last one ends', bytes('{\n "a": 1\n}'), '{\n "a": 1\n}\n'],
    ['nothing is nothing', bytes(), ''],
    ['escapes of JSON stay as they are', bytes('"\\n\\u001b"\n'), '"\\n\\u001b"\n'],
    ['what is dangerous is shown', bytes('\u001b[31m\u202e\r'), '\\u001b[31m\\u202e\\u000d\n'],
    ['a byte order mark too', bytes('\ufeff{}'), '\\ufeff{}\n'],
    ['text stays readable', bytes('é 日本 👨\u200d👩\n'), 'é 日本 👨\u200d👩\n'],
    ['bytes that are not UTF-8', bytes('caf', 0xe9, ' ', 0x9b, '31m\n'), 'caf\\xe9 \\x9b31m\n'],
  ])('on a terminal: %s', (_what, body, expected) => {
    expect(renderRaw(body, true)).toBe(expected);
  });
});
