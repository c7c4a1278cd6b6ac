import {
  type ChildProcessByStdio,
  type SpawnOptionsWithStdioTuple,
  type StdioPipe,
  spawn,
} from 'node:child_process';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { buildWords, formatCommand } from '../cli/framework/output/text/shell-command.ts';
import { type CrierError, createUsageError } from '../errors.ts';
import type { BackgroundProcess } from '../world.ts';

/**
 * Runs a command on our own streams until it ends. Signals are forwarded, and a second one kills it.
 *
 * @returns its exit code; 128 and the signal's number when a signal ended it
 * @throws CrierError of kind usage when it cannot be started
 */
export function runCommand(
  [name = '', ...words]: readonly string[],
  options: {
    env: Readonly<Record<string, string | undefined>>;
    /** Its reason is `interrupted` or `terminated`. */
    signal: AbortSignal;
    /** Whether to forward a signal to the command. */
    passesOn(name: NodeJS.Signals): boolean;
    /** Calls `end` at a second signal. @returns a function that unregisters it */
    onSecondSignal(end: () => void): () => void;
    /** Called with the signal that ended the command, before its exit code is returned. */
    endedBy(name: NodeJS.Signals): void;
  },
): Promise<number> {
  const { env, signal, passesOn, onSecondSignal, endedBy } = options;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = spawn(name, words, { env: { ...env }, stdio: 'inherit' });
  const notify = () => {
    const reported = signal.reason === 'terminated' ? 'SIGTERM' : 'SIGINT';
    if (passesOn(reported)) child.kill(reported);
  };
  signal.addEventListener('abort', notify, { once: true });
  const takeBack = onSecondSignal(() => child.kill('SIGKILL'));
  child.once('error', (error) => reject(explainSpawnError(name, error)));
  child.once('close', (code, ending) => {
    if (ending !== null) endedBy(ending);
    resolve(code ?? SIGNALED + (ending === null ? 0 : constants.signals[ending]));
  });
  return promise.finally(() => {
    signal.removeEventListener('abort', notify);
    takeBack();
  });
}

/** Output that is read; more is cut. */
const MOST_OUTPUT = 64 * 1024;

/** Runs a command without input, and returns its stdout; null when it fails, or takes too long. */
export function readOutput(
  [name = '', ...words]: readonly string[],
  {
    env,
    folder,
    withinMs,
    platform,
    isInteractive = false,
  }: {
    env: NodeJS.ProcessEnv;
    folder: string;
    withinMs: number;
    platform: string;
    isInteractive?: boolean;
  },
): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  // scripts such as npm.cmd are only found by the command interpreter
  const [program, own] = platform === 'win32' ? ['cmd', ['/d', '/c', name, ...words]] : [name, words];
  const child = spawn(program, own, {
    env,
    cwd: folder,
    stdio: isInteractive ? ['inherit', 'pipe', 'inherit'] : ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said = `${said}${chunk}`.slice(0, MOST_OUTPUT);
  });
  child.once('error', () => resolve(null));
  child.once('close', (code) => resolve(code === 0 ? said : null));
  return promise.finally(() => clearTimeout(timer));
}

/** Shells add this to the number of the signal that ended a command. */
const SIGNALED = 128;

/** Explains why a command cannot be started. */
export function explainSpawnError(name: string, error: { code?: string; message?: string }): CrierError {
  if (error.code === 'ENOENT')
    return createUsageError(
      `there is no command "${name}"`,
      name.includes('/')
        ? 'check its path; a relative one begins in the current folder'
        : 'it is looked up in PATH; give the path of one in the current folder: ./name',
    );
  if (error.code === 'EACCES')
    return createUsageError(
      `"${name}" may not be run by this user`,
      `make the file executable: ${formatCommand('chmod', buildWords`+x ${name}`)}`,
    );
  return createUsageError(`"${name}" cannot be run: ${error.code ?? error.message}`);
}

/** Characters of its stderr that are kept until it is detached. */
const KEPT_CHARACTERS = 8_000;

/** What opens a URL, by platform; the URL is appended as one argument, and no shell reads it. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** An opener that has not failed by then shows its window. */
const OPENER_WAIT_MS = 2_000;

/**
 * Opens a URL in the browser by the platform's opener, which outlives this program.
 *
 * @returns false when there is no opener, or it failed
 */
export function openUrl(
  url: URL,
  { env, platform }: { env: NodeJS.ProcessEnv; platform: string },
): Promise<boolean> {
  const [program, ...words] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, url.href], { env, detached: true, stdio: 'ignore' });
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), OPENER_WAIT_MS);
    const end = (isOpened: boolean) => {
      clearTimeout(timer);
      resolve(isOpened);
    };
    child.once('error', () => end(false));
    child.once('close', (code) => end(code === 0));
    child.unref();
  });
}

/** Starts a program that outlives this one, in a session of its own, without stdin and stdout. */
export function startBackground(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): BackgroundProcess {
  const child = spawn(program, words, { env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const { promise, resolve } = Promise.withResolvers<string>();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = `${said}${chunk}`.slice(0, KEPT_CHARACTERS);
  });
  child.once('error', (error) => resolve(error.message));
  child.once('close', () => resolve(said));
  return {
    id: child.pid ?? 0,
    ended: promise,
    detach() {
      child.stderr.destroy();
      child.unref();
    },
  };
}

interface PagerOptions {
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  signal: AbortSignal;
  /** Leaves Ctrl-C to the pager, as a terminal sends it to both. @returns a function that ends that */
  holdInterrupt(): () => void;
  /** Calls `end` at a second signal. @returns a function that unregisters it */
  onSecondSignal(end: () => void): () => void;
}

type PagerProcess = ChildProcessByStdio<Writable, null, null>;

/** What only a shell can read: quotes, variables, pipes, assignments. As in git, other commands need none. */
const FOR_SHELL = /[|&;<>()$`\\"'*?[\]#~=%!{}^]/;

/** Exit codes of a shell that could not run the command. */
const NOT_RUN: readonly (number | null)[] = [126, 127];

/**
 * Shows text in a pager on our terminal, and returns when the user has left it. A pager that ends early is no failure.
 *
 * @param command a command line, as a shell reads it
 * @returns false when there is no such program: nothing was shown
 */
export async function runPager(text: string, command: string, options: PagerOptions): Promise<boolean> {
  const { env, signal, holdInterrupt, onSecondSignal } = options;
  const release = holdInterrupt();
  const child = startPager(command, options, { ...env });
  const end = () => void child.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  const takeBack = onSecondSignal(() => child.kill('SIGKILL'));
  try {
    return await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false));
      child.once('close', (code) => resolve(!NOT_RUN.includes(code)));
      child.stdin.on('error', () => {}); // it was left before it had read everything
      child.stdin.end(text);
    });
  } finally {
    signal.removeEventListener('abort', end);
    takeBack();
    release();
  }
}

function startPager(command: string, { platform }: PagerOptions, env: NodeJS.ProcessEnv): PagerProcess {
  const options: SpawnOptionsWithStdioTuple<StdioPipe, 'inherit', 'inherit'> = {
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
  };
  if (!FOR_SHELL.test(command)) {
    const [program = '', ...words] = command.split(/\s+/);
    return spawn(program, words, options);
  }
  return platform === 'win32'
    ? spawn(command, [], { ...options, shell: true })
    : spawn('/bin/sh', ['-c', command], options);
}
