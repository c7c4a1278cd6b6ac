import { suggestName } from '../../../../src/cli/framework/argv/synonyms.ts';
import { checkFields, projectView } from '../../../../src/cli/framework/output/fields.ts';
import { openJq } from '../../../../src/cli/framework/output/jq/open-jq.ts';
import { renderView, type ViewFormat } from '../../../../src/cli/framework/output/render-view.ts';
import type { View } from '../../../../src/cli/framework/output/view.ts';
import { CrierError } from '../../../../src/errors.ts';
import { startKeptThread } from '../../processes/kept-threads.ts';
import { PLAIN_LOOK, sampleComment, sampleList } from '../../sample-view.ts';
import { expectDeclared, type FuzzTarget, requireSame } from '../fuzz-target.ts';

const isDeclared = (error: unknown) => error instanceof CrierError;

const RECORDS = [
  { id: '17999000000000456789', text: 'Hi "you"\n]}', likes: 12, tags: ['a', 'b'], author: { name: null } },
  { id: 'b', text: '\u001B[2J 價格', likes: -0.5, tags: [], author: { name: 'Mia' } },
];
const DOCUMENT = JSON.stringify({ comments: RECORDS, meta: { next: null } });
const LINES = RECORDS.map((record) => `${JSON.stringify(record)}\n`).join('');
/** An endless program is interrupted, as by Ctrl-C. */
const INTERRUPT_MS = 250;
/** Whose result is not the same for each run, or is of the whole input. */
const CHANGING =
  /input|now|time|date|halt|debug|stderr|limit|first|last|until|\$__|env|ENV|label|foreach|reduce/;

/** Programs of `--jq`. */
export const jqPrograms: FuzzTarget = {
  seeds: [
    '.comments[] | {id, text} | select(.id != "b")',
    '.comments | map(.likes) | add, (length | tostring), @json, @csv',
    '[.comments[].tags[]?] as [$a, $b] | $a + $b // "x\\u0000\\(1 + 2)"',
    'def f($x): if $x > 0 then f($x - 1) else empty end; f(3), ..|numbers',
    'try error("x") catch ., (.meta.next | not), nan, infinite, 1e1000, -0',
    '.a.b |= 1 | to_entries | group_by(.key) | paths | tojson | fromjson?',
    '"a,b" | split(",") | join("-") | test("a"; "gx"), ascii_downcase, @base64d, ltrimstr("a"), implode?',
    'reduce .comments[] as $c (0; . + $c.likes) | label $out | limit(3; range(10)) | if . == 1 then break $out else . end',
    'include "a"; import "b" as b; input, inputs, $ENV, input_filename, halt_error',
  ],
  tokens: [
    ...[
      '.',
      '..',
      '|',
      ',',
      '[]',
      '[',
      ']',
      '{',
      '}',
      '(',
      ')',
      '?',
      '//',
      '|=',
      '+=',
      '"',
      '\\(',
      'as $x',
      '$x',
      '@csv',
      '@tsv',
      '@sh',
    ],
    ...[
      'if',
      'then',
      'elif',
      'else',
      'end',
      'try',
      'catch',
      'def f: ',
      ';',
      'reduce',
      'foreach',
      'label',
      'break',
      'and',
      'or',
      'not',
    ],
    ...[
      'map(',
      'select(',
      'test(',
      'sub(',
      'range(',
      'limit(',
      'recurse',
      'splits(',
      'getpath(',
      'setpath(',
      'tojson',
      'implode',
      'explode',
    ],
    ...[
      '1e1000',
      '-1',
      '#',
      '\n',
      '\\u0000',
      'nan',
      'null',
      '$__loc__',
      'input',
      'debug',
      'error',
      'halt_error',
      'ltrimstr(',
      'strptime("%Y")',
      'mktime',
      '@base64d',
    ],
  ],
  maxLength: 300,
  async run(input) {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort('interrupted'), INTERRUPT_MS);
    const awake = setInterval(() => {}, INTERRUPT_MS); // a thread that was ended keeps no process running
    const declared = (error: unknown) => {
      if (!isDeclared(error)) throw error;
      return null;
    };
    const place = { say: () => {}, signal: over.signal, startThread: startKeptThread };
    try {
      const jq = await openJq(input, { ...place, isIndented: false }).catch(declared);
      if (jq === null) return;
      const values = await jq.run(DOCUMENT).catch(declared);
      for (const value of values ?? []) JSON.parse(value);
      // a thread that was ended answers nothing more
      const each = over.signal.aborted ? null : await jq.runEach(LINES).catch(declared);
      for (const value of each ?? []) JSON.parse(value);
      const isWhole = expectDeclared(() => jq.check() === undefined, isDeclared);
      if (each !== null && isWhole === true && !CHANGING.test(input)) {
        const single: string[] = [];
        for (const line of LINES.trimEnd().split('\n')) {
          if (over.signal.aborted) return;
          single.push(...((await jq.run(line).catch(declared)) ?? []));
        }
        if (!over.signal.aborted)
          requireSame(each, single, 'records together have the values of each by itself');
      }
      await jq.close();
    } finally {
      clearTimeout(timer);
      clearInterval(awake);
    }
  },
};

const KNOWN = [
  'platform',
  'id',
  'author',
  'author.name',
  'author.handle',
  'text',
  'likes',
  'extra',
  'extra.*',
];
const COMMENT = sampleComment({
  text: '\u001B[2J',
  extra: { user: { id: '7' }, tags: [{ t: 1 }, { t: 2 }], '': 0 },
});
const LIST = sampleList([COMMENT, sampleComment({ platform: 'twitter', likes: null })]);
const VIEWS: readonly View[] = [
  LIST,
  {
    kind: 'record',
    document: { comment: COMMENT },
    key: 'comment',
    lines: [{ name: 'id', title: 'id', value: '1' }],
  },
];
const FORMATS: readonly ViewFormat[] = ['table', 'tsv', 'csv', 'json', 'ndjson'];

/** Names of columns and fields, as `--fields` gets them. */
export const fieldNames: FuzzTarget = {
  seeds: [
    'id,text',
    'author.name, likes',
    'extra.user.id,extra.tags.t',
    'author,author.name,author',
    'none',
    'extra.__proto__.x,constructor',
  ],
  tokens: [
    ...KNOWN,
    ',',
    '.',
    '*',
    ' ',
    '__proto__',
    'constructor',
    'toString',
    'length',
    '0',
    '\u001B',
    '\u202E',
  ],
  run(input) {
    const fields = input.split(',').map((field) => field.trim());
    for (const known of [KNOWN, []])
      if (expectDeclared(() => checkFields(fields, known, suggestName) === undefined, isDeclared) !== null)
        for (const view of VIEWS) {
          const shown = projectView(view, fields);
          for (const format of FORMATS) {
            const text = renderView(shown, { ...PLAIN_LOOK, format });
            if (text.includes('\u001B')) throw new Error(`a control sequence as ${format}`);
            if (format === 'json') JSON.parse(text);
          }
        }
  },
};
