import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const ENV = {
  CRIER_BASE_URL: 'https://api.example',
  CRIER_API_KEY: 'PLANTED-API-KEY-000001',
  CRIER_PROFILE_KEY: 'PLANTED-PROFILE-KEY-02',
  CRIER_X_API_KEY: 'PLANTED-X-KEY-00000003',
  CRIER_X_API_SECRET: 'PLANTED-X-SECRET-00004',
};

let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'crier-trace-')), 'trace.ndjson');
});

const read = (answer: unknown = { status: 'success' }, http = 200) =>
  crier(['comments', 'get', 'x', '--json', '--verbose', '--trace-file', file], {
    env: ENV,
    network: recordingNetwork(answer, http).transport,
  });

describe('--verbose', () => {
  test('comes in order, and the error object stays the last line', async () => {
    const { error, stderr } = await read({ status: 'error', code: 186, message: 'No.' }, 404);
    expect(error).toMatchObject({ code: 186 });
    expect(stderr.indexOf('> GET')).toBeLessThan(stderr.indexOf('< HTTP 404'));
    expect(stderr.indexOf('< HTTP 404')).toBeLessThan(stderr.indexOf('crier:'));
  });
});

test('a key that a server repeats in its content type is not printed', { tags: ['C8'] }, async () => {
  const network = recordingNetwork({});
  const transport: typeof network.transport = async (request) => ({
    ...(await network.transport(request)),
    headers: { 'content-type': `text/${ENV.CRIER_API_KEY}` },
  });
  const { stdout, stderr } = await crier('comments get x --json', { env: ENV, network: transport });
  expect(stdout + stderr).not.toContain(ENV.CRIER_API_KEY);
});

describe('the trace file', () => {
  test('that cannot be written ends no run', async () => {
    file = '/dev/full';
    const { exitCode, stdout, stderr } = await read();
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'success' });
    expect(stderr).toContain('is incomplete: the disk is full');
  });

  test('holds request and answer, a line each, and only its owner can read it', async () => {
    await read();
    const events = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string });
    expect(events.map(({ kind }) => kind)).toEqual(['request', 'answer']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is appended to, and a loose mode is fixed', async () => {
    writeFileSync(file, 'before\n');
    chmodSync(file, 0o644);
    await read();
    expect(readFileSync(file, 'utf8')).toMatch(/^before\n\{/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('keeps its mode when it is a pipe or a device', async () => {
    execFileSync('mkfifo', ['-m', '644', file]);
    const reader = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
    expect((await read()).exitCode).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o644);
    closeSync(reader);
  });

  test('is not written through a link', async () => {
    const target = `${file}.target`;
    writeFileSync(target, 'untouched');
    symlinkSync(target, file);
    expect((await read()).exitCode).toBe(2);
    expect(readFileSync(target, 'utf8')).toBe('untouched');
  });

  test.each([
    ['a success', { status: 'success' }, 200],
    [
      'a failure that repeats the keys',
      { status: 'error', code: 102, message: `bad ${ENV.CRIER_API_KEY}`, details: ENV },
      403,
    ],
  ])('no key is in it, nor in anything printed: %s', { tags: ['C8'] }, async (_what, answer, http) => {
    const { stdout, stderr } = await read(answer, http);
    const everything = stdout + stderr + readFileSync(file, 'utf8');
    for (const secret of Object.values(ENV).slice(1)) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(Buffer.from(secret).toString('base64').slice(0, 20));
    }
    expect(everything).toContain('****0001');
  });
});
