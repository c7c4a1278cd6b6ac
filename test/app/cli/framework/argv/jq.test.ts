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

describe('what comes out', () => {
  test('texts are raw, all else is JSON on one line with every digit, also for who prefers another format', {
    tags: ['COM-25'],
  }, async () => {
    const program = '.comments[0:2][].platform, (.comments[0] | {platform, likes}), [12345678901234567890]';
    const { exitCode, stdout } = await jq(program, [], { env: { CRIER_OUTPUT: 'csv' } });
    expect(exitCode).toBe(0);
    expect(stdout).toBe('facebook\nfacebook\n{"platform":"facebook","likes":0}\n[12345678901234567890]\n');
  });

  test('what a stranger wrote steers nothing', { tags: ['C1'] }, async () => {
    const comment = '\u001b]52;c;aGk=\u0007 \u009b2J \u202eevil \u2028 \u007f end';
    const answer = { status: 'success', id: 'x', instagram: [{ comment, commentId: '1' }] };
    const { stdout } = await crier(['comments', 'get', 'x', '--jq', '.comments[].text, .comments[0]'], {
      env: SERVICE,
      network: recordingNetwork(answer).transport,
      isTerminal: true,
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/);
    expect(JSON.parse(stdout.split('\n')[1] ?? '')).toMatchObject({ text: comment });
  });

  test('a partial answer still exits 3, and is reported; what the program says of itself goes to stderr', async () => {
    const words = ['comments', 'get', POST, '--sandbox', '--jq', '.status | debug'];
    const ran = await crier(words, { sandbox: { ...sandbox, close: () => {} } });
    expect(ran).toMatchObject({ exitCode: 3, stdout: 'partial\n', error: null });
    expect(ran.stderr).toContain('["DEBUG:","partial"]');
    expect(ran.stderr).toContain('TikTok');
  });
});

describe('-o ndjson runs the program over each record', () => {
  test('one over which it fails does not end the others, and the exit is 9', async () => {
    const failing =
      'if .likes == 2 then error("two") elif .platform == "youtube" then error("late") else .likes end';
    const { exitCode, stdout, stderr, error } = await jq(failing, ['-o', 'ndjson']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 9, stdout: '0\n0\n1\n4\n' });
    expect(stderr).toContain('--jq failed for 3 records: two; late');
    expect(error).toMatchObject({ kind: 'rejected' });
  });

  test('each debug is a line of its own, and what comes out may be none, or several values', async () => {
    const program =
      '.platform as $name | ($name | debug | empty), (select(.likes == 4) | .likes, "x", {a: 1})';
    const { stdout, stderr } = await jq(program, ['-o', 'ndjson', '-q']);
    expect(stdout).toBe('4\nx\n{"a":1}\n');
    expect(stderr.match(/^\["DEBUG:","\w+"\]$/gm)).toHaveLength(7);
  });
});

describe('a program that cannot be run', () => {
  test.each([
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

  test('an empty one is refused', async () => {
    expect(await jq('')).toMatchObject({ exitCode: 2 });
  });
});
