import type { HttpListener, ListenOptions } from './cli/framework/command/listener.ts';
import type { TerminalScreen } from './cli/framework/terminal/full-screen.ts';
import type { Prompts, PromptsPlace } from './cli/framework/terminal/prompts.ts';
import type { TlsOptions, Transport } from './client/transport.ts';
import type { Clock } from './clock.ts';
import type { PrivateAllowlist } from './domain/addresses/public-url.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Sandbox, SandboxOptions } from './sandbox/open-sandbox.ts';
import type { ServedSandbox, ServeSandboxOptions } from './sandbox/serve-sandbox.ts';
import type { ServerNote } from './sandbox/server-note.ts';
import type { InputKind } from './storage/input-limits.ts';

/** A regular file that output goes to. */
export interface OutputFile {
  /** Device and inode. */
  identity: string;
  /** In bytes. */
  size(): number;
  /** Removes what follows. @param size in bytes */
  cut(size: number): void;
}

/** An output stream. Throws `ClosedPipe` when its reader is gone. */
export interface OutputStream {
  write(chunk: string | Uint8Array): Promise<void>;
  isTerminal: boolean;
  /** Whether it is an empty regular file; never for a pipe, a terminal or a device. */
  isEmptyFile: boolean;
  /** The regular file that it is; null or undefined for anything else. */
  file?: OutputFile | null;
  /** Width in cells; undefined for anything but a terminal. */
  columns: number | undefined;
  /** Height in lines; undefined for anything but a terminal, and where it is unknown. */
  rows?: number | undefined;
}

/** How to ask the user for a line. */
export interface LineRequest {
  /** Turns echo off. */
  hidden: boolean;
  /** Prints the question once the terminal is ready, so that an immediate answer is not echoed. */
  ask(): Promise<void>;
}

/** The input stream. */
export interface InputStream {
  isTerminal: boolean;
  /** Reads to the end. @param kind reading stops soon after its size limit */
  readBytes(kind: InputKind): Promise<Uint8Array>;
  /** Reads one line without its line break; null at the end of input. */
  readLine(how: LineRequest): Promise<string | null>;
}

/** The reader of our output has closed the pipe. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** A background process of this program. */
export interface BackgroundProcess {
  id: number;
  /** Resolves with its stderr when it ends. */
  ended: Promise<string>;
  /** Stops listening to it, so that it does not keep this process alive. */
  detach(): void;
}

/** A pager and what it needs. */
export interface PagerChoice {
  /** A command line, as a shell reads it. */
  readonly command: string;
  /** Variables to add to the environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Operations on other processes. */
export interface Processes {
  /** The id of this one. */
  ownId: number;
  /**
   * Runs a command on our own streams until it ends; signals are forwarded to it, and a second one kills it.
   *
   * @param env added to our own environment; undefined removes a variable
   * @returns its exit code; 128 and the signal's number when a signal ended it
   * @throws CrierError of kind usage when there is no such command
   */
  run(command: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<number>;
  /**
   * Runs a command with this input until it ends. Ctrl-C and our end do not end it, but the signal kills it.
   *
   * @param env added to our own environment, without the secrets
   * @returns its exit code; null when a signal ended it
   * @throws CrierError of kind usage when there is no such command
   */
  runWithInput(
    command: readonly string[],
    options: {
      input: Uint8Array;
      env: Readonly<Record<string, string>>;
      signal: AbortSignal;
      /** Gets each line of its output, and holds it back until it resolves (default: all goes to our stderr). */
      onLine?: (line: string) => Promise<void>;
    },
  ): Promise<number | null>;
  /**
   * Makes sure that a command can be started.
   *
   * @throws CrierError of kind usage when there is no such command, or it may not be run
   */
  requireCommand(command: readonly string[]): Promise<void>;
  /**
   * Runs a command in the user's home folder, and returns what it prints to stdout.
   *
   * @returns null when there is no such command, when it fails, or when it takes longer
   */
  readOutput(command: readonly string[], withinMs: number): Promise<string | null>;
  /** Starts this program with other words, detached from our terminal. */
  startSelf(words: readonly string[]): Promise<BackgroundProcess>;
  /** Opens a URL in the browser. @returns false when there is nothing that opens it */
  openUrl(url: URL): Promise<boolean>;
  /**
   * Shows text in a pager on our terminal, until the user leaves it; meanwhile Ctrl-C belongs to the pager.
   *
   * @param pager a command line as a shell reads it, and variables to add to our own environment
   * @returns false when there is no such program: nothing was shown
   */
  page(text: string, pager: PagerChoice): Promise<boolean>;
  /** Ends the process with this id. @param isForced kills it */
  end(id: number, isForced: boolean): void;
  /**
   * Describes how the process that wrote a note differs from the process with that id; null when they are the
   * same.
   */
  differenceOf(note: Pick<ServerNote, 'pid' | 'identity'>): Promise<string | null>;
  /** Identifies this process, whose id others get later, and other machines have too. */
  identify(): Promise<string>;
  /**
   * Whether a process was one of this machine, and has ended.
   *
   * @param identity as it identified itself
   */
  hasEnded(id: number, identity: string): Promise<boolean>;
  /** Whether it is stopped, as by SIGSTOP. */
  isStopped(id: number): Promise<boolean>;
}

/**
 * What responds at a server's address: the server that wrote the note, something else, or nothing in time.
 */
export type ServerCheck = 'ours' | 'other' | 'silent' | 'gone';

/** Everything outside of the program, created once in `main` and passed down; tests create their own. */
export interface World {
  /** The command line without the program's name. */
  words: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  homeFolder: string;
  /** The working directory: an absolute path. */
  folder: string;
  /** The version of Node that runs it, such as `24.15.0`. */
  runtime: string;
  platform: string;
  /** The IANA name of the machine's time zone, such as `Europe/Oslo`. */
  timeZone: string;
  version: string;
  /** How the user calls this program: `crier`, or `npm start --` in a checkout. */
  programName: string;
  stdin: InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
  clock: Clock;
  /** From 0 up to, not including, 1. */
  random(): number;
  /** Aborts when the user or the system ends the program; its reason is `interrupted` or `terminated`. */
  signal: AbortSignal;
  /**
   * Lets this run take its time to end after the first signal, and calls `end` at the second one.
   *
   * @returns a function that ends that
   */
  onSecondSignal(end: () => void): () => void;
  /** Calls this on SIGHUP, which otherwise ends the process. @returns a function that removes it */
  onReload(reload: () => void): () => void;
  /** Opens prompts that are drawn on the terminal. */
  openPrompts(place: PromptsPlace): Promise<Prompts>;
  /** Opens a full screen on the terminal of stdin and stdout. */
  openScreen(): Promise<TerminalScreen>;
  /** Connects to services on the network; honors the proxy settings of `env`. */
  openNetwork(tls: TlsOptions): Promise<Transport>;
  /** Opens this machine's sandbox, or a temporary one for `:memory:`. */
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
  /** Connects to addresses that users give. @param allowance private addresses that it may reach */
  openOutbound(allowance: PrivateAllowlist): Promise<Outbound>;
  /** Finds the sandbox server of a folder; null when none is running. */
  findServer(folder: string): Promise<ServerNote | null>;
  /** Asks a server to prove that it wrote the note, before any key is sent there. */
  checkServer(note: ServerNote, withinMs: number): Promise<ServerCheck>;
  /** Connects to servers on this machine, without a proxy. */
  openLoopback(): Promise<Transport>;
  serveSandbox(options: Omit<ServeSandboxOptions, 'processId'>): Promise<ServedSandbox>;
  /** Listens for requests of other programs on this machine's loopback address. */
  listen(options: ListenOptions): Promise<HttpListener>;
  processes: Processes;
  /** Favors small memory over speed while this process uses more than that. @returns a function that ends it */
  limitMemory(bytes: number): Promise<() => void>;
}
