import { accessSync, constants } from 'node:fs';
import { EMBEDDED_PROGRAMS, getEmbeddedFiles } from './embedded-files.ts';
import { isTerminal } from './quick-output.ts';

/** Signals that end the program, with the exit codes that shells report for them. */
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type EndingSignal = keyof typeof SIGNAL_EXIT_CODES;

/** The reason that `World.signal` aborts with. */
const ABORT_REASONS = { SIGINT: 'interrupted', SIGTERM: 'terminated' } as const;

/** Grace period after the first signal, in steps: on a slow machine the steps take longer. */
const GRACE_STEP_MS = 90;
const GRACE_STEPS = 10;

export type ProcessEnd = ReturnType<typeof listenToSignals>;

/**
 * Listens to the signals that end the program. The first aborts the run and gives it a second to finish; the second
 * ends the process at once, unless a child process has to be ended first.
 *
 * @param restoreStreams called before the process ends without Node's own clean-up
 * @see docs/safety.md#T19
 */
export function listenToSignals(restoreStreams: () => void) {
  const controller = new AbortController();
  const ends = new Set<() => void>();
  let holds = 0;
  let received: EndingSignal | null = null;
  const receive = (name: keyof typeof ABORT_REASONS) => {
    if (name === 'SIGINT' && holds > 0) return;
    if (!controller.signal.aborted) {
      received = name;
      controller.abort(ABORT_REASONS[name]);
      return startGracePeriod(() => ends.size === 0 && endBySignal(name, restoreStreams));
    }
    if (ends.size === 0) endBySignal(name, restoreStreams);
    for (const end of ends) end();
    ends.clear();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => receive(name));
  return {
    signal: controller.signal,
    /** Calls `end` on the second signal instead of ending at once. @returns a function that removes it */
    onSecond(end: () => void): () => void {
      ends.add(end);
      return () => void ends.delete(end);
    },
    /**
     * Calls this on SIGHUP, as daemons read their files again, instead of ending. Without it, SIGHUP ends the process, and
     * so does one that came because the terminal was closed: it is then as SIGTERM.
     *
     * @returns a function that removes it
     */
    onReload: (reload: () => void): (() => void) =>
      listenToHangUp(reload, () => {
        if (!controller.signal.aborted) receive('SIGTERM');
      }),
    /** Ignores Ctrl-C, which belongs to a program on our terminal. @returns a function that ends that */
    holdInterrupt(): () => void {
      holds += 1;
      return () => {
        holds -= 1;
      };
    },
    /**
     * A child that this run started was ended by a signal: with the matching exit code, this process ends by the same
     * signal.
     */
    endedBy(name: NodeJS.Signals) {
      received = isEndingSignal(name) ? name : null;
    },
    /** Ends the process: by the received signal when the exit code is the one of that signal. */
    end(exitCode: number): never {
      const isOfSignal = received !== null && SIGNAL_EXIT_CODES[received] === exitCode;
      return isOfSignal && received !== null
        ? endBySignal(received, restoreStreams)
        : endWithCode(exitCode, restoreStreams);
    },
  };
}

/** @param end called when the terminal was closed, perhaps twice: the kernel and the shell both send the signal */
function listenToHangUp(reload: () => void, end: () => void): () => void {
  const hasTerminal = createTerminalCheck();
  const hangUp = () => (hasTerminal() ? reload() : end());
  process.on('SIGHUP', hangUp);
  return () => void process.off('SIGHUP', hangUp);
}

/** @returns whether each stream that is a terminal now still is one: not after the terminal was closed */
function createTerminalCheck(): () => boolean {
  const terminals = [0, 1, 2].filter(isTerminal);
  // Windows sends SIGHUP only when the console is closed
  return () => process.platform !== 'win32' && terminals.every(isTerminal);
}

function isEndingSignal(name: NodeJS.Signals): name is EndingSignal {
  return Object.hasOwn(SIGNAL_EXIT_CODES, name);
}

function startGracePeriod(end: () => void, steps = GRACE_STEPS): void {
  setTimeout(() => (steps === 1 ? end() : startGracePeriod(end, steps - 1)), GRACE_STEP_MS);
}

/**
 * Ends the process by a signal, so that its parent sees one: a shell stops its loop, and `wait` returns 128 and more.
 * Work in the thread pool is not waited for.
 */
function endBySignal(name: EndingSignal, restoreStreams: () => void): never {
  if (process.platform !== 'win32') {
    restoreStreams();
    process.removeAllListeners(name);
    process.kill(process.pid, name);
    // still running: PID 1 of a container is not ended by its own signals
  }
  return endWithCode(SIGNAL_EXIT_CODES[name], restoreStreams);
}

/**
 * Ends the process with an exit code. `process.exit` joins the threads of libuv's pool, and a thread in `getaddrinfo`
 * or in a hanging disk read cannot be cancelled: the process is then replaced (execve) by a program that only returns
 * the code. Windows has no such call and waits for the threads.
 *
 * @see docs/safety.md#T10, #T19
 */
function endWithCode(exitCode: number, restoreStreams: () => void): never {
  if (process.execve !== undefined && hasPoolWork()) {
    restoreStreams();
    const [file, ...args] = findExitProgram(exitCode);
    try {
      process.execve(file, args, {});
    } catch {
      // not permitted in this process: wait for the threads
    }
  }
  process.exit(exitCode);
}

/** Requests that run in libuv's thread pool. */
const POOL_WORK = /^(?:GetAddrInfo|GetNameInfo|FS)Req/;

function hasPoolWork(): boolean {
  return process.getActiveResourcesInfo().some((name) => POOL_WORK.test(name));
}

const SHELL = '/bin/sh';

/** A program that only returns a code; an image without a shell still has Node. */
function findExitProgram(exitCode: number): readonly [string, ...string[]] {
  try {
    accessSync(SHELL, constants.X_OK);
    return [SHELL, 'sh', '-c', `exit ${exitCode}`];
  } catch {
    if (getEmbeddedFiles() !== undefined)
      return [process.execPath, 'crier', EMBEDDED_PROGRAMS.exit, String(exitCode)];
    return [process.execPath, 'node', '-e', `process.exitCode = ${exitCode}`];
  }
}
