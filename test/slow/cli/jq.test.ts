import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../support/crier.ts';

const POST = 'Lt5nWc8RjYq3GvKs6PxA';
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const jq = (program: string, more: readonly string[] = [], around: Around = {}) =>
  crier(['comments', 'get', POST, '--sandbox', '--allow-partial', '--jq', program, ...more], {
    sandbox: { ...sandbox, close: () => {} },
    ...around,
  });

describe('a program that cannot be run', () => {
  test.each([
    ['no index', '.status | .x', 'Cannot index string with string "x"'],
    ['an error of its own', 'error("the cat left")', 'the cat left'],
    ['more than there is memory', 'def f: f + 1; f', 'cannot allocate memory'],
  ])('exits 9 when it fails while running, with nothing printed: %s', async (_why, program, words) => {
    const ran = await jq(program, ['--json']);
    expect(ran).toMatchObject({ exitCode: 9, stdout: '', error: { kind: 'rejected', code: null } });
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(words);
  });

  test('one without an end is ended by Ctrl-C', async () => {
    const end = new AbortController();
    const running = jq('[range(infinite)]', [], { signal: end.signal });
    setTimeout(() => end.abort('interrupted'), 300);
    expect(await running).toMatchObject({ exitCode: 130, stdout: '' });
  });
});

test.each([
  [
    'with --json it is indented by two',
    '.comments[0] | {platform, likes}, [], "x"',
    ['--json'],
    '{\n  "platform": "facebook",\n  "likes": 0\n}\n[]\nx\n',
  ],
  ['tabs that a program lays out stay', '["a", "b"] | @tsv', [], 'a\tb\n'],
  ['line feeds, too', '"a\\nb"', [], 'a\nb\n'],
  ['nothing is nothing', 'empty', [], ''],
  ['a program of several lines, with a remark', '.id # which\n| length', [], '20\n'],
  ['a program that begins with -', '-1', [], '-1\n'],
  ['--fields come first', '.comments[0]', ['--fields', 'platform'], '{"platform":"facebook"}\n'],
])('what comes out: %s', async (_why, program, more, expected) => {
  const { exitCode, stdout } = await jq(program, more);
  expect(exitCode).toBe(0);
  expect(stdout).toBe(expected);
});

test.each([
  ['all of them, each with its own words', '.id | error'],
  ['a failure that is no text', 'error({a: 1})'],
  ['the next record, which it is not given', 'input'],
  ['an end of everything', 'halt'],
  ['an end with words', '"so" | halt_error'],
])('-o ndjson fails over %s', async (_which, program) => {
  const { exitCode, stderr } = await jq(program, ['-o', 'ndjson']);
  expect(exitCode).toBe(9);
  expect(stderr.length).toBeLessThan(1_000);
});
