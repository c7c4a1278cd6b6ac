import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { BIN, SHARED_CACHE } from '../processes/installed-program.ts';

/** `hooks listen` as a process of its own. */
export interface StartedReceiver {
  readonly child: ChildProcess;
  /** Of deliveries. */
  readonly url: string;
  /** What it has written so far. */
  getStderr(): string;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/**
 * Starts the built program, and waits until it listens. Signatures are not checked, unless words name a secret.
 *
 * @param home its folder of settings and state
 * @param variables more of the environment
 * @param stdout `pipe` leaves it to the test to read what is printed
 */
export async function startReceiver(
  home: string,
  words: readonly string[],
  {
    stdout = 'ignore',
    variables = {},
  }: { readonly stdout?: 'ignore' | 'pipe'; readonly variables?: Readonly<Record<string, string>> } = {},
): Promise<StartedReceiver> {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    ...SHARED_CACHE,
    CRIER_STATE_DIR: home,
    CRIER_CONFIG_DIR: home,
    ...variables,
  };
  const unsigned = words.includes('--secret-file') ? [] : ['--unsigned'];
  const all = ['hooks', 'listen', ...unsigned, '--no-catch-up', ...words];
  const child = spawn(process.execPath, [BIN, ...all], { env, stdio: ['ignore', stdout, 'pipe'] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, stderr })),
  );
  const url = await eventually(() => {
    expect(stderr).toContain('press Ctrl-C');
    return /http:\/\/127\.0\.0\.1:\d+\/\w+/.exec(stderr)?.[0] ?? '';
  });
  return { child, url, ended, getStderr: () => stderr };
}

/** The most memory that a process has used, in MiB; of Linux. */
export function readPeakMiB({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

/**
 * Posts bodies over a few connections, and measures each answer.
 *
 * @returns how long each took, in milliseconds; an answer other than 200 throws
 */
export async function postAll(
  url: string,
  bodies: Iterable<string>,
  connections = 32,
): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const source = bodies[Symbol.iterator]();
  const times: number[] = [];
  const loop = async () => {
    for (let next = source.next(); next.done !== true; next = source.next()) {
      const began = performance.now();
      expect(await post(url, next.value, agent)).toBe(200);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  agent.destroy();
  return times;
}

function post(url: string, body: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.on('error', reject).end(body);
  });
}
