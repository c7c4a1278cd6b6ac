import type { Transport } from '../../../client/transport.ts';
import type { Clock } from '../../../clock.ts';
import type { PrivateAllowlist } from '../../../domain/addresses/public-url.ts';
import { normalizeZone } from '../../../domain/time/local-time.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type {
  HttpListener,
  ListenOptions,
  Machine,
  OutputFile,
  Processes,
  Prompts,
  World,
} from '../../../world.ts';
import { createFileReader, type ReadBytes, type ReadFile } from '../input/files/file-reader.ts';
import type { LogEntry } from '../output/printing/log.ts';
import type { Printing } from '../output/printing/output-settings.ts';
import type { ProgressText } from '../output/printing/progress.ts';
import { requireRecordFormat } from '../output/printing/show-stream.ts';
import type { PageView } from '../output/view.ts';
import { askUser, type ConfirmQuestion, confirm, isInteractive, waitForEnter } from '../terminal/ask-user.ts';
import type { FullScreen } from '../terminal/open-full-screen.ts';
import type { ContextParts } from './context-parts.ts';

/** The terminal, files, time and connections of a run. */
export interface IoPort {
  /** The current time, in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** For waiting: this machine's clock, and the signal that ends the run. */
  clock: Clock;
  signal: AbortSignal;
  /** The IANA name of the time zone in which people read and type times. */
  timeZone: string;
  /** The same where it was chosen by flag or variable; null for the machine's. */
  chosenZone: string | null;
  machine: Machine;
  /** How the user calls this program, for printed commands. */
  programName: string;
  printing: Printing;
  /** The regular file that the output goes to; null for anything else. */
  outputFile: OutputFile | null;
  /** Prints one sentence to stderr. */
  note(sentence: string): Promise<void>;
  /** Reports something that happened. It never fails: the reader of stderr may have gone. */
  log(entry: LogEntry): Promise<void>;
  /** From now on, all messages on stderr are lines of JSON. */
  logAsJson(): void;
  /** Shows the progress of long work, on terminals only; null when it is done. */
  progress(text: ProgressText | null): void;
  /**
   * Asks the user for a line; null when the command may not prompt. @throws CrierError of kind usage for an
   * empty answer
   */
  askLine(question: string): Promise<string | null>;
  /** Whether the command may prompt. */
  canPrompt: boolean;
  /** Prints a part of the output, before the user is asked whether to continue. */
  showPart(part: PageView): Promise<void>;
  /** Waits for Enter. @returns whether to continue: not after `q` or the end of input */
  waitForEnter(hint: string): Promise<boolean>;
  /** Asks the user for a secret without echo; null when the command may not prompt. */
  askSecret(question: string): Promise<string | null>;
  /** Asks the user to confirm, and throws when the answer is no. */
  confirm(question: ConfirmQuestion): Promise<void>;
  /** Interactive prompts; null when the command may not prompt. */
  prompts(): Promise<Prompts | null>;
  /** A full screen on the terminal; null where none can be shown, or the command may not prompt. */
  fullScreen(): Promise<FullScreen | null>;
  /**
   * Runs a program on our own streams until it ends, such as an editor.
   *
   * @returns its exit code
   * @throws CrierError of kind usage when it cannot be started
   */
  runProgram(words: readonly string[]): Promise<number>;
  /** Runs a program with this input. @see {@link Processes.runWithInput} */
  runWithInput: Processes['runWithInput'];
  /** Makes sure that a program can be started. @see {@link Processes.requireCommand} */
  requireCommand: Processes['requireCommand'];
  /** The output of another program. @see {@link Processes.readOutput} */
  readOutput: Processes['readOutput'];
  /** This process, and what identifies it. */
  ownProcess(): Promise<{ pid: number; identity: string }>;
  /** Whether a process of this machine has ended. @see {@link Processes.hasEnded} */
  hasEnded: Processes['hasEnded'];
  /** The version of this program. */
  version: string;
  /** A way to servers other than the service; without keys. @param caFile a PEM file to trust, too */
  openNetwork(caFile?: string): Promise<Transport>;
  /** Lets this run take its time to end. @see {@link World.onSecondSignal} */
  onSecondSignal: World['onSecondSignal'];
  /** Calls this when the process is asked to read its files again, until the run ends. @see {@link World.onReload} */
  onReload(reload: () => void): void;
  /** Opens a web page in the browser; false without a terminal, without an opener, and for any other URL. */
  openPage(url: string): Promise<boolean>;
  /** Reads a file as text, or standard input for `-`. */
  readFile: ReadFile;
  /** Reads a file as bytes: what is signed is not always text. */
  readBytes: ReadBytes;
  /**
   * Connections to addresses that users give, such as webhook receivers. @param allowance of
   * `--allow-private`
   */
  outbound(allowance: PrivateAllowlist): Promise<Outbound>;
  /** Accepts requests of other programs on this machine, until the run ends. @see {@link World.listen} */
  listen(options: ListenOptions): Promise<HttpListener>;
  /** Favors small memory over speed while this process uses more than that, until the run ends. */
  limitMemory(bytes: number): Promise<void>;
  /** Registers a cleanup function for the end of the run, however it ends. */
  onEnd(close: () => void): void;
}

export function createIoPort(parts: ContextParts): IoPort {
  const { world, flags, output, onEnd } = parts;
  const { format } = output.settings;
  const filter = flags.jq !== undefined ? '--jq' : flags.template !== undefined ? '--template' : null;
  return {
    ...createFileReader(world),
    now: () => world.clock.now(),
    clock: world.clock,
    signal: world.signal,
    get timeZone() {
      return flags.tz ?? normalizeZone(world.timeZone);
    },
    chosenZone: flags.tz ?? null,
    machine: world,
    programName: world.programName,
    printing: {
      format,
      isChosen: flags.json || flags.output !== undefined,
      hasFields: flags.fields !== undefined,
      names: (field) => (flags.fields ?? '').split(',').some((each) => each.trim() === field),
      isTerminal: world.stdout.isTerminal,
      isAccessible: output.settings.accessible,
      isWide: output.settings.isWide,
      filter,
      requireRecords(isEndless) {
        if (isEndless) requireRecordFormat(format, filter ?? `-o ${format}`);
      },
    },
    get outputFile() {
      return world.stdout.file ?? null;
    },
    note: (sentence) => output.note(sentence),
    log: (entry) => output.log(entry).catch(() => {}), // its reader has gone
    logAsJson: () => output.logAsJson(),
    progress: (text) => output.progress.set(text),
    askLine: (question) => askUser(parts, question, { hidden: false }),
    canPrompt: isInteractive(parts),
    showPart: (view) => output.result({ view, isWhole: true, keepsRunning: true }),
    waitForEnter: (hint) => waitForEnter(parts, hint),
    askSecret: (question) => askUser(parts, question, { hidden: true }),
    async confirm(question) {
      await confirm(parts, question);
      if (!question.yes) parts.writes.question.isAnswered = true;
    },
    async prompts() {
      const { openPrompts } = await import('../terminal/open-prompts.ts');
      return openPrompts(parts);
    },
    async fullScreen() {
      const { openFullScreen } = await import('../terminal/open-full-screen.ts');
      const screen = await openFullScreen(parts);
      if (screen !== null) parts.writes.question.isPossible = false;
      return screen;
    },
    runProgram: (words) => world.processes.run(words, {}),
    runWithInput: (command, options) => world.processes.runWithInput(command, options),
    requireCommand: (command) => world.processes.requireCommand(command),
    readOutput: (command, withinMs) => world.processes.readOutput(command, withinMs),
    ownProcess: async () => ({
      pid: world.processes.ownId,
      identity: await world.processes.identify(),
    }),
    hasEnded: (id, identity) => world.processes.hasEnded(id, identity),
    version: world.version,
    async openNetwork(caFile) {
      if (caFile === undefined) return world.openNetwork({ skipVerify: false });
      const { readCertificates } = await import('../settings/read-certificates.ts');
      return world.openNetwork({ skipVerify: false, trusted: await readCertificates(caFile, world) });
    },
    onSecondSignal: (end) => world.onSecondSignal(end),
    onReload: (reload) => onEnd(world.onReload(reload)),
    async openPage(text) {
      const url = URL.parse(text);
      const isPage = url !== null && /^https?:$/.test(url.protocol);
      return isPage && isInteractive(parts) ? world.processes.openUrl(url) : false;
    },
    outbound: (allowance) => world.openOutbound(allowance),
    async listen(options) {
      const listener = await world.listen(options);
      onEnd(listener.close);
      return listener;
    },
    limitMemory: async (bytes) => onEnd(await world.limitMemory(bytes)),
    onEnd,
  };
}
