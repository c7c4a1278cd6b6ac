import { fstatSync, writeSync } from 'node:fs';
import { loadAnswer } from './cli/completion/load-answer.ts';
import type { KnownSecrets } from './cli/known-secrets.ts';
import { calledAs, quickAnswer } from './cli/quick-answer.ts';
import { version } from './cli/version.ts';
import { ClosedPipe, type Processes, type Sink, type Source, type World } from './cli/world.ts';
import { CrierError, EXIT } from './errors.ts';

/**
 * Runs the program in the real world: builds that world, and turns the end of the run into the exit code.
 *
 * @param beforeLoading is called when more than a quick answer is needed, before the rest of the program is loaded
 */
export async function main(beforeLoading: () => void = () => {}): Promise<void> {
  const words = process.argv.slice(2);
  const stdout = sink(1, () => process.stdout);
  let hide = (text: string) => text;
  try {
    if (words[0] === ASKS_FOR_COMPLETION) return await stdout.write(await completion(words.slice(1)));
    const answer = quickAnswer(words, { stdout, env: process.env });
    if (answer !== null) return await writeAtOnce(answer, stdout);
    beforeLoading();
    const { run } = await import('./cli/run.ts');
    const { knownSecrets } = await import('./cli/known-secrets.ts');
    const world = realWorld(words, stdout);
    const secrets = knownSecrets(world);
    hide = secrets.hideCut;
    keepFromCrashes(secrets);
    process.exitCode = EXIT.internal.code; // stays where nothing is left that could end the run
    process.exitCode = await run(world, secrets);
  } catch (error) {
    if (error instanceof ClosedPipe) {
      process.exitCode = EXIT.ok.code;
      return;
    }
    const { kind, message } = error instanceof CrierError ? error : defect(error);
    const { safeText } = await import('./cli/render/safe-text.ts');
    process.stderr.write(`crier: ${safeText(hide(message))}\n`);
    process.exitCode = EXIT[kind].code;
  }
}

/**
 * What nobody caught ends the program in one sentence: node would print the error with all that hangs on it, which may
 * be a request with its keys, and its report would hold the environment.
 */
function keepFromCrashes({ hideCut }: KnownSecrets): void {
  const asksForReport = [process.env.NODE_OPTIONS ?? '', ...process.execArgv].some((each) =>
    each.includes('--report'),
  );
  if (asksForReport) process.report.excludeEnv = true;
  process.on('uncaughtException', (error) => {
    writeSync(2, `crier: ${hideCut(defect(error).message).replaceAll(/\p{Cc}+/gu, ' ')}\n`);
    process.exit(EXIT.internal.code);
  });
}

/** What the scripts of `crier completion` ask with. */
const ASKS_FOR_COMPLETION = '__complete';

async function completion(words: readonly string[]): Promise<string> {
  const { completionAnswer } = await loadAnswer();
  return completionAnswer(words, {
    env: process.env,
    homeFolder: process.getBuiltinModule('node:os').homedir(),
    folder: process.cwd(),
    platform: process.platform,
  });
}

function defect(error: unknown): CrierError {
  return new CrierError(
    'internal',
    `a defect of crier: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function realWorld(words: readonly string[], stdout: Sink): World {
  const { signal, onSecond } = endSignal();
  return {
    words,
    env: process.env,
    homeFolder: process.getBuiltinModule('node:os').homedir(),
    folder: process.cwd(),
    runtime: process.versions.node,
    platform: process.platform,
    get timeZone() {
      return Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    version: version(),
    calledAs: calledAs(process.env),
    stdin: standardInput(signal),
    stdout,
    stderr: sink(2, () => process.stderr),
    clock: {
      now: Date.now,
      steady: () => performance.now(),
      sleep,
    },
    random: Math.random,
    signal,
    async openPrompts(place) {
      const { drawnPrompts } = await import('./cli/prompts/drawn-prompts.ts');
      return drawnPrompts(place, { input: process.stdin, output: process.stderr, signal });
    },
    async openNetwork(tls) {
      const { networkTransport } = await import('./client/network-transport.ts');
      return networkTransport(process.env, tls);
    },
    async openLoopback() {
      const { networkTransport } = await import('./client/network-transport.ts');
      return networkTransport({});
    },
    async findServer(folder) {
      const { findServer } = await import('./sandbox/server-note.ts');
      return findServer(folder);
    },
    async serveSandbox(options) {
      const { serveSandbox } = await import('./sandbox/serve-sandbox.ts');
      return serveSandbox({ ...options, processId: process.pid });
    },
    async listen(options) {
      const { openListener } = await import('./cli/open-listener.ts');
      return openListener(options);
    },
    processes: otherProcesses(signal, onSecond),
    async openOutbound(allowance) {
      const { openOutbound } = await import('./outbound/open-outbound.ts');
      return openOutbound({ allowance, clock: this.clock });
    },
    async openSandbox(options) {
      const { openSandbox } = await import('./sandbox/open-sandbox.ts');
      return openSandbox({
        ...options,
        clock: this.clock,
        openOutbound: () => this.openOutbound(options.allowance ?? []),
        random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      });
    },
  };
}

/** A process that stays needs none of the keys that were set for this one. */
function without(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

/** Node's own promise of a timer is in a module that would have to be loaded. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The code that starts processes is loaded when one is to be started. */
function otherProcesses(signal: AbortSignal, onSecondSignal: EndSignal['onSecond']): Processes {
  const node = process.execPath;
  const program = process.argv[1] ?? '';
  return {
    ownId: process.pid,
    async run(command, env) {
      const { runCommand } = await import('./cli/run-command.ts');
      // a terminal sends Ctrl-C to the command as well
      const passesOn = (name: NodeJS.Signals) => name !== 'SIGINT' || !isTerminal(0);
      return runCommand(command, { env: { ...process.env, ...env }, signal, passesOn, onSecondSignal });
    },
    async startSelf(words) {
      const { startBackground } = await import('./cli/start-background.ts');
      const { SECRET_VARIABLES } = await import('./cli/known-secrets.ts');
      return startBackground(node, [program, ...words], without(process.env, SECRET_VARIABLES));
    },
    end: (id, isForced) => void process.kill(id, isForced ? 'SIGKILL' : 'SIGTERM'),
  };
}

interface EndSignal {
  readonly signal: AbortSignal;
  /** Calls `end` at the second signal, in place of ending at once. @returns a function that takes it back */
  onSecond(end: () => void): () => void;
}

/** The first signal asks the run to end; a second one does not wait for it, unless there is somebody to end first. */
function endSignal(): EndSignal {
  const controller = new AbortController();
  const ends = new Set<() => void>();
  for (const [name, reason, code] of [
    ['SIGINT', 'interrupted', 130],
    ['SIGTERM', 'terminated', 143],
  ] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) return controller.abort(reason);
      if (ends.size === 0) process.exit(code);
      for (const end of ends) end();
      ends.clear();
    });
  }
  return {
    signal: controller.signal,
    onSecond(end) {
      ends.add(end);
      return () => void ends.delete(end);
    },
  };
}

/** Asked without opening the stream, which is costly; node's module for it is loaded when there could be one. */
function isTerminal(descriptor: number): boolean {
  return fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(descriptor);
}

/** A way out; its stream is opened when something is to be written. */
function sink(descriptor: number, open: () => NodeJS.WriteStream): Sink {
  let opened: NodeJS.WriteStream | undefined;
  const stream = () => {
    // Without a listener, the error event of a pipe whose reader has gone would end the program with a stack trace.
    opened ??= open().on('error', () => {});
    return opened;
  };
  return {
    get isTerminal() {
      return isTerminal(descriptor);
    },
    get isEmptyFile() {
      const stats = fstatSync(descriptor);
      return stats.isFile() && stats.size === 0;
    },
    get columns() {
      return isTerminal(descriptor) ? stream().columns || undefined : undefined; // 0 where a terminal does not know
    },
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream().write(chunk, (error) => {
          if (!error) resolve();
          else reject(isClosedPipe(error) ? new ClosedPipe() : cannotWrite(error));
        });
      }),
  };
}

/** Writes a page to standard output without its stream, which would be a good part of the run; what is left is the stream's. */
async function writeAtOnce(page: string, stdout: Sink): Promise<void> {
  const bytes = Buffer.from(page);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
  } catch {
    await stdout.write(bytes.subarray(written)); // says what is wrong, or waits until there is room
  }
}

function cannotWrite(error: NodeJS.ErrnoException): CrierError {
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : (error.code ?? error.message);
  return new CrierError('unavailable', `cannot write the output: ${reason}`, { http: null, cause: error });
}

function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED';
}

/** Standard input; the stream itself is costly, and opened only when something is read. */
function standardInput(signal: AbortSignal): Source {
  return {
    get isTerminal() {
      return isTerminal(0);
    },
    async readAll() {
      const { text } = process.getBuiltinModule('node:stream/consumers');
      // an open pipe would keep the program alive after it was told to end
      signal.addEventListener('abort', () => process.stdin.destroy(), { once: true });
      return text(process.stdin);
    },
    async readBytes(most) {
      signal.addEventListener('abort', () => process.stdin.destroy(), { once: true });
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of process.stdin) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > most) break;
      }
      return Buffer.concat(chunks);
    },
    async readLine(how) {
      const { readLine } = await import('./cli/read-line.ts');
      // A terminal that echoes nothing does not turn Ctrl-C into the signal either.
      const interrupt = () => process.kill(process.pid, 'SIGINT');
      return readLine(process.stdin, { ...how, interrupt, signal });
    },
  };
}
