import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { BIN, SHARED_CACHE } from '../processes/installed-program.ts';
import { openReceiver } from '../receiver/receiver.ts';

/** A database that was killed answers again long before, however busy the machine. */
const LONGEST_START_MS = 300_000;
/** Signals that come together are one. */
const BETWEEN_SIGNALS_MS = 200;

/** A target that notes for each delivery which attempts it got, as their header says. */
export interface NotingTarget {
  readonly url: string;
  readonly got: ReadonlyMap<string, readonly number[]>;
  close(): Promise<void>;
}

export async function startNotingTarget(): Promise<NotingTarget> {
  const got = new Map<string, number[]>();
  const { url, close } = await openReceiver(({ json, headers }) => {
    const hookId = String(json()['hookId']);
    got.set(hookId, [...(got.get(hookId) ?? []), Number(headers['crier-attempt'])]);
    return 200;
  });
  return { url, got, close };
}

/** A process of crier, as one machine runs it. */
export interface CrierMachine {
  /** Of its deliveries; empty for a forwarder. */
  readonly url: string;
  /** Kills it without notice, and starts it again. */
  killAndStart(): Promise<void>;
  /** Ends it as Ctrl-C does. @returns what it has printed to stderr */
  end(): Promise<string>;
  /** Ends it as Ctrl-C twice does. */
  endAtOnce(): Promise<{ readonly stderr: string; readonly sinceSecondMs: number }>;
}

/** Starts a process with a state folder of its own. @param words the command line @param ready what it prints then */
export async function startMachine(words: readonly string[], ready: string): Promise<CrierMachine> {
  const home = mkdtempSync(join(tmpdir(), 'crier-machine-'));
  let child: ChildProcess;
  let stderr = '';
  let ended: Promise<unknown> = Promise.resolve();

  async function start(until = performance.now() + LONGEST_START_MS): Promise<void> {
    stderr = '';
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      ...SHARED_CACHE,
      CRIER_STATE_DIR: home,
      CRIER_CONFIG_DIR: home,
    };
    const started = spawn(process.execPath, [BIN, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child = started;
    started.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    ended = new Promise((resolve) => started.once('close', resolve));
    await eventually(() => {
      // it ends when the database does not answer, and is started again, as a service manager does
      if (started.exitCode !== null) return;
      expect(stderr).toContain(ready);
    });
    if (started.exitCode === null) return;
    if (performance.now() > until) throw new Error(`it does not start: ${stderr}`);
    await start(until);
  }

  await start();
  return {
    get url() {
      return /http:\/\/127\.0\.0\.1:\d+\/\w+/.exec(stderr)?.[0] ?? '';
    },
    async killAndStart() {
      child.kill('SIGKILL');
      await ended;
      await start();
    },
    async end() {
      child.kill('SIGINT');
      await ended;
      rmSync(home, { recursive: true, force: true });
      return stderr;
    },
    async endAtOnce() {
      child.kill('SIGINT');
      await setTimeout(BETWEEN_SIGNALS_MS);
      const began = performance.now();
      child.kill('SIGINT');
      await ended;
      rmSync(home, { recursive: true, force: true });
      return { stderr, sinceSecondMs: performance.now() - began };
    },
  };
}

/** Posts a delivery as the service does. @param text more of its body @returns the status; null without an answer */
export async function postDelivery(
  url: string,
  hookId: string,
  deadlineMs: number,
  text = '',
): Promise<number | null> {
  try {
    const body = JSON.stringify({ action: 'feed', hookId, text });
    const signal = AbortSignal.timeout(deadlineMs);
    const answer = await fetch(url, { method: 'POST', body, headers: { connection: 'close' }, signal });
    return answer.status;
  } catch {
    return null; // killed
  }
}
