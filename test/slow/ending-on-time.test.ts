import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN } from '../support/processes/installed-program.ts';

/** What hangs in these tests hangs permanently: a process that is still there then would never end. */
const HANG_MS = 30_000;

let folder: string;
let service: Server;
let address: string;
/** How long the program takes on this machine to start, do nothing and end. */
let baselineMs: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crier-ending-'));
  service = createServer(() => {}); // takes requests, and never answers
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const durations = [1, 2, 3].map(() => {
    const began = performance.now();
    spawnSync(process.execPath, [BIN, 'errors', 'list'], { env: environment() });
    return performance.now() - began;
  });
  baselineMs = Math.max(...durations);
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true });
});

function environment(more: Readonly<Record<string, string>> = {}) {
  return { PATH: process.env.PATH ?? '', HOME: folder, CRIER_API_KEY: 'KEY-00000000000000001', ...more };
}

interface TimedExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the start to the exit, and from the signal that was sent first to the exit. */
  readonly tookMs: number;
  readonly sinceSignalMs: number;
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<TimedExit>;
  kill(signal: NodeJS.Signals): void;
}

function start(
  words: readonly string[],
  {
    env = {},
    stdio = ['ignore', 'pipe', 'pipe'],
  }: { env?: Record<string, string>; stdio?: StdioOptions } = {},
): Running {
  const began = performance.now();
  let signaled = began;
  const child = spawn(process.execPath, [BIN, ...words], { env: environment(env), stdio });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  const hang = setTimeout(() => child.kill('SIGKILL'), HANG_MS);
  const ended = new Promise<TimedExit>((resolve) => {
    child.once('exit', (code, signal) => {
      const now = performance.now();
      clearTimeout(hang);
      const done = () =>
        resolve({ code, signal, ...texts, tookMs: now - began, sinceSignalMs: now - signaled });
      if (child.stdout === null && child.stderr === null) done();
      else child.once('close', done);
    });
  });
  return {
    child,
    ended,
    kill(signal) {
      if (signaled === began) signaled = performance.now();
      child.kill(signal);
    },
  };
}

/** A named pipe; nothing has it open. */
let pipes = 0;
function namedPipe(): string {
  pipes += 1;
  const path = join(folder, `pipe-${pipes}`);
  spawnSync('sh', ['-c', 'mkfifo "$0"', path]);
  return path;
}

/** The write end of a pipe that is full, and that nothing ever reads. @returns descriptors: to pass on, to close */
function fullPipe(): { readonly writable: number; close(): void } {
  const path = namedPipe();
  const both = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  for (const size of [4096, 1])
    try {
      for (;;) writeSync(both, Buffer.alloc(size));
    } catch {
      // full for this size
    }
  const writable = openSync(path, constants.O_WRONLY);
  return { writable, close: () => [both, writable].forEach(closeSync) };
}

/** Long enough on this machine for a run to begin what it is going to wait for: twice as long as a whole run takes. */
const begun = () => new Promise((resolve) => setTimeout(resolve, 2 * baselineMs));

/**
 * A name server that never answers keeps a thread of the pool in `getaddrinfo`, for as long as the resolver tries. A
 * thread that opens a pipe without a writer does the same on every machine, permanently.
 */
function silentNameServer(): Record<string, string> {
  const file = join(folder, 'silent-name-server.cjs');
  writeFileSync(
    file,
    `const { open } = require('node:fs');
     const dns = require('node:dns');
     const hang = () => open(${JSON.stringify(namedPipe())}, 'r', () => {});
     dns.lookup = hang;
     dns.promises.lookup = () => new Promise(hang);`,
  );
  return { NODE_OPTIONS: `--require=${file}` };
}

describe('a name server that never answers', { tags: ['T10', 'T19'] }, () => {
  const ask = ['comments', 'get', 'x', '--timeout', '1s', '--retries', '0'];
  test.each([
    ['the service', ask, { CRIER_BASE_URL: 'https://api.nowhere.example' }, 10],
    [
      'a proxy',
      ask,
      { CRIER_BASE_URL: 'https://api.nowhere.example', HTTPS_PROXY: 'http://proxy.nowhere.example:3128' },
      10,
    ],
    ['a receiver', ['callbacks', 'check', 'https://cb.nowhere.example/x', '--timeout-ms', '1000'], {}, 11],
  ] as const)(
    'the process ends with its deadline, asked for %s',
    { tags: ['T19'] },
    async (_of, words, env, code) => {
      const ended = await start(words, { env: { ...env, ...silentNameServer() } }).ended;
      expect(ended).toMatchObject({ code, signal: null });
      expect(ended.tookMs).toBeLessThan(1_000 + 500 + 4 * baselineMs);
    },
  );

  test('SIGTERM ends the process within a second', { tags: ['T19'] }, async () => {
    const env = { CRIER_BASE_URL: 'https://api.nowhere.example', ...silentNameServer() };
    const run = start(['comments', 'get', 'x', '--timeout', '1h'], { env });
    await begun();
    run.kill('SIGTERM');
    const ended = await run.ended;
    expect(ended).toMatchObject({ code: null, signal: 'SIGTERM' });
    expect(ended.sinceSignalMs).toBeLessThan(1_000 + 4 * baselineMs);
  });
});

describe('an input whose writer never comes', { tags: ['T19'] }, () => {
  const sandbox = '--sandbox';
  test.each([
    ['automations', 'check', 'PIPE'],
    ['automations', 'create', sandbox, '-f', 'PIPE'],
    ['posts', 'check', 'PIPE'],
    ['comments', 'get', sandbox, '--ids-from', 'PIPE'],
    ['comments', 'get', 'x', '--api-key-file', 'PIPE'],
    ['api', 'POST', '/post', sandbox, '--input', 'PIPE'],
    ['hooks', 'verify', 'PIPE', '--signature', 'ab', '--timestamp', '1', '--secret-file', 'PIPE'],
    ['hooks', 'sign', 'PIPE', '--secret-file', 'PIPE'],
    ['context', 'add', 'work', '--base-url', 'https://api.example.com', '--api-key-file', 'PIPE'],
  ])('SIGINT ends %s %s %s %s', { tags: ['T19'] }, async (...words) => {
    const path = namedPipe();
    const run = start(words.map((word) => (word === 'PIPE' ? path : word)));
    await begun();
    run.kill('SIGINT');
    const ended = await run.ended;
    expect(ended).toMatchObject({ code: null, signal: 'SIGINT' });
    expect(ended.sinceSignalMs).toBeLessThan(1_000 + 4 * baselineMs);
  });

  test('SIGTERM ends what waits for standard input', { tags: ['T19'] }, async () => {
    const run = start(['automations', 'check', '-'], { stdio: ['pipe', 'pipe', 'pipe'] });
    await begun();
    run.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ code: null, signal: 'SIGTERM' });
  });

  test('a pipe is read to its end, whenever its writer comes', async () => {
    const path = namedPipe();
    const run = start(['api', 'POST', '/post', '--input', path, '--dry-run', '--json'], {
      env: { CRIER_BASE_URL: address },
    });
    await begun();
    const line = `(printf '{"post":'; sleep 0.2; printf '"all of it"}') >"${path}"`;
    const writer = spawn('sh', ['-c', line], { stdio: 'ignore' });
    const { code, stdout } = await run.ended;
    writer.kill('SIGKILL');
    expect({ code, body: JSON.parse(stdout).request.body }).toEqual({ code: 0, body: { post: 'all of it' } });
  });

  test('standard input can be named by its device, also where it is a socket', async () => {
    const run = start(['automations', 'check', '/dev/stdin'], { stdio: ['pipe', 'pipe', 'pipe'] });
    run.child.stdin?.end('name: 7\n');
    const { stderr, stdout } = await run.ended;
    expect(stderr).not.toContain('cannot read');
    expect(stdout).toContain('triggers');
  });
});

describe('a reader that does not read', { tags: ['T19'] }, () => {
  const ask = ['comments', 'get', 'x', '--retries', '0', '--verbose'];

  test('a full stderr does not keep a run from its deadline', { tags: ['T19'] }, async () => {
    const { writable, close } = fullPipe();
    const env = { CRIER_BASE_URL: address };
    const ended = await start([...ask, '--timeout', '1s'], { env, stdio: ['ignore', 'pipe', writable] })
      .ended;
    close();
    expect(ended).toMatchObject({ code: 10, signal: null });
    expect(ended.tookMs).toBeLessThan(1_000 + 500 + 4 * baselineMs);
  });

  test.each([
    ['stderr', ask],
    ['stdout', ['errors', 'list', '--json']],
  ])('a full %s does not keep a run from stopping', { tags: ['T19'] }, async (name, words) => {
    const { writable, close } = fullPipe();
    const run = start(words, {
      env: { CRIER_BASE_URL: address },
      stdio: name === 'stdout' ? ['ignore', writable, 'pipe'] : ['ignore', 'pipe', writable],
    });
    await begun();
    run.kill('SIGTERM');
    const ended = await run.ended;
    close();
    expect(ended).toMatchObject({ code: null, signal: 'SIGTERM' });
    expect(ended.sinceSignalMs).toBeLessThan(1_000 + 4 * baselineMs);
  });

  test('a second signal ends the process at once', { tags: ['T19'] }, async () => {
    const { writable, close } = fullPipe();
    const run = start(['errors', 'list', '--json'], { stdio: ['ignore', writable, 'pipe'] });
    await begun();
    run.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 20));
    run.kill('SIGINT');
    const ended = await run.ended;
    close();
    expect(ended).toMatchObject({ code: null, signal: 'SIGINT' });
    expect(ended.sinceSignalMs).toBeLessThan(500 + 4 * baselineMs);
  });
});

describe('a true end by signal', { tags: ['T19'] }, () => {
  test('a loop of the shell stops with the command that Ctrl-C ends', { tags: ['T19'] }, async () => {
    const line = `for i in 1 2 3; do echo "round $i"; "${process.execPath}" "${BIN}" comments get x; done; echo after`;
    const child = spawn('bash', ['-c', line], {
      env: environment({ CRIER_BASE_URL: address }),
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    const asked = new Promise((resolve) => service.once('request', resolve));
    const ended = new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
    await asked;
    process.kill(-Number(child.pid), 'SIGINT'); // as a terminal does: to the whole group
    expect(await ended).toBe('SIGINT');
    expect(stdout).toBe('round 1\n');
  });

  test.each([
    ['kill -TERM $$', null, 'SIGTERM'],
    ['kill -INT $$', null, 'SIGINT'],
    ['exit 143', 143, null],
    ['kill -KILL $$', 137, null],
  ] as const)('sandbox exec ends as its command did: %s', { tags: ['T19'] }, async (line, code, signal) => {
    const run = start(['sandbox', 'exec', '--', 'sh', '-c', line]);
    expect(await run.ended).toMatchObject({ code, signal });
  });
});

test('SIGKILL of the launcher under an old Node ends the program that it started', {
  tags: ['T19'],
}, async () => {
  const copy = mkdtempSync(join(folder, 'installed-'));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(BIN, '..', '..', part), join(copy, part), { recursive: true });
  const bundled = join(
    copy,
    'scripts',
    'runtime',
    'node_modules',
    `node-${process.platform}-${process.arch}`,
    'bin',
  );
  mkdirSync(bundled, { recursive: true });
  writeFileSync(join(bundled, 'node'), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
  const disguise = join(folder, 'old.cjs');
  writeFileSync(disguise, "Object.defineProperty(process.versions, 'node', { value: '20.19.0' });");
  const asked = new Promise<Socket>((resolve) =>
    service.once('request', (request: IncomingMessage) => resolve(request.socket)),
  );
  const launcher = spawn(
    process.execPath,
    ['--require', disguise, join(copy, 'bin', 'crier.js'), 'comments', 'get', 'x', '--timeout', '1h'],
    { env: environment({ CRIER_BASE_URL: address }), stdio: 'ignore' },
  );
  const connection = await asked;
  const gone = new Promise((resolve) => connection.once('close', () => resolve('gone')));
  launcher.kill('SIGKILL');
  expect(await Promise.race([gone, hangs()])).toBe('gone');
});

function hangs(): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('it hangs'), HANG_MS).unref());
}
