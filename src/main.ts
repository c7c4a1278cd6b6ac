import { homedir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { quickAnswer } from './cli/quick-answer.ts';
import { version } from './cli/version.ts';
import { ClosedPipe, type Sink, type Source, type World } from './cli/world.ts';

/** Runs the program in the real world: builds that world, and turns the end of the run into the exit code. */
export async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const stdout = sink(process.stdout);
  try {
    const answer = quickAnswer(words, { stdout, env: process.env });
    if (answer !== null) return await stdout.write(answer);
    const { run } = await import('./cli/run.ts');
    process.exitCode = await run(realWorld(words, stdout));
  } catch (error) {
    if (error instanceof ClosedPipe) return;
    process.stderr.write(
      `crier: a defect of crier: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}

function realWorld(words: readonly string[], stdout: Sink): World {
  return {
    words,
    env: process.env,
    homeFolder: homedir(),
    platform: process.platform,
    version: version(),
    // npm says so to what it starts; there is no `crier` in the shell's path then
    calledAs: process.env.npm_lifecycle_event === undefined ? 'crier' : 'npx crier',
    stdin: standardInput(),
    stdout,
    stderr: sink(process.stderr),
    clock: {
      now: Date.now,
      sleep: (milliseconds, signal) => wait(milliseconds, undefined, signal ? { signal } : {}),
    },
    random: Math.random,
    signal: endSignal(),
    async openNetwork() {
      const { networkTransport } = await import('./client/network-transport.ts');
      return networkTransport(process.env);
    },
    async openSandbox(options) {
      const { openSandbox } = await import('./sandbox/open-sandbox.ts');
      return openSandbox({
        ...options,
        clock: this.clock,
        random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      });
    },
  };
}

/** The first signal asks the run to end; a second one does not wait for it. */
function endSignal(): AbortSignal {
  const controller = new AbortController();
  for (const [name, reason, code] of [
    ['SIGINT', 'interrupted', 130],
    ['SIGTERM', 'terminated', 143],
  ] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(code);
      controller.abort(reason);
    });
  }
  return controller.signal;
}

function sink(stream: NodeJS.WriteStream): Sink {
  // Without a listener, the error event of a pipe whose reader has gone would end the program with a stack trace.
  stream.on('error', () => {});
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns,
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream.write(chunk, (error) => {
          if (!error) resolve();
          else reject(isClosedPipe(error) ? new ClosedPipe() : error);
        });
      }),
  };
}

function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED';
}

/** Standard input; the stream itself is costly, and opened only when something is read. */
function standardInput(): Source {
  return {
    isTerminal: isatty(0),
    async readAll() {
      const { text } = await import('node:stream/consumers');
      return text(process.stdin);
    },
  };
}
