import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const POST = 'Lt5nWc8RjYq3GvKs6PxA';
const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

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

/** The service answers with one comment of this text. */
const about = (comment: string, program: string, around: Around = {}) => {
  const answer = { status: 'success', id: 'x', instagram: [{ comment, commentId: '1' }] };
  const network = recordingNetwork(answer).transport;
  return crier(['comments', 'get', 'x', '--jq', program], { env: SERVICE, network, ...around });
};

describe('what comes out', () => {
  test.each([
    ['texts are raw', '.comments[0:2][].platform', [], 'facebook\nfacebook\n'],
    [
      'all else is JSON on one line',
      '.comments[0] | {platform, likes}',
      [],
      '{"platform":"facebook","likes":0}\n',
    ],
    [
      'with -o ndjson the program runs over each record',
      '.platform',
      ['-o', 'ndjson'],
      `${'facebook\n'.repeat(2)}${'instagram\n'.repeat(3)}${'youtube\n'.repeat(2)}`,
    ],
  ])('%s', async (_why, program, more, expected) => {
    const { exitCode, stdout } = await jq(program, more);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(expected);
  });

  test('no digit of a long number is lost', { tags: ['COM-25'] }, async () => {
    expect((await jq('12345678901234567890, [12345678901234567890]')).stdout).toBe(
      '12345678901234567890\n[12345678901234567890]\n',
    );
  });

  test.each([
    ['a terminal', true],
    ['a pipe', false],
  ])('what a stranger wrote steers nothing on %s', { tags: ['C1'] }, async (_where, isTerminal) => {
    const text = '\u001b]52;c;aGk=\u0007 \u009b2J \u202eevil \u2028 \u007f end';
    const { stdout } = await about(text, '.comments[].text, .comments[0]', { isTerminal });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/);
    expect(JSON.parse(stdout.split('\n')[1] ?? '')).toMatchObject({ text });
  });

  test('what it says of itself goes to stderr', async () => {
    const { stdout, stderr } = await jq('.status | debug');
    expect(stdout).toBe('partial\n');
    expect(stderr).toContain('["DEBUG:","partial"]');
  });

  test('a partial answer still exits 3, and is reported', async () => {
    const words = ['comments', 'get', POST, '--sandbox', '--jq', '.status'];
    const ran = await crier(words, { sandbox: { ...sandbox, close: () => {} } });
    expect(ran).toMatchObject({ exitCode: 3, stdout: 'partial\n', error: null });
    expect(ran.stderr).toContain('TikTok');
  });
});

describe('-o ndjson', () => {
  const FAILING = 'if .likes == 2 then error("two") elif .likes == 4 then error("four") else .likes end';

  test('a record over which the program fails does not end the others, and the exit is 9', async () => {
    const { exitCode, stdout, stderr, error } = await jq(FAILING, ['-o', 'ndjson']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 9, stdout: '0\n0\n1\n0\n' });
    expect(stderr).toContain('--jq failed for 3 records: two; four');
    expect(error).toMatchObject({ kind: 'rejected' });
  });

  test.each([['the last one', 'if .platform == "youtube" then error("late") else empty end']])(
    'fails over %s',
    async (_which, program) => {
      const { exitCode, stderr } = await jq(program, ['-o', 'ndjson']);
      expect(exitCode).toBe(9);
      expect(stderr.length).toBeLessThan(1_000);
    },
  );

  test('each debug is a line of its own', async () => {
    const { stderr } = await jq('.platform | debug | empty', ['-o', 'ndjson', '-q']);
    expect(stderr.match(/^\["DEBUG:","\w+"\]$/gm)).toHaveLength(7);
  });

  test('what comes out is not limited to one value, and may be none', async () => {
    const { stdout } = await jq('select(.likes == 4) | .likes, "x", {a: 1}', ['-o', 'ndjson']);
    expect(stdout).toBe('4\nx\n{"a":1}\n');
  });
});

describe('a program that cannot be run', () => {
  test.each([
    ['cut short', '.comments[', 'unexpected end of file'],
    ['a function that is not there', 'foo(1)', 'foo/1 is not defined'],
    ['a module', 'include "x"; .', 'module not found'],
  ])('exits 2 before anything is sent: %s', async (_why, program, words) => {
    const network = recordingNetwork({ status: 'success' });
    const ran = await crier(['comments', 'get', 'x', '--jq', program], {
      env: SERVICE,
      network: network.transport,
    });
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(network.requests).toEqual([]);
    expect(ran.stderr).toContain(words);
    expect(ran.stderr).not.toContain('compile error');
  });

  test.each(['table', 'tsv', 'csv', 'raw'])('-o %s is no JSON', async (format) => {
    const { exitCode, stderr } = await jq('.', ['-o', format]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`-o ${format} is not`);
  });

  test('a format of the environment gives way', async () => {
    expect(await jq('.id', [], { env: { CRIER_OUTPUT: 'csv' } })).toMatchObject({ stdout: `${POST}\n` });
  });

  test('an empty one is refused', async () => {
    expect(await jq('')).toMatchObject({ exitCode: 2 });
  });
});
