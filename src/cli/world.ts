import type { TlsOptions } from '../client/network-transport.ts';
import type { Transport } from '../client/transport.ts';
import type { Clock } from '../clock.ts';
import type { InputKind } from '../disk/input-limits.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { PrivateAllowlist } from '../rules/private-allowlist.ts';
import type { Sandbox, SandboxOptions } from '../sandbox/open-sandbox.ts';
import type { ServedSandbox, ServeSandboxOptions } from '../sandbox/serve-sandbox.ts';
import type { ServerNote } from '../sandbox/server-note.ts';
import type { ServerCheck } from './check-server.ts';
import type { HttpListener, ListenOptions } from './listener.ts';
import type { Prompts, PromptsPlace } from './prompts/prompts.ts';

/** Where text leaves. A closed pipe is a `ClosedPipe`. */
export interface OutputStream {
  write(chunk: string | Uint8Array): Promise<void>;
  readonly isTerminal: boolean;
  /** A regular file that nothing has been written to; never a pipe, a terminal or a device. */
  readonly isEmptyFile: boolean;
  /** Width in cells; undefined when it is not a terminal. */
  readonly columns: number | undefined;
}

/** How a person is asked for a line. */
export interface LineRequest {
  /** Nothing that is typed is echoed. */
  readonly hidden: boolean;
  /** Asks, when the terminal is ready: whoever answers at once must not see a secret echoed. */
  ask(): Promise<void>;
}

/** Where text comes in. */
export interface InputStream {
  readonly isTerminal: boolean;
  /** Everything up to the end. @param kind past its limit, reading ends after some more */
  readBytes(kind: InputKind): Promise<Uint8Array>;
  /** One line that a person types, without its end; null when there is no more. */
  readLine(how: LineRequest): Promise<string | null>;
}

/** Whoever reads our output has gone: there is nobody left to talk to. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** A process of this program that goes on by itself. */
export interface BackgroundProcess {
  readonly id: number;
  /** Resolves when it ends, with what it said on stderr. */
  readonly ended: Promise<string>;
  /** Nobody listens to it any more: it does not keep this process. */
  detach(): void;
}

/** What one process can do to others. */
export interface Processes {
  /** The id of this one. */
  readonly ownId: number;
  /**
   * Runs a command on our own streams until it ends; signals that end this run are passed on to it, and a second one
   * ends it.
   *
   * @param env beside our own environment; undefined takes a variable out of it
   * @returns its exit code; 128 and the signal's number when a signal ended it
   * @throws CrierError of kind usage when there is no such command
   */
  run(command: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<number>;
  /** Starts this program with other words, free of our terminal. */
  startSelf(words: readonly string[]): Promise<BackgroundProcess>;
  /** Ends the process with this id. @param isForced it is not asked */
  end(id: number, isForced: boolean): void;
  /** How the process that wrote a note differs from the one that has its id here; null when it is the same one. */
  differenceOf(note: Pick<ServerNote, 'pid' | 'identity'>): Promise<string | null>;
  /** It is stopped, as by SIGSTOP: it does nothing until it is continued. */
  isStopped(id: number): Promise<boolean>;
}

/** Everything outside the program, built once in `main` and passed down; tests build their own. */
export interface World {
  /** The words after the program's name. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  /** Where the program was started: an absolute path. */
  readonly folder: string;
  /** The version of Node that runs it, such as `24.15.0`. */
  readonly runtime: string;
  readonly platform: string;
  /** The IANA name of the machine's time zone, such as `Europe/Oslo`. */
  readonly timeZone: string;
  readonly version: string;
  /** How the user calls this program: `crier`, or `npm start --` in a checkout. */
  readonly programName: string;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  random(): number;
  /** Aborts when the user or the system ends the program; its reason is `interrupted` or `terminated`. */
  readonly signal: AbortSignal;
  /** Asks a person by prompts that are drawn on the terminal, beside what the place shows. */
  openPrompts(place: PromptsPlace): Promise<Prompts>;
  /** The way to services on the network; honours the proxy settings of `env`. */
  openNetwork(tls: TlsOptions): Promise<Transport>;
  /** This machine's sandbox, or a throw-away one for `:memory:`. */
  openSandbox(
    options: Pick<
      SandboxOptions,
      | 'file'
      | 'onDefect'
      | 'onEnded'
      | 'onPublished'
      | 'onAttempted'
      | 'onHeld'
      | 'onMigrated'
      | 'allowance'
      | 'seedFile'
      | 'isChecked'
    >,
  ): Promise<Sandbox>;
  /** The one way to addresses that users give. @param allowance what of the network that is not public it may reach */
  openOutbound(allowance: PrivateAllowlist): Promise<Outbound>;
  /** The sandbox server of a folder; null when none is running. */
  findServer(folder: string): Promise<ServerNote | null>;
  /** Has the server of a note prove that it wrote it, before any key goes there. */
  checkServer(note: ServerNote, withinMs: number): Promise<ServerCheck>;
  /** The way to servers of this machine: no proxy has a part in it. */
  openLoopback(): Promise<Transport>;
  serveSandbox(options: Omit<ServeSandboxOptions, 'processId'>): Promise<ServedSandbox>;
  /** Takes what other programs of this machine send, on a port of its loopback address. */
  listen(options: ListenOptions): Promise<HttpListener>;
  readonly processes: Processes;
}
