import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BIN, SHARED_CACHE } from '../processes/installed-program.ts';

/** The system calls by which a process changes files, and by which it answers others. */
const CALLS = [
  ['openat', 'open', 'creat', 'close', 'dup', 'dup2', 'dup3'],
  [
    'pwrite64',
    'pwritev',
    'pwritev2',
    'write',
    'writev',
    'sendto',
    'sendmsg',
    'ftruncate',
    'truncate',
    'fallocate',
  ],
  ['fsync', 'fdatasync', 'sync_file_range', 'copy_file_range', 'sendfile'],
  [
    'rename',
    'renameat',
    'renameat2',
    'unlink',
    'unlinkat',
    'mkdir',
    'mkdirat',
    'rmdir',
    'link',
    'linkat',
    'symlink',
  ],
  ['accept4', 'socket'],
].flat();

/** Whether this machine lets a process trace another one. */
export const canTrace = (() => {
  try {
    execFileSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** The built program, whose system calls are written to a file. */
export interface TracedProcess {
  readonly child: ChildProcess;
  getStdout(): string;
  getStderr(): string;
  /** Resolves when it has ended and its trace is whole. @throws after its limit, when it is killed */
  readonly ended: Promise<TracedEnd>;
}

interface TracedEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Runs the built program under strace. It is the child itself, so that signals reach it.
 *
 * @param home its folder of settings and state
 * @param trace the file for its system calls
 * @param limitMs how long it may take
 */
export function startTraced(
  words: readonly string[],
  {
    home,
    trace,
    stdin = '',
    calls = CALLS,
    more = [],
    variables = {},
    limitMs = LOAD_LIMIT_MS,
  }: {
    readonly home: string;
    readonly trace: string;
    readonly stdin?: string;
    readonly calls?: readonly string[];
    readonly more?: readonly string[];
    readonly variables?: Readonly<Record<string, string>>;
    readonly limitMs?: number;
  },
): TracedProcess {
  // a start after an edit of the sources builds the program, which must not be traced: it takes minutes there
  const env = { ...getHomeVariables(home), ...variables };
  mkdirSync(home, { recursive: true });
  const options = ['-D', '-f', '--seccomp-bpf', '-e', `trace=${calls}`, '-yy', '-xx', '-s', '100000000'];
  const all = [...options, ...more, '-o', trace, process.execPath, BIN, ...words];
  const child = spawn('strace', all, { env, cwd: home, stdio: ['pipe', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed.stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    printed.stderr += chunk;
  });
  child.stdin.on('error', () => {}).end(stdin);
  const name = `"crier ${words.join(' ')}"`;
  const ended = new Promise<TracedEnd>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      for (const pipe of [child.stdout, child.stderr]) pipe.destroy();
      reject(
        new Error(`${name} has not ended after ${limitMs / 1_000} s; it printed ${JSON.stringify(printed)}`),
      );
    }, limitMs);
    child.once('close', (code, signal) => {
      clearTimeout(limit);
      resolve({ code, signal });
    });
  }).then(async (end) => {
    const until = performance.now() + LONGEST_MS;
    while (!isWhole(trace, child.pid ?? 0)) {
      if (performance.now() > until) throw new Error(`the trace of ${name} has no end`);
      await pause(TRACE_PAUSE_MS);
    }
    return end;
  });
  // a caller that still waits for something else sees it later
  ended.catch(() => {});
  return { child, ended, getStdout: () => printed.stdout, getStderr: () => printed.stderr };
}

/** The environment of a program whose folders are in `home`. */
function getHomeVariables(home: string) {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    ...SHARED_CACHE,
    CRIER_STATE_DIR: join(home, 'state'),
    CRIER_CONFIG_DIR: join(home, 'config'),
  };
}

/** Runs the built program in the folders of an image. @returns what is wrong with its end */
export function runInImage(home: string, words: readonly string[]): readonly string[] {
  return readInImage(home, words).faults;
}

/** The same, with what it printed. */
export function readInImage(
  home: string,
  words: readonly string[],
): { readonly faults: readonly string[]; readonly stdout: string } {
  mkdirSync(home, { recursive: true });
  const options = { env: getHomeVariables(home), cwd: home, encoding: 'utf8', timeout: LONGEST_MS } as const;
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [BIN, ...words], options);
  const end = error === undefined ? `ended with ${status}` : `did not end: ${error.message}`;
  return { faults: status === 0 ? [] : [`"crier ${words.join(' ')}" ${end}: ${stderr}`], stdout };
}

/** Runs the built program there, while others run. @returns what is wrong with its end */
export async function runBeside(home: string, words: readonly string[]): Promise<readonly string[]> {
  const options = { env: getHomeVariables(home), cwd: home, timeout: LONGEST_MS };
  return new Promise((resolve) =>
    execFile(process.execPath, [BIN, ...words], options, (error) =>
      resolve(error === null ? [] : [`"crier ${words.join(' ')}" beside it: ${error.message}`]),
    ),
  );
}

const TRACE_PAUSE_MS = 20;
/** Far longer than anything takes: a program that hangs is a fault. */
const LONGEST_MS = 60_000;
/** That of a server under load, below the limit of a test. */
const LOAD_LIMIT_MS = 240_000;

const TAIL_BYTES = 4_096;

/** The tracer writes the ends of all threads after the process has ended. */
function isWhole(trace: string, pid: number): boolean {
  const handle = openSync(trace, 'r');
  try {
    const { size } = fstatSync(handle);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(handle, tail, 0, tail.length, size - tail.length);
    // it fills short numbers up with spaces
    return new RegExp(`^${pid} +\\+\\+\\+ `, 'm').test(tail.toString('latin1'));
  } finally {
    closeSync(handle);
  }
}
