import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAIN_KEYS, plantedIn } from '../../support/hostile/secret-places.ts';
import { secretScan } from '../../support/hostile/secret-scan.ts';
import { hostileServers } from '../../support/network/against.ts';
import { type Behaviour, wire } from '../../support/network/hostile-server.ts';
import { exitStatus } from '../../support/processes/exit-status.ts';
import { BIN } from '../../support/processes/installed-program.ts';

const scan = secretScan(plantedIn(PLAIN_KEYS));
const start = hostileServers();

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'crier-secret-processes-'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface EndedProcess {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine of its own, on which the environment holds every key. */
function machine(more: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(base, 'home-'));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: home,
    CRIER_API_KEY: PLAIN_KEYS.apiKey,
    CRIER_PROFILE_KEY: PLAIN_KEYS.profileKey,
    CRIER_X_API_KEY: PLAIN_KEYS.xKey,
    CRIER_X_API_SECRET: PLAIN_KEYS.xSecret,
    CRIER_WEBHOOK_SECRET: PLAIN_KEYS.webhookSecret,
    HTTPS_PROXY: `http://someone:${PLAIN_KEYS.proxyPassword}@127.0.0.1:9`,
    ...more,
  };
  const begin = (words: readonly string[]): ChildProcess =>
    spawn(process.execPath, [BIN, ...words], { env, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
  return { home, begin, run: (...words: readonly string[]) => ended(begin(words)) };
}

function ended(child: ChildProcess): Promise<EndedProcess> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ status: exitStatus(code, signal), stdout, stderr })),
  );
}

const echoes: Behaviour = (socket, { text }) =>
  void socket.end(
    wire(500, { 'content-type': 'text/html', 'x-echo': text.replaceAll('\r\n', ' ') }, `<pre>${text}</pre>`),
  );

/** Node renames what it compiled when it is written whole, which a server may still do that has let its folder go. */
function bytesOf(file: string): Buffer {
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}

/** What is left in a folder: where secrets stand, which files others can read, and how many there are. */
function left(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    // what a server is about to leave may go at any moment
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  return {
    leaks: files.flatMap((file) => scan(bytesOf(file)).map(({ secret }) => `${secret} in ${file}`)),
    loose: files.filter((file) => !file.includes('/compiled/') && (statSync(file).mode & 0o77) !== 0),
    count: files.length,
  };
}

const CLEAN = { leaks: [], loose: [] };

describe('the program as a process', { tags: ['T16', 'C8'] }, () => {
  test.each([
    ['plainly', {}],
    [
      'with the debug output of node',
      {
        NODE_DEBUG: '*',
        NODE_OPTIONS: '--trace-warnings --trace-uncaught',
      },
    ],
  ])('shows and leaves no key that a server says again: %s', async (_how, more) => {
    const { url } = await start(echoes);
    const { home, run } = machine({ CRIER_BASE_URL: url.href, ...more });
    const trace = join(home, 'trace.ndjson');
    const { status, stdout, stderr } = await run(
      'comments',
      'get',
      'x',
      '--verbose',
      '--json',
      '--retries',
      '0',
      '--trace-file',
      trace,
    );
    expect(status).toBe(10);
    expect(scan(stdout + stderr)).toEqual([]);
    expect(stderr).toContain('****');
    expect(readFileSync(trace, 'utf8')).toContain('****');
    expect(left(home)).toMatchObject(CLEAN);
  });

  test('has no key in its command line, and prints none when it is interrupted in the middle of an answer', {
    tags: ['C4'],
  }, async () => {
    const server = await start((socket, { text }) => {
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n{"echo":${JSON.stringify(text)}`,
      );
    });
    const { home, begin } = machine({ CRIER_BASE_URL: server.url.href });
    const child = begin(['comments', 'get', 'x', '--verbose', '--json']);
    const end = ended(child);
    await server.asked();
    const line = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8');
    child.kill('SIGINT');
    const { status, stdout, stderr } = await end;
    expect(status).toBe(130);
    expect(line).toContain('comments');
    expect(scan(line + stdout + stderr)).toEqual([]);
    expect(left(home)).toMatchObject(CLEAN);
  });

  test.each([
    ['thrown without a catch', 'throw fault'],
    ['rejected without an await', 'Promise.reject(fault)'],
    ['rejected with what is no error', 'Promise.reject(fault.message)'],
  ])('prints no key of an error that is %s, and node reports none', async (_how, fails) => {
    const server = await start(() => {});
    const reports = mkdtempSync(join(base, 'reports-'));
    const preload = join(reports, 'fails.cjs');
    writeFileSync(
      preload,
      `process.once('SIGUSR2', () => {
         const fault = new Error('bad ' + process.env.CRIER_API_KEY);
         fault.headers = { secret: process.env.CRIER_X_API_SECRET };
         ${fails};
       });`,
      { mode: 0o600 },
    );
    const { home, begin } = machine({
      CRIER_BASE_URL: server.url.href,
      NODE_OPTIONS: `--require ${preload} --report-uncaught-exception --report-directory=${reports}`,
    });
    const child = begin(['comments', 'get', 'x']);
    const end = ended(child);
    await server.asked();
    child.kill('SIGUSR2');
    const { status, stdout, stderr } = await end;
    expect(status).toBe(1);
    expect(stderr).toMatch(/^crier: internal error: .*bad \*\*\*\*\w{4}"?\.?\n$/);
    expect(scan(stdout + stderr)).toEqual([]);
    expect(left(home)).toMatchObject(CLEAN);
    expect(left(reports)).toMatchObject(CLEAN);
  });

  test('keeps its keys out of the report that Node writes on request', async () => {
    const server = await start(() => {});
    const home = mkdtempSync(join(base, 'report-'));
    const { begin } = machine({
      CRIER_BASE_URL: server.url.href,
      NODE_OPTIONS: `--report-on-signal --report-directory=${home}`,
    });
    const child = begin(['comments', 'get', 'x']);
    const end = ended(child);
    await server.asked();
    child.kill('SIGUSR2');
    await until(
      () => readdirSync(home).length > 0 && readFileSync(join(home, readdirSync(home)[0] ?? '')).length > 0,
    );
    child.kill('SIGINT');
    await end;
    const { leaks, count } = left(home);
    expect(leaks).toEqual([]);
    expect(count).toBe(1);
  });
});

describe('the sandbox as a process', { tags: ['T16', 'D9'] }, () => {
  test('its server has no key of a service in its environment, its command line or its files', async () => {
    const { home, run } = machine();
    const { status, stdout, stderr } = await run('sandbox', 'start', '--detach', '--json');
    expect({ status, stderr }).toMatchObject({ status: 0 });
    try {
      const { pid } = JSON.parse(stdout) as { pid: number };
      const proc = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
      expect(scan(proc('cmdline'))).toEqual([]);
      // the proxy is not a key of ours: what the server's environment holds of it, all of the user's programs get
      expect(scan(proc('environ')).map(({ secret }) => secret)).toEqual(['proxy password']);
      const read = await run('comments', 'get', 'Sp7kQm2XvLr9TzBd4HnW', '--sandbox', '--json', '--verbose');
      expect(read.status).toBe(0);
      expect(scan(stdout + read.stdout + read.stderr)).toEqual([]);
    } finally {
      await run('sandbox', 'stop');
    }
    const { leaks, loose, count } = left(home);
    expect({ leaks, loose }).toEqual({ leaks: [], loose: [] });
    expect(count).toBeGreaterThan(1);
  });

  test('a command beside a throw-away sandbox gets the keys of that one, and of no service', async () => {
    const { home, run } = machine({ CRIER_WEBHOOK_SECRET_FILE: '/nowhere', CRIER_CONTEXT: 'work' });
    const { status, stdout } = await run('sandbox', 'exec', '--', 'env');
    expect(status).toBe(0);
    const names = stdout.match(/^CRIER_\w+(?==)/gm)?.toSorted();
    expect(names).toEqual([
      'CRIER_API_KEY',
      'CRIER_BASE_URL',
      'CRIER_STATE_DIR',
      'CRIER_X_API_KEY',
      'CRIER_X_API_SECRET',
    ]);
    expect(scan(stdout.replace(/^HTTPS_PROXY=.*$/m, ''))).toEqual([]);
    expect(readdirSync(home).filter((name) => name.startsWith('crier-exec'))).toEqual([]);
  });
});

/** Looks again and again; the test's own time ends it. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
