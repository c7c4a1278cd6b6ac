import type { Transport } from '../client/transport.ts';
import type { Clock } from '../clock.ts';
import type { Sandbox, SandboxOptions } from '../sandbox/open-sandbox.ts';

/** Where text leaves. A closed pipe is a `ClosedPipe`. */
export interface Sink {
  write(chunk: string | Uint8Array): Promise<void>;
  readonly isTerminal: boolean;
  /** Width in cells; undefined when it is not a terminal. */
  readonly columns: number | undefined;
}

/** Where text comes in. */
export interface Source {
  readonly isTerminal: boolean;
  /** Everything up to the end, as text. */
  readAll(): Promise<string>;
}

/** Whoever reads our output has gone: there is nobody left to talk to. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** Everything outside the program, built once in `main` and passed down; tests build their own. */
export interface World {
  /** The words after the program's name. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  readonly platform: string;
  readonly version: string;
  /** How the user calls this program: `crier`, or `npx crier` from a checkout. */
  readonly calledAs: string;
  readonly stdin: Source;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  random(): number;
  /** Aborts when the user or the system ends the program; its reason is `interrupted` or `terminated`. */
  readonly signal: AbortSignal;
  /** The way to services on the network; honours the proxy settings of `env`. */
  openNetwork(): Promise<Transport>;
  /** This machine's sandbox, or a throw-away one for `:memory:`. */
  openSandbox(options: Pick<SandboxOptions, 'file' | 'onDefect'>): Promise<Sandbox>;
}
