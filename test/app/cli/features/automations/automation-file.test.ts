import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAutomationFile } from '../../../../../src/cli/features/automations/automation-file.ts';
import type { RecordsFile } from '../../../../../src/cli/framework/input/files/records-file.ts';
import { testSeed } from '../../../../support/test-seed.ts';

const MIB = 1024 * 1024;

function read(text: string, name = 'brew.yaml'): RecordsFile {
  return parseAutomationFile({ name, text });
}

function values(text: string, name?: string): readonly unknown[] {
  const { entries, faults } = read(text, name);
  expect(faults).toEqual([]);
  return entries.map(({ value }) => value);
}

/** `line:column text`, as printed for users. */
function faults(text: string, name?: string): readonly string[] {
  return read(text, name).faults.map(({ line, column, words }) => `${line}:${column} ${words}`);
}

test.each([
  ['one automation in YAML', 'name: a\n', 'a.yaml', [{ name: 'a' }]],
  ['a list in YAML', '- name: a\n- name: b\n', 'a.yml', [{ name: 'a' }, { name: 'b' }]],
  ['documents in YAML', 'name: a\n---\nname: b\n...\n', 'a.yaml', [{ name: 'a' }, { name: 'b' }]],
  [
    'documents with nothing in them',
    '# head\n---\nname: a\n---\n# nothing\n---\n',
    'a.yaml',
    [{ name: 'a' }],
  ],
  ['a list in each document', '- name: a\n---\n- name: b\n', 'a.yaml', [{ name: 'a' }, { name: 'b' }]],
  ['one automation in JSON', '{"name": "a"}', 'a.json', [{ name: 'a' }]],
  [
    'a list in JSON',
    '[{"name": "a"}, {"name": "b", "x": [1, -2.5e1, true, null]}]',
    'a.JSON',
    [{ name: 'a' }, { name: 'b', x: [1, -25, true, null] }],
  ],
  ['JSON without a file extension', '\n {"name": "a"}', 'standard input', [{ name: 'a' }]],
  ['YAML without a file extension', 'name: a', 'standard input', [{ name: 'a' }]],
  ['YAML that begins with a bracket, under its name', '{name: a}', 'a.yaml', [{ name: 'a' }]],
  ['a byte order mark', '\uFEFFname: a\n', 'a.yaml', [{ name: 'a' }]],
  ['a byte order mark before JSON', '\uFEFF{"name": "a"}', 'a.json', [{ name: 'a' }]],
  [
    'line ends of Windows',
    'name: a\r\nactions:\r\n  - type: b\r\n',
    'a.yaml',
    [{ name: 'a', actions: [{ type: 'b' }] }],
  ],
  ['escapes in JSON', String.raw`{"name": "\u00e9\n\"\\\/"}`, 'a.json', [{ name: 'é\n"\\/' }]],
  ['a name in quotes that would merge without them', '"<<": a\n', 'a.yaml', [{ '<<': 'a' }]],
  [
    'a name that objects have by themselves',
    '{"__proto__": {"a": 1}}',
    'a.json',
    [JSON.parse('{"__proto__":{"a":1}}')],
  ],
] as const)('%s', (_what, text, name, expected) => {
  expect(values(text, name)).toEqual(expected);
});

test('on and no are texts, as YAML 1.2 has it, also when a file claims to be older', () => {
  expect(values('%YAML 1.1\n---\nkeywords: [on, no, Yes, 12:30, 2001-01-01]\n')).toEqual([
    { keywords: ['on', 'no', 'Yes', '12:30', '2001-01-01'] },
  ]);
});

describe('numbers in YAML', () => {
  test('an id without quotes keeps every digit, and the user is asked to quote it', {
    tags: ['COM-25'],
  }, () => {
    const { entries, warnings } = read(
      'triggers:\n  - postId: 17999000000000456\n    storyId: 0017999000000000456789\n',
    );
    expect(entries[0]?.value).toEqual({
      triggers: [{ postId: '17999000000000456', storyId: '0017999000000000456789' }],
    });
    expect(warnings).toEqual([
      { line: 2, column: 13, words: '17999000000000456 is read as text; put it in quotes' },
      { line: 3, column: 14, words: '0017999000000000456789 is read as text; put it in quotes' },
    ]);
  });

  test('a keyword is a text, whatever it looks like', () => {
    expect(values('keywords: [2024, 1e3, .5, 0x1F, "50"]')).toEqual([
      { keywords: ['2024', '1e3', '.5', '0x1F', '50'] },
    ]);
  });

  test('where numbers belong they are numbers', () => {
    const { entries, warnings } = read('timeoutMs: 2500\ndedupWindowMinutes: 0\nsendCompletedEvent: true\n');
    expect(entries[0]?.value).toEqual({ timeoutMs: 2500, dedupWindowMinutes: 0, sendCompletedEvent: true });
    expect(warnings).toEqual([]);
  });

  test('in JSON a number stays one, for the check to refuse where a text belongs', () => {
    expect(values('{"postId": 12}', 'a.json')).toEqual([{ postId: 12 }]);
  });
});

describe('aliases', () => {
  test('have the value that was anchored above them', () => {
    expect(values('a: &dm [{type: send_dm}]\nb: *dm\n')).toEqual([
      { a: [{ type: 'send_dm' }], b: [{ type: 'send_dm' }] },
    ]);
  });

  test('refer to the last anchor of that name above them', () => {
    expect(values('a: &x one\nb: *x\nc: &x two\nd: *x\n')).toEqual([
      { a: 'one', b: 'one', c: 'two', d: 'two' },
    ]);
  });

  test('have the same value wherever another alias puts them', () => {
    expect(values('a: &x one\nb: &y [*x]\nc: &x two\nd: *y\n')).toEqual([
      { a: 'one', b: ['one'], c: 'two', d: ['one'] },
    ]);
  });

  test('of a faulty value report it once', () => {
    expect(faults('a: &x {n: 1, n: 2}\nb: *x\n')).toEqual(['1:14 n is given twice']);
  });

  test('that expand without end are refused, and soon', () => {
    const levels = Array.from(
      { length: 12 },
      (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`,
    );
    expect(faults(`a0: &a0 [lol]\n${levels.join('\n')}\n`)).toEqual([
      expect.stringContaining('aliases expand to too many values'),
    ]);
  });
});

describe('where values are', () => {
  const text = [
    'name: a', //
    'triggers:',
    '  - type: comment_keyword',
    '    postId: "ALL"',
    '    keywords: [INFO, ""]',
    'actions: &acts',
    '  - message: >-',
    '      Hello',
    '---',
    '- name: b',
    '  other: *acts',
  ].join('\n');
  const [first, second] = read(text).entries;

  test.each([
    ['the whole', [], 1, 1],
    ['a value', ['triggers', 0, 'postId'], 4, 13],
    ['a list that begins a line below', ['triggers'], 3, 3],
    ['an entry of a list', ['triggers', 0], 3, 5],
    ['a member of a list on one line', ['triggers', 0, 'keywords', 1], 5, 22],
    ['what is missing: what lacks it', ['triggers', 0, 'storyId'], 3, 5],
    ['what is missing far up: what is there of the way', ['actions', 3, 'message', 'x'], 7, 3],
    ['a text on lines of its own', ['actions', 0, 'message'], 7, 14],
  ] as const)('%s', (_what, path, line, column) => {
    expect(first?.placeOf(path)).toEqual({ line, column });
  });

  test('a name in place of what it holds', () => {
    expect(first?.placeOf(['triggers', 0, 'postId'], 'key')).toEqual({ line: 4, column: 5 });
    expect(first?.placeOf(['triggers', 0, 'keywords', 1], 'key')).toEqual({ line: 5, column: 22 });
  });

  test('in a second document lines count on', () => {
    expect(second?.placeOf(['name'])).toEqual({ line: 10, column: 9 });
  });

  test('in JSON, behind line ends of Windows and letters of two units', () => {
    const { entries } = read('\uFEFF{\r\n  "name": "😀", "actions": [ {"to":1} ]\r\n}', 'a.json');
    expect(entries[0]?.placeOf(['actions', 0, 'to'])).toEqual({ line: 2, column: 36 });
    expect(entries[0]?.placeOf(['actions', 0, 'to'], 'key')).toEqual({ line: 2, column: 31 });
  });
});

describe('what is written wrongly in YAML', () => {
  test.each([
    ['name: a\nname: b\n', '2:1 name is given twice'],
    ['message: {{recipient_username}}, hello\n', '1:10 a text that starts with {{ must be quoted'],
    ['message: Hi: there\n', '1:10 this is on another level, or is a text with ": " that must be quoted'],
    ['name: @shop\n', '1:7 a text cannot start with this character; put it in quotes'],
    ['actions:\n\t- a\n', '2:1 lines are indented with spaces, not with tabs'],
    ['name: "never closed\nactions: x\n', '1:7 the string that starts here has no closing "'],
    ['name: a\n nested: b\n', '1:7 this is on another level, or is a text with ": " that must be quoted'],
    ['name\nactions: b\n', '1:1 needs a colon to be a name, or quotes to be a text'],
    [
      String.raw`name: "\q"`,
      String.raw`1:8 a backslash in double quotes starts an escape such as \n; write \\ for a backslash, or use single quotes`,
    ],
    ['actions: [a\n\n\n', '1:12 the list has no closing ], or a line of it is not indented enough'],
    ['actions: {a: b\nname: c\n', '2:1 the map has no closing }, or a line of it is not indented enough'],
    ['actions:\n  - a\n - b\n', '3:1 this - must start in the same column as those above'],
    ['keywords: ["a" "b"]\n', '1:16 a comma is missing before this'],
    ['keywords: [a,, b]\n', '1:14 remove this comma'],
    ['keywords:\n  - a\n  b\n', '3:1 must start in the same column as its siblings'],
    ['name: "a" b\n', '1:11 this is not allowed here; quote a text with special characters'],
    ['name: |x\n  b\n', '1:8 no text is allowed after | or > on the same line'],
    [
      'actions:\n- type: a\n  to: b\n type: c\n',
      '4:1 must start with -, or be aligned with the names of the entry above',
    ],
    ['name: "a"#b\n', '1:10 a comment needs a space before #; a text that begins with # must be in quotes'],
    ['name: |\n  b\n\tc\n', '3:1 a line of the text is indented less than its first line'],
    ['[a, b\n', '1:6 the list has no closing ]'],
    ['{a: b\n', '1:6 the map has no closing }'],
    ['name: |\n    \n  x\n', '3:3 an empty line above the text is indented further than the text'],
    ['--- name: b\n', '1:5 text after --- must start on a new line'],
    ['name: &x &y z\n', '1:10 this is not valid YAML; quote a text with special characters'],
    ['name: a\ntriggers\n', '2:1 a name needs a colon and a space after it'],
    ['keywords: [\n  - a\n  ]\n', '2:3 lines that start with - or a name are not allowed within brackets'],
    [`${'n'.repeat(1_100)}: a\n`, '1:1 a name is too long'],
    ['%x\nname: a\n', '2:1 a line that starts with % needs a line of --- after it'],
    ['? [a]\n: b\n', '1:3 a name must be a text'],
    ['name: !shop a\n', '1:13 tags such as !this are not supported; put the text in quotes'],
    ['name: !!binary aGk=\n', '1:16 tags such as !this are not supported; put the text in quotes'],
    ['base: &b {a: c}\n<<: *b\n', '2:1 merge keys are not supported: write the fields out'],
    ['name: *missing\n', '1:7 *missing has no anchor above it'],
    ['name: &a [*a]\n', '1:11 *a refers to a value that contains it'],
    ['name: a\u0000b\n', '1:8 the character U+0000 must be escaped in YAML'],
    ['name: a\uD800b\n', '1:8 this is not valid UTF-8: save the file as UTF-8'],
    ['', '1:1 is empty'],
    [' \n\n', '1:1 is empty'],
    ['# only words\n', '1:1 it contains no automation'],
    ['[]\n', '1:1 it contains no automation'],
  ])('%j', (text, expected) => {
    expect(faults(text)).toEqual([expected]);
  });

  test('a document that cannot be read does not hide the others', () => {
    const { entries, faults } = read('name: [a\n---\nname: b\n---\nname: @c\n');
    expect(entries.map(({ value }) => value)).toEqual([{ name: 'b' }]);
    expect(faults.map(({ line }) => line)).toEqual([2, 5]);
  });

  test('a name that is given twice does not hide what else is there', () => {
    const { entries } = read('name: a\nname: b\n');
    expect(entries.map(({ value }) => value)).toEqual([{ name: 'b' }]);
  });
});

describe('what is written wrongly in JSON', () => {
  test.each([
    ['{"a": 1, "b": 2, "a": 3}', '1:18 a is given twice'],
    ['{"a": 1,}', '1:8 remove the comma before }'],
    ['[1,\n]', '1:3 remove the comma before ]'],
    ['{"a" 1}', '1:6 a colon is expected between name and value'],
    ['{"a": 1 "b": 2}', '1:9 a comma or } is expected here'],
    ['{a: 1}', '1:2 a name in double quotes is expected here'],
    ["{'a': 1}", '1:2 a name in double quotes is expected here'],
    ['{"a": b}', '1:7 a string must be in double quotes'],
    ['{"a": \'b\'}', '1:7 a string must be in double quotes'],
    ['{"a": }', '1:7 a value is expected here'],
    ['{"a": 01}', '1:7 is not a valid JSON number'],
    ['{"a": 1.}', '1:7 is not a valid JSON number'],
    ['{"a": +1}', '1:7 a value is expected here'],
    ['{"a": "b', '1:7 the string that starts here has no closing "'],
    ['{"a": "b\nc"}', '1:9 a string cannot contain a line break; write \\n'],
    ['{"a": "\u0001"}', '1:8 a string cannot contain control characters; escape them'],
    [
      String.raw`{"a": "\x"}`,
      String.raw`1:8 a backslash starts an escape such as \n or \u00e9; write \\ for a backslash`,
    ],
    ['{"a": 1', '1:1 has no closing }'],
    ['{"a": [1, 2}', '1:12 a comma or ] is expected here'],
    ['{"a":', '1:6 unexpected end of the file'],
    ['{} {}', '1:4 unexpected text after the value; put several automations in one list'],
    ['// shop\n{}', '1:1 JSON does not allow comments; use YAML'],
    ['{"a": 1 # shop\n}', '1:9 JSON does not allow comments; use YAML'],
    ['nothing', '1:1 a string must be in double quotes'],
    ['[]', '1:1 it contains no automation'],
    ['"\uD800"', '1:2 this is not valid UTF-8: save the file as UTF-8'],
  ])('%j', (text, expected) => {
    expect(faults(text, 'a.json')).toEqual([expected]);
  });

  const seed = testSeed();
  test(`it takes what JSON.parse takes, and nothing else (seed ${seed})`, () => {
    const sign = fc.constantFrom(
      ...'[]{}",:01-+.e\\un tf',
      '"a"',
      '{"',
      '":',
      'true',
      'null',
      '\\u00',
      '\n',
      '\u00a0',
      '1',
    );
    const text = fc.oneof(fc.string({ unit: sign, maxLength: 12 }), fc.json({ maxDepth: 3 }));
    let taken = 0;
    fc.assert(
      fc.property(text, (text) => {
        const { entries, faults } = read(`[{"x":[${text}]}]`, 'a.json');
        const isSyntax = ({ words }: { words: string }) =>
          !/is given twice$|more digits than JSON|a spreadsheet rounded/.test(words);
        const isTaken = !faults.some(isSyntax);
        if (isTaken) taken += 1;
        expect(isTaken ? entries[0]?.value : 'refused').toEqual(parsed(`{"x":[${text}]}`));
      }),
      { seed, numRuns: 150 },
    );
    expect(taken).toBeGreaterThan(50);
  });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return 'refused';
  }
}

test(`whatever a file contains, it is read or reported as wrong (seed ${testSeed()})`, () => {
  const sign = fc.constantFrom(
    ...'abc:-?&*!|>%@`{}[],#"\' \t\n\r0.~<=\\',
    ...[
      '- ',
      ': ',
      '\n  ',
      '\n---\n',
      '&a ',
      '*a',
      '<<: ',
      '!!x ',
      '{{',
      '|\n ',
      '\uD800',
      '\u2028',
      '😀',
      '...\n',
    ],
  );
  fc.assert(
    fc.property(
      fc.string({ unit: sign, maxLength: 40 }),
      fc.constantFrom('a.yaml', 'a.json'),
      (text, name) => {
        const { entries, faults } = read(text, name);
        expect(entries.length + faults.length).toBeGreaterThan(0);
        for (const { value, placeOf } of entries) {
          expect(JSON.stringify(value)).toEqual(expect.any(String));
          expect(placeOf(['triggers', 0]).line).toBeGreaterThan(0);
        }
      },
    ),
    { seed: testSeed(), numRuns: 150 },
  );
});

const NOT_A_FILE = '1:1 not an automation file (expected name, triggers, actions)';

test.each([
  ['a text', 'hello\n', 'a.yaml', [NOT_A_FILE]],
  ['a number', '7', 'a.json', [NOT_A_FILE]],
  ['nothing', 'null', 'a.json', [NOT_A_FILE]],
  ['a text of several lines', 'Hi,\nthere\n', 'a.yaml', [NOT_A_FILE]],
  [
    'a text and a list among automations',
    '- name: a\n- hello\n- - name: b\n',
    'a.yaml',
    [
      '2:3 not an automation, but a text (expected name, triggers, actions)',
      '3:3 not an automation, but a list in a list (expected name, triggers, actions)',
    ],
  ],
  [
    'a word',
    '- true\n- a: b\n',
    'a.yaml',
    ['1:3 not an automation, but a boolean (expected name, triggers, actions)'],
  ],
])('%s is no automation', (_what, text, name, expected) => {
  expect(faults(text, name)).toEqual(expected);
});

describe('files that mean harm', () => {
  test.each([
    ['brackets', '['.repeat(MIB), 'is nested more than 32 deep'],
    ['braces', '{'.repeat(MIB), 'is nested more than 32 deep'],
    ['dashes', '- '.repeat(MIB / 2), 'is nested more than 32 deep'],
    ['names of names', '? '.repeat(MIB / 2), 'is nested more than 32 deep'],
    [
      'levels',
      Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at)}a:\n`).join(''),
      'is nested more than 32 deep',
    ],
    ['commas', `[${','.repeat(260_000)}]`, 'is larger than automations need'],
    ['a file of more than a MiB', 'a'.repeat(MIB + 1), 'is larger than 1 MiB'],
  ])('YAML of many %s', (_what, text, words) => {
    expect(read(text).faults.map((fault) => fault.words)).toEqual([words]);
  });

  test.each([
    ['brackets', '['.repeat(MIB), 'is nested more than 32 deep'],
    ['braces', '{"a":'.repeat(MIB / 5), 'is nested more than 32 deep'],
    [
      'quotes that never close',
      `"${'\\"'.repeat(MIB / 2 - 1)}`,
      'the string that starts here has no closing "',
    ],
  ])('JSON of many %s', (_what, text, words) => {
    expect(read(text, 'a.json').faults.map((fault) => fault.words)).toEqual([words]);
  });

  test('what nests as deep as may be is read', () => {
    const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(faults(deep(32), 'a.json')).toEqual([]);
    expect(faults(deep(33), 'a.json')).toEqual(['1:37 is nested more than 32 deep']);
    expect(faults(`- ${deep(31)}`)).toEqual([]);
    expect(faults(`- ${deep(70)}`)).toEqual([expect.stringContaining('is nested more than 32 deep')]);
  });
});
