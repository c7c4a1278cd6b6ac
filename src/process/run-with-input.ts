import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainSpawnError } from './child-processes.ts';

/** How long the output of a program is read after its end: what it left running may keep it open. */
const OUTPUT_MS = 500;

/**
 * Runs a command with this input until it ends, in a process group of its own, so that Ctrl-C does not reach it.
 *
 * @returns its exit code; null when a signal ended it
 * @throws CrierError of kind usage when it cannot be started
 */
export function runWithInput(
  [name = '', ...words]: readonly string[],
  {
    input,
    env,
    signal,
    onLine,
  }: {
    input: Uint8Array;
    env: NodeJS.ProcessEnv;
    signal: AbortSignal;
    /** Gets each line of its output; without it, its output goes to our stderr. */
    onLine?: LineSink | undefined;
  },
): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const output = onLine === undefined ? 2 : 'pipe';
  const child = spawn(name, words, { env, stdio: ['pipe', output, output], detached: true });
  const read = onLine === undefined ? null : readLinesOf(child, onLine);
  const kill = () => endGroup(child);
  if (signal.aborted) kill();
  signal.addEventListener('abort', kill, { once: true });
  child.once('error', (error) => reject(explainSpawnError(name, error)));
  child.once('exit', async (code) => {
    if (read !== null) {
      // the timer keeps this program running, which its streams do not
      const limit = new AbortController();
      await Promise.race([read, sleep(OUTPUT_MS, undefined, { signal: limit.signal }).catch(() => {})]);
      limit.abort();
    }
    resolve(code);
  });
  child.stdin?.on('error', () => {}); // it does not read its input to the end
  child.stdin?.end(input);
  return promise.finally(() => signal.removeEventListener('abort', kill));
}

/** Reads both streams of a process, which do not keep this program running. */
async function readLinesOf({ stdout, stderr }: ChildProcess, onLine: LineSink): Promise<void> {
  await Promise.all(
    [stdout, stderr].map(async (stream) => {
      if (stream === null) return;
      if (stream instanceof Socket) stream.unref();
      await forwardLines(stream, onLine).catch(() => {}); // its reader has gone
    }),
  );
}

/**
 * Makes sure that a command can be started, as the system looks for it.
 *
 * @throws CrierError of kind usage when there is no such command, or it may not be run
 */
export function requireCommand([name = '']: readonly string[], env: NodeJS.ProcessEnv): void {
  if (process.platform === 'win32') return; // other endings, and other rights
  const places = name.includes('/')
    ? [name]
    : (env['PATH'] ?? DEFAULT_PATH).split(':').map((folder) => join(folder, name));
  let isThere = false;
  for (const place of places) {
    if (statSync(place, { throwIfNoEntry: false })?.isFile() !== true) continue;
    isThere = true;
    try {
      accessSync(place, constants.X_OK);
      return;
    } catch {
      // another folder may have one that can be run
    }
  }
  throw explainSpawnError(name, { code: isThere ? 'EACCES' : 'ENOENT' });
}

/** Where the system looks without a PATH. */
const DEFAULT_PATH = '/usr/bin:/bin';

/** Kills a process and what it has started. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // it has ended, or the platform has no groups
  }
}

/** Takes a line, without its end. The stream is read on when it resolves. */
export type LineSink = (line: string) => Promise<void>;

/** Characters of a line; the rest is cut, so that a program that never ends one costs no memory. */
const MOST_CHARACTERS = 4_000;

/** Forwards each line of a stream, also one without an end. Lines that are too long are cut, and empty ones left out. */
export async function forwardLines(stream: Readable, onLine: LineSink): Promise<void> {
  let begun = '';
  const add = (text: string) => {
    begun = (begun + text).slice(0, MOST_CHARACTERS + 1);
  };
  const pass = async () => {
    const line = begun.length > MOST_CHARACTERS ? `${begun.slice(0, MOST_CHARACTERS)}…` : begun;
    begun = '';
    if (line.trim() !== '') await onLine(line.replace(/\r$/, ''));
  };
  for await (const chunk of stream.setEncoding('utf8')) {
    const [first = '', ...others] = String(chunk).split('\n');
    add(first);
    for (const text of others) {
      await pass();
      add(text);
    }
  }
  await pass();
}
