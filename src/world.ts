import type { TlsOptions, Transport } from './client/transport.ts';
import type { Clock } from './clock.ts';
import type { PrivateAllowlist } from './domain/addresses/public-url.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Sandbox, SandboxOptions } from './sandbox/open-sandbox.ts';
import type { ServedSandbox, ServeSandboxOptions } from './sandbox/serve-sandbox.ts';
import type { ServerNote } from './sandbox/server-note.ts';
import type { InputKind } from './storage/input-limits.ts';
import type { AskKeyring } from './storage/keyring-request.ts';

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

export interface LineRequest {
  /** Turns echo off. */
  hidden: boolean;
  /** Prints the question once the terminal is ready, so that an immediate answer is not echoed. */
  ask(): Promise<void>;
}

export interface InputStream {
  isTerminal: boolean;
  /** Reads to the end. @param kind reading stops soon after its size limit */
  readBytes(kind: InputKind): Promise<Uint8Array>;
  readLines(lineBytes: number): AsyncIterable<string>;
  /** Reads one line without its line break; null at the end of input. */
  readLine(how: LineRequest): Promise<string | null>;
}

/** The reader of our output has closed the pipe. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

export interface BackgroundProcess {
  id: number;
  /** Resolves with its stderr when it ends. */
  ended: Promise<string>;
  /** Stops listening to it, so that it does not keep this process alive. */
  detach(): void;
}

export interface PagerChoice {
  /** A command line, as a shell reads it. */
  readonly command: string;
  /** Variables to add to the environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Processes {
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
  readOutput(
    command: readonly string[],
    withinMs: number,
    options?: {
      /** It may read our stdin and write to our stderr, as a program that asks for a password does. */
      isInteractive?: boolean;
    },
  ): Promise<string | null>;
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
  /** How the process that wrote a note differs from the one with that id; null when they are the same. */
  differenceOf(note: ServerNote): Promise<string | null>;
  /** Identifies this process, whose id others get later, and other machines have too. */
  identify(): Promise<string>;
  /** Whether a process was one of this machine, and has ended. @param identity as it identified itself */
  hasEnded(id: number, identity: string): Promise<boolean>;
  /** Whether it is stopped, as by SIGSTOP. */
  isStopped(id: number): Promise<boolean>;
}

/** What responds at a server's address: the server that wrote the note, something else, or nothing in time. */
export type ServerCheck = 'ours' | 'other' | 'silent' | 'gone';

/** Wraps text in a color, or returns it unchanged. */
export type Paint = (text: string) => string;

/** Colors by purpose; the colors themselves are only chosen here. */
export interface Palette {
  /** Ordinary text; escapes in it are dimmed. */
  text: Paint;
  head: Paint;
  strong: Paint;
  dim: Paint;
  good: Paint;
  warn: Paint;
  bad: Paint;
  /** @param platform the service's value for a network; unknown ones stay plain */
  network(platform: string): Paint;
  /** @param word a status value of the service */
  status(word: string): Paint;
}

/** A question, which may contain untrusted text. */
interface PromptQuestion {
  /** The question, with its question mark: `Which post?` */
  message: string;
}

export interface TextQuestion extends PromptQuestion {
  /** The default answer; not offered when the terminal would not show it unchanged. */
  suggestion?: string;
  /** An example of an answer, which is only shown. */
  example?: string;
  /** Describes what is wrong with an answer; null when it is valid. */
  check(answer: string): string | null;
}

export interface LongTextQuestion extends TextQuestion {
  /** The length of the text in a few words, shown while it is written if possible. */
  count?(text: string): string;
}

export interface PromptChoice<Value> {
  readonly value: Value;
  readonly label: string;
  /** A hint, shown where there is room. */
  readonly hint?: string;
}

export interface ChoiceQuestion<Value> extends PromptQuestion {
  /** At least one; the first is the default. */
  readonly choices: readonly PromptChoice<Value>[];
  /** Whether typing searches the choices. */
  readonly isSearched?: boolean;
}

export interface SeveralQuestion<Value> extends PromptQuestion {
  /** At least one. */
  choices: readonly PromptChoice<Value>[];
  /** The initially selected ones (default: none). */
  suggested?: readonly Value[];
  /** Describes what is wrong with the selection; null when it is valid. */
  check(chosen: readonly Value[]): string | null;
}

/** How the terminal shows prompts. */
export interface PromptLook {
  /** Width of a line in cells. */
  readonly width: number;
  readonly palette: Palette;
  /** Plain lines without drawing, for screen readers and simple terminals. */
  readonly plain: boolean;
}

/** Sanitized lines to show between questions. */
export type PromptDrawing = (look: PromptLook) => readonly string[];

export interface PromptsPlace {
  /** The current look: a window can be resized. */
  look(): PromptLook;
  show(lines: readonly string[]): Promise<void>;
}

/**
 * Interactive prompts at a terminal.
 *
 * @throws EndOfAnswers from each question at the end of input
 * @throws CrierError of kind interrupted at Ctrl-C; the terminal's mode is restored
 */
export interface Prompts {
  show(drawing: PromptDrawing): Promise<void>;
  text(question: TextQuestion): Promise<string>;
  /** Asks for a text of several lines. */
  longText(question: LongTextQuestion): Promise<string>;
  choose<Value>(question: ChoiceQuestion<Value>): Promise<Value>;
  /** @returns in the order of the choices */
  chooseSeveral<Value>(question: SeveralQuestion<Value>): Promise<readonly Value[]>;
}

export interface EditKey {
  readonly name?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
  /** The bytes that the terminal sent. */
  readonly sequence?: string | undefined;
}

export interface ScreenKey extends EditKey {
  /** Whether it was part of a pasted text, so that no command may be read from it. */
  readonly isPasted: boolean;
  /** Whether other keys came in the same read: text that a terminal pastes without saying so, or keys typed ahead. */
  readonly isTogether?: boolean;
}

/** What happens at a full screen: a key, a new size of the window, or the end of input. */
export type ScreenEvent =
  | { readonly kind: 'key'; readonly key: ScreenKey }
  | { readonly kind: 'resize' }
  | { readonly kind: 'end' };

/** The lines of a full screen from the top: sanitized, none wider than the screen, no more than its rows. */
export interface ScreenFrame {
  readonly lines: readonly string[];
  /** The cell of the cursor, from 0; null hides it. */
  readonly cursor: { readonly row: number; readonly cell: number } | null;
}

/** The alternate screen of a terminal, in raw mode. */
export interface TerminalScreen {
  /** The current size of the window, in cells. */
  size(): ScreenSize;
  draw(frame: ScreenFrame): void;
  /** Waits for the next event. Ctrl-C ends the run, and Ctrl-Z suspends it: neither is an event. */
  next(): Promise<ScreenEvent>;
  /** Restores the screen, the cursor and the mode of the terminal; may be called again. */
  close(): void;
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

export interface ListenerRequest {
  method: string;
  /** Path and query, unparsed. */
  target: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Reads the raw body, up to `ListenOptions.bodyBytes`; null when it is longer. Without a call, it is not read. */
  readBody: () => Promise<Uint8Array | null>;
  /** Returns a signal that aborts when the client disconnects before the response is complete. */
  whenGone: () => AbortSignal;
}

export interface ListenerResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The whole body, or chunks as they are produced. */
  body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Called when the response was sent completely, or the client disconnected before that. */
  ended?(how: 'whole' | 'gone'): void;
}

export interface ListenOptions {
  /** 0 for any free port. */
  port: number;
  /** Address or name of this machine (default: 127.0.0.1). */
  host?: string;
  /** How many may be open (default: 64). */
  connections?: number;
  /** Called for each connection that is closed because too many are open. */
  onDrop?(): void;
  /** The rest of a longer body is not read. */
  bodyBytes: number;
  /** The response is not sent when the client has gone. */
  answer(heard: ListenerRequest): Promise<ListenerResponse>;
}

/** An HTTP server on this machine's loopback address. */
export interface HttpListener {
  port: number;
  /** Resolves when the server has closed. */
  closed: Promise<void>;
  /** Stops listening and closes every connection, also those with a request in progress. */
  close(): Promise<void>;
  /** Stops listening, answers the requests in progress, and closes their connections, at the latest after this time. */
  finish(patienceMs: number): Promise<void>;
}

/** The machine, and how the program was started. */
export interface Machine {
  /** The command line without the program's name. */
  words: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  homeFolder: string;
  /** The working directory: an absolute path. */
  folder: string;
  /** The version of Node that runs it, such as `24.15.0`. */
  runtime: string;
  platform: string;
  /** The file that runs, without links: a script for Node, or a single executable. */
  program: { readonly file: string; readonly isSingle: boolean };
}

/** A thread of this process, as Node.js has it. */
export interface Thread {
  postMessage(message: unknown): void;
  once(event: ThreadEvent, listener: (value: unknown) => void): Thread;
  off(event: ThreadEvent, listener: (value: unknown) => void): Thread;
  terminate(): Promise<number>;
}
type ThreadEvent = 'message' | 'error' | 'exit';

/** Everything outside of the program, created once in `main` and passed down; tests create their own. */
export interface World extends Machine {
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
  /** Lets a run take its time to end after one signal; `end` is called at the next. @returns what ends that */
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
    options: Omit<SandboxOptions, 'clock' | 'random' | 'openOutbound' | 'crashPoint' | 'image' | 'seed'>,
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
  askKeyring: AskKeyring;
  /** Starts a thread whose output is not shown. @param file its script @param memoryMb the most that it may use */
  startThread(file: string | URL, memoryMb: number): Promise<Thread>;
  /** Saves memory above `bytes`; the young generation may grow to `youngBytes`. @returns a function that ends it */
  limitMemory(bytes: number, youngBytes?: number): Promise<() => void>;
}
