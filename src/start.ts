import { writeSync } from 'node:fs';
import { registrations } from './cli/features/registrations.ts';
import { readVersion } from './cli/framework/output/built-parts.ts';
import {
  createKnownSecrets,
  type KnownSecrets,
  SECRET_VARIABLES,
} from './cli/framework/output/text/known-secrets.ts';
import { getProgramName } from './cli/framework/output/text/program-name.ts';
import { sanitizeText } from './cli/framework/output/text/sanitize-text.ts';
import { run } from './cli/framework/run.ts';
import { sleep } from './clock.ts';
import { CrierError, EXIT } from './errors.ts';
import { findOwnProgram, getOwnCommand } from './process/embedded-files.ts';
import { listenToSignals, type ProcessEnd } from './process/end-process.ts';
import { getCurrentFolder, getHomeFolder } from './process/own-folders.ts';
import { isTerminal } from './process/quick-output.ts';
import { openStandardStreams, type StandardStreams } from './process/streams.ts';
import { ClosedPipe, type Processes, type World } from './world.ts';

/** Runs a command with the real streams, environment and clock, and ends the process. */
export async function start(words: readonly string[]): Promise<void> {
  const streams = openStandardStreams();
  let hide = (text: string) => text;
  let end = setExitCode;
  try {
    hideWarnings();
    const ending = listenToSignals(streams.restore);
    const world = createWorld(words, streams, ending);
    const secrets = createKnownSecrets(world);
    hide = secrets.redactTruncated;
    handleUncaughtExceptions(secrets, ending);
    process.exitCode = EXIT.internal.code; // used if the event loop drains before the run has ended
    end = async (exitCode) => {
      await flushStreams(streams, exitCode);
      ending.end(exitCode);
    };
    await end(await run(world, registrations, secrets));
  } catch (error) {
    await endWithError(error, streams, { hide, end });
  }
}

/**
 * Ends the process after what is no result of a command: a defect, a folder that is gone, or an output that cannot be
 * written.
 */
export async function endWithError(
  error: unknown,
  { stderr }: StandardStreams = openStandardStreams(),
  { hide, end } = { hide: (text: string) => text, end: setExitCode },
): Promise<void> {
  if (error instanceof ClosedPipe) return end(EXIT.ok.code);
  const { kind, message } = error instanceof CrierError ? error : toDefect(error);
  await stderr.write(`crier: ${sanitizeText(hide(message))}\n`).catch(() => {});
  await end(EXIT[kind].code);
}

/** Writes what is left of a quick answer: the stream reports its error, or waits until there is room. */
export async function writeRest(bytes: Uint8Array): Promise<void> {
  const streams = openStandardStreams();
  try {
    await streams.stdout.write(bytes);
  } catch (error) {
    await endWithError(error, streams);
  }
}

async function setExitCode(exitCode: number): Promise<void> {
  process.exitCode = exitCode;
}

/**
 * Warnings on stderr that users can do nothing about: Node 22 says that SQLite is experimental, though what crier uses of
 * it is the same in both versions, and node-postgres that its next version will not read PGPASSFILE.
 */
const HIDDEN_WARNINGS = /SQLite is an experimental feature|pgpass support is deprecated/;

function hideWarnings(): void {
  const { emitWarning } = process;
  process.emitWarning = (...warning: [string]) => {
    if (!HIDDEN_WARNINGS.test(String(warning[0]))) emitWarning.apply(process, warning);
  };
}

/** How long the final output of a run that exceeded its time waits for its reader. */
const FINAL_FLUSH_MS = 200;
/** Exit codes after a timeout or a signal: a reader that does not read must not keep the process alive. */
const LIMITED_FLUSH_EXITS: readonly number[] = [
  EXIT.unavailable.code,
  EXIT.interrupted.code,
  EXIT.terminated.code,
];

/** @see docs/safety.md#T19 */
async function flushStreams(streams: StandardStreams, exitCode: number): Promise<void> {
  if (!LIMITED_FLUSH_EXITS.includes(exitCode)) return streams.flush();
  await new Promise(setImmediate); // an interrupted command may still print a last message, such as what was not done
  await Promise.race([streams.flush(), sleep(FINAL_FLUSH_MS)]);
}

/**
 * Ends the program with one line for an uncaught exception: Node would print the error with all its properties,
 * possibly a request with its keys, and its report would contain the environment.
 */
function handleUncaughtExceptions({ redactTruncated }: KnownSecrets, ending: ProcessEnd): void {
  const asksForReport = [process.env.NODE_OPTIONS ?? '', ...process.execArgv].some((each) =>
    each.includes('--report'),
  );
  if (asksForReport) process.report.excludeEnv = true;
  process.on('uncaughtException', (error) => {
    try {
      writeSync(2, `crier: ${redactTruncated(toDefect(error).message).replaceAll(/\p{Cc}+/gu, ' ')}\n`);
    } catch {
      // its reader has closed or does not read
    }
    ending.end(EXIT.internal.code);
  });
}

function toDefect(error: unknown): CrierError {
  return new CrierError(
    'internal',
    `internal error: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function createWorld(
  words: readonly string[],
  { stdin, stdout, stderr, openScreen }: StandardStreams,
  ending: ProcessEnd,
): World {
  const { signal } = ending;
  return {
    words,
    env: process.env,
    homeFolder: getHomeFolder(),
    folder: getCurrentFolder(),
    runtime: process.versions.node,
    platform: process.platform,
    get program() {
      return findOwnProgram();
    },
    get timeZone() {
      return Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    version: readVersion(),
    programName: getProgramName(process.env),
    stdin: stdin(signal),
    stdout,
    stderr,
    clock: CLOCK,
    random: Math.random,
    signal,
    onSecondSignal: ending.onSecond,
    onReload: ending.onReload,
    async openPrompts(place) {
      const { createDrawnPrompts } = await import('./cli/framework/terminal/drawn-prompts.ts');
      return createDrawnPrompts(place, { input: process.stdin, output: process.stderr, signal });
    },
    openScreen,
    processes: createProcesses(ending),
    async askKeyring(request) {
      const { askKeyring } = await import('./process/keyring/ask-keyring.ts');
      return askKeyring(request, await readPublicEnvironment());
    },
    async startThread(file, memoryMb) {
      const { startThread } = await import('./process/start-thread.ts');
      return startThread(file, memoryMb);
    },
    async limitMemory(bytes, youngBytes) {
      const { limitMemory } = await import('./process/limit-memory.ts');
      return limitMemory(bytes, youngBytes);
    },
    ...SANDBOX,
    ...CONNECTIONS,
  };
}

const CLOCK: World['clock'] = { now: Date.now, steady: readSteadyClock, sleep };

/** The clock of `performance.now()`, which would load `node:perf_hooks`. */
function readSteadyClock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

const CONNECTIONS = {
  async openNetwork(tls) {
    const { createNetworkTransport } = await import('./client/network-transport.ts');
    return createNetworkTransport(process.env, tls);
  },
  // never through a proxy
  async openLoopback() {
    const { createNetworkTransport } = await import('./client/network-transport.ts');
    return createNetworkTransport({});
  },
  async openOutbound(allowance) {
    const { openOutbound } = await import('./outbound/open-outbound.ts');
    return openOutbound({ allowance, clock: CLOCK });
  },
  async listen(options) {
    const { openListener } = await import('./process/listener.ts');
    return openListener(options);
  },
} satisfies Partial<World>;

const SANDBOX = {
  async openSandbox(options) {
    const [{ openSandbox }, { poolRandom }] = await Promise.all([
      import('./sandbox/open-sandbox.ts'),
      import('./sandbox/generate-ids.ts'),
    ]);
    return openSandbox({
      ...options,
      clock: CLOCK,
      openOutbound: () => CONNECTIONS.openOutbound(options.allowance ?? []),
      random: poolRandom((bytes) => crypto.getRandomValues(new Uint8Array(bytes))),
    });
  },
  async serveSandbox(options) {
    const { serveSandbox } = await import('./sandbox/serve-sandbox.ts');
    return serveSandbox({ ...options, processId: process.pid });
  },
  async findServer(folder) {
    const { findServer } = await import('./sandbox/server-note.ts');
    return findServer(folder);
  },
  async checkServer(note, withinMs) {
    const { checkServer } = await import('./cli/framework/command/sandbox/check-server.ts');
    return checkServer(note, await CONNECTIONS.openLoopback(), withinMs);
  },
} satisfies Partial<World>;

/** The environment without the keys that were set for this process: others do not need them. */
async function readPublicEnvironment(): Promise<NodeJS.ProcessEnv> {
  const names: readonly string[] = SECRET_VARIABLES;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)));
}

/** The code that starts processes is loaded on demand. */
function createProcesses({ signal, onSecond, endedBy, holdInterrupt }: ProcessEnd): Processes {
  const { platform } = process;
  return {
    ...PROCESS_CHECKS,
    ownId: process.pid,
    async run(command, env) {
      const { runCommand } = await import('./process/child-processes.ts');
      // a terminal sends Ctrl-C to the child as well
      const passesOn = (name: NodeJS.Signals) => name !== 'SIGINT' || !isTerminal(0);
      const options = { env: { ...process.env, ...env }, signal, passesOn, onSecondSignal: onSecond };
      return runCommand(command, { ...options, endedBy });
    },
    async runWithInput(command, { env, ...rest }) {
      const { runWithInput } = await import('./process/run-with-input.ts');
      return runWithInput(command, { env: { ...(await readPublicEnvironment()), ...env }, ...rest });
    },
    async requireCommand(command) {
      const { requireCommand } = await import('./process/run-with-input.ts');
      requireCommand(command, process.env);
    },
    async readOutput(command, withinMs, { isInteractive = false } = {}) {
      const { readOutput } = await import('./process/child-processes.ts');
      const env = await readPublicEnvironment();
      const folder = getHomeFolder() || '/';
      return readOutput(command, { env, folder, withinMs, platform, isInteractive });
    },
    async startSelf(words) {
      const { startBackground } = await import('./process/child-processes.ts');
      const [program, ...first] = getOwnCommand();
      return startBackground(program, [...first, ...words], await readPublicEnvironment());
    },
    async openUrl(url) {
      const { openUrl } = await import('./process/child-processes.ts');
      return openUrl(url, { env: await readPublicEnvironment(), platform });
    },
    async page(text, { command, env: more }) {
      const { runPager } = await import('./process/child-processes.ts');
      const env = { ...(await readPublicEnvironment()), ...more };
      return runPager(text, command, { env, platform, signal, holdInterrupt, onSecondSignal: onSecond });
    },
    end: (id, isForced) => void process.kill(id, isForced ? 'SIGKILL' : 'SIGTERM'),
  };
}

const PROCESS_CHECKS = {
  async differenceOf({ pid, identity }) {
    const { explainIdentityDifference } = await import('./sandbox/process-identity.ts');
    return explainIdentityDifference(pid, identity);
  },
  async identify() {
    const { readProcessIdentity } = await import('./sandbox/process-identity.ts');
    return JSON.stringify(readProcessIdentity(process.pid));
  },
  async hasEnded(id, identity) {
    const { hasEnded } = await import('./sandbox/process-identity.ts');
    return hasEnded(id, identity);
  },
  async isStopped(id) {
    const { isStopped } = await import('./sandbox/process-identity.ts');
    return isStopped(id);
  },
} satisfies Partial<Processes>;
