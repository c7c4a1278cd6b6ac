import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSignatureHeaders } from '../../../src/domain/webhooks/delivery.ts';
import { BIN, SHARED_CACHE } from '../../support/processes/installed-program.ts';
import { postAll, startReceiver } from '../../support/receiver/started-receiver.ts';

let folder: string;
let program: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-exec-'));
  program = join(folder, 'handle');
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeProgram(script: string): void {
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
}

/** Receives one delivery, lets a program handle it, and ends. @returns what it wrote to stderr */
async function handleOne(words: readonly string[]): Promise<string> {
  const receiver = await startReceiver(folder, ['--exec', program, ...words]);
  await postAll(receiver.url, ['{"hookId":"a"}'], 1);
  // Ctrl-C lets the attempt end, if it has begun
  await new Promise((resolve) => setTimeout(resolve, 500));
  receiver.child.kill('SIGINT');
  return (await receiver.ended).stderr;
}

test('with --log json, what a program prints is in lines of JSON, from both streams and without an end', async () => {
  writeProgram(`printf '\\033[31mred\\033[0m\\n'; printf 'to stderr' >&2; cat >/dev/null`);
  const stderr = await handleOne(['--log', 'json']);
  const entries = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; line?: string });
  const lines = entries.flatMap(({ event, line }) => (event === 'program.output' ? [line] : []));
  expect(lines.toSorted()).toEqual(['\u001b[31mred\u001b[0m', 'to stderr']);
  expect(stderr).not.toContain('\u001b');
});

test('a background process of a program does not delay its result', async () => {
  writeProgram('sleep 30 & echo done');
  const began = performance.now();
  const stderr = await handleOne([]);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(stderr).toContain('delivery 1: done');
  expect(stderr).toContain('forwarded 1');
});

describe('a program that cannot be started is refused at the start', () => {
  test.each([
    ['that is not there', () => {}, 'check its path; a relative one begins in the current folder'],
    ['that may not be run', () => writeFileSync(program, ''), 'may not be run by this user'],
    ['that is a folder', () => mkdirSync(program), 'there is no command'],
  ])('one %s', (_what, prepare, expected) => {
    prepare();
    const { status, stderr } = spawnSync(
      process.execPath,
      [BIN, 'hooks', 'listen', '--unsigned', '--no-catch-up', '--exec', program],
      { env: { PATH: process.env['PATH'], HOME: folder, ...SHARED_CACHE }, encoding: 'utf8' },
    );
    expect({ status, stderr: stderr.replaceAll(/\s+/g, ' ') }).toEqual({
      status: 2,
      stderr: expect.stringContaining(expected),
    });
  });

  test('one of PATH is found', async () => {
    const receiver = await startReceiver(folder, ['--exec', 'true']);
    receiver.child.kill('SIGINT');
    expect((await receiver.ended).stderr).toContain('received 0 new');
  });
});

test('SIGHUP does not end it: its secret file is read again', async () => {
  const file = join(folder, 'secret');
  writeFileSync(file, 'FIRST-SECRET', { mode: 0o600 });
  const receiver = await startReceiver(folder, ['--secret-file', file]);
  const statusOf = async (hookId: string, secret: string) => {
    const timeStamp = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ hookId, timeStamp });
    const headers = buildSignatureHeaders(
      Buffer.from(body),
      { kind: 'secret', secret, next: null },
      timeStamp,
    );
    return (await fetch(receiver.url, { method: 'POST', body, headers })).status;
  };
  expect(await statusOf('a', 'SECOND-SECRET')).toBe(401);
  writeFileSync(file, 'SECOND-SECRET');
  receiver.child.kill('SIGHUP');
  await expect.poll(() => statusOf('b', 'SECOND-SECRET')).toBe(200);
  receiver.child.kill('SIGINT');
  expect((await receiver.ended).stderr).toContain('received 1 new');
});
