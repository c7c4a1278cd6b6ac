import { SECRET_VARIABLES } from '../cli/context/secrets.ts';
import { readVersion } from '../cli/shell/built-parts.ts';
import { getProgramName } from '../cli/shell/fast-path.ts';
import { sleep } from '../clock.ts';
import type { Processes, World } from '../world.ts';
import type { ProcessEnd } from './end-process.ts';
import { isTerminal, type StandardStreams } from './streams.ts';

/** What a run may use of this process and its machine. What few runs need is loaded when it is used. */
export function createWorld(
  words: readonly string[],
  { stdin, stdout, stderr, openScreen }: StandardStreams,
  ending: ProcessEnd,
): World {
  const { signal } = ending;
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
    version: readVersion(),
    programName: getProgramName(process.env),
    stdin: stdin(signal),
    stdout,
    stderr,
    clock: {
      now: Date.now,
      steady: () => performance.now(),
      sleep,
    },
    random: Math.random,
    signal,
    onSecondSignal: ending.onSecond,
    async openPrompts(place) {
      const { createDrawnPrompts } = await import('../cli/prompts/drawn-prompts.ts');
      return createDrawnPrompts(place, { input: process.stdin, output: process.stderr, signal });
    },
    openScreen,
    async openNetwork(tls) {
      const { createNetworkTransport } = await import('../client/network-transport.ts');
      return createNetworkTransport(process.env, tls);
    },
    openLoopback,
    async findServer(folder) {
      const { findServer } = await import('../sandbox/server-note.ts');
      return findServer(folder);
    },
    async checkServer(note, withinMs) {
      const { checkServer } = await import('../cli/context/check-server.ts');
      return checkServer(note, await openLoopback(), withinMs);
    },
    async serveSandbox(options) {
      const { serveSandbox } = await import('../sandbox/serve-sandbox.ts');
      return serveSandbox({ ...options, processId: process.pid });
    },
    async listen(options) {
      const { openListener } = await import('../cli/context/listener.ts');
      return openListener(options);
    },
    processes: createProcesses(ending),
    async openOutbound(allowance) {
      const { openOutbound } = await import('../outbound/open-outbound.ts');
      return openOutbound({ allowance, clock: this.clock });
    },
    async openSandbox(options) {
      const { openSandbox } = await import('../sandbox/open-sandbox.ts');
      return openSandbox({
        ...options,
        clock: this.clock,
        openOutbound: () => this.openOutbound(options.allowance ?? []),
        random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      });
    },
  };
}

/** Connections to this machine never use a proxy. */
async function openLoopback(): ReturnType<World['openLoopback']> {
  const { createNetworkTransport } = await import('../client/network-transport.ts');
  return createNetworkTransport({});
}

/** A background process does not need the keys that were set for this one. */
function omitVariables(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

/** The code that starts processes is loaded on demand. */
function createProcesses({ signal, onSecond, endedBy, holdInterrupt }: ProcessEnd): Processes {
  const node = process.execPath;
  const program = process.argv[1] ?? '';
  return {
    ownId: process.pid,
    async run(command, env) {
      const { runCommand } = await import('./child-processes.ts');
      // a terminal sends Ctrl-C to the child as well
      const passesOn = (name: NodeJS.Signals) => name !== 'SIGINT' || !isTerminal(0);
      const options = { env: { ...process.env, ...env }, signal, passesOn, onSecondSignal: onSecond };
      return runCommand(command, { ...options, endedBy });
    },
    async runWithInput(command, { env, ...rest }) {
      const { runWithInput } = await import('./child-processes.ts');
      return runWithInput(command, {
        env: { ...omitVariables(process.env, SECRET_VARIABLES), ...env },
        ...rest,
      });
    },
    async readOutput(command, withinMs) {
      const { readOutput } = await import('./child-processes.ts');
      const env = omitVariables(process.env, SECRET_VARIABLES);
      const folder = process.getBuiltinModule('node:os').homedir();
      return readOutput(command, { env, folder, withinMs, platform: process.platform });
    },
    async startSelf(words) {
      const { startBackground } = await import('./child-processes.ts');
      return startBackground(node, [program, ...words], omitVariables(process.env, SECRET_VARIABLES));
    },
    async openUrl(url) {
      const { openUrl } = await import('./child-processes.ts');
      return openUrl(url, { env: omitVariables(process.env, SECRET_VARIABLES), platform: process.platform });
    },
    async page(text, { command, env: more }) {
      const { runPager } = await import('./child-processes.ts');
      const env = { ...omitVariables(process.env, SECRET_VARIABLES), ...more };
      return runPager(text, command, {
        env,
        platform: process.platform,
        signal,
        holdInterrupt,
        onSecondSignal: onSecond,
      });
    },
    end: (id, isForced) => void process.kill(id, isForced ? 'SIGKILL' : 'SIGTERM'),
    async differenceOf({ pid, identity }) {
      const { explainIdentityDifference } = await import('../sandbox/process-identity.ts');
      return explainIdentityDifference(pid, identity);
    },
    async isStopped(id) {
      const { isStopped } = await import('../sandbox/process-identity.ts');
      return isStopped(id);
    },
  };
}
