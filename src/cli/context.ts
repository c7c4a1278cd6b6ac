import { type Client, createClient } from '../client/client.ts';
import type { Sandbox } from '../sandbox/open-sandbox.ts';
import { chooseService } from './config.ts';
import { enterSandbox } from './enter-sandbox.ts';
import type { EveryFlags, RemoteFlags } from './flags.ts';
import type { Output } from './output.ts';
import type { ReadFile } from './secrets.ts';
import { openTrace } from './trace.ts';
import type { World } from './world.ts';

/** What a command may ask for; each costly part is built when it is first asked for. */
export interface CommandContext {
  /** The moment, in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Speaks to the service that the settings choose. @param use `writes` when the call changes something */
  client(use?: { readonly writes: boolean }): Promise<Client>;
  /** How the user calls this program, for commands to try. */
  readonly calledAs: string;
  /** Reads a file's text, or standard input for `-`. */
  readFile: ReadFile;
  /** One sentence to stderr. */
  note(sentence: string): Promise<void>;
  /** Runs another command line in this process, its output caught: what a tour needs. */
  perform(words: readonly string[], sandbox: Sandbox): Promise<Performance>;
  /** A sandbox of its own, in memory, gone with the run. */
  openThrowAwaySandbox(): Promise<Sandbox>;
}

/** What a command line printed, and how it ended. */
export interface Performance {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What a context is made of. */
export interface ContextParts {
  readonly world: World;
  readonly flags: EveryFlags & Partial<RemoteFlags>;
  readonly output: Output;
  readonly readFile: ReadFile;
  readonly perform: CommandContext['perform'];
  /** Hands over what must be closed when the run ends. */
  onEnd(close: () => void | Promise<void>): void;
}

export function createContext(parts: ContextParts): CommandContext {
  const { world, output, readFile } = parts;
  return {
    now: () => world.clock.now(),
    calledAs: world.calledAs,
    client: async (use = { writes: false }) => connect(parts, use.writes),
    readFile,
    note: (sentence) => output.note(sentence),
    perform: parts.perform,
    async openThrowAwaySandbox() {
      const sandbox = await world.openSandbox({ file: ':memory:' });
      parts.onEnd(() => sandbox.close());
      return sandbox;
    },
  };
}

async function connect(parts: ContextParts, writes: boolean): Promise<Client> {
  const { world, output } = parts;
  const flags = requireRemote(parts.flags);
  const choice = await chooseService(flags, world, parts.readFile);
  const { target, transport } =
    choice.kind === 'sandbox'
      ? await enterSandbox(parts, choice, writes)
      : { target: choice.target, transport: await world.openNetwork() };
  const trace = await openTrace({
    say: flags.verbose ? output.trace : null,
    file: flags.traceFile ?? null,
    clock: world.clock,
  });
  if (trace !== null) parts.onEnd(() => trace.close());
  return createClient({
    target,
    transport,
    clock: world.clock,
    random: world.random,
    timeoutMs: flags.timeout,
    retries: flags.retries,
    maxWaitMs: flags.maxWait,
    signal: world.signal,
    warn: (sentence) => void output.note(sentence),
    ...(trace !== null && { observe: trace.record }),
  });
}

function requireRemote(flags: EveryFlags & Partial<RemoteFlags>): EveryFlags & RemoteFlags {
  const { timeout, retries, maxWait } = flags;
  if (timeout === undefined || retries === undefined || maxWait === undefined) {
    throw new Error('a command calls the service without listing the flags that go with it');
  }
  return { ...flags, timeout, retries, maxWait };
}
