import type { Transport } from '../../../client/transport.ts';
import type { PrivateAllowlist } from '../../../domain/addresses/public-url.ts';
import { normalizeZone } from '../../../domain/time/local-time.ts';
import type { Telemetry, TelemetryOptions } from '../../../telemetry/telemetry.ts';
import type { HttpListener, ListenOptions, Machine, OutputFile, Prompts } from '../../../world.ts';
import { createFileReader, createInputReader } from '../input/files/file-reader.ts';
import type { LogEntry } from '../output/printing/log.ts';
import type { Printing } from '../output/printing/output-settings.ts';
import { requireRecordFormat } from '../output/printing/show-stream.ts';
import type { PageView } from '../output/view.ts';
import { askUser, confirm, isInteractive, waitForEnter } from '../terminal/ask-user.ts';
import type { FullScreen } from '../terminal/open-full-screen.ts';
import type { ConfirmQuestion } from '../terminal/run-host.ts';
import type { ContextParts } from './context-parts.ts';

/** The longest message. */
const LINE_BYTES = 10 * 1024 * 1024;

/** The terminal, files, time and connections of a run. */
export type IoPort = ReturnType<typeof createIoPort>;

export function createIoPort(parts: ContextParts) {
  const { world, flags, output, onEnd } = parts;
  const { clock, signal, programName, version } = world;
  const machine: Machine = world; // the rest of the world is used through the functions of this port
  return {
    ...(parts.host === null ? createFileReader(world) : createInputReader(world)),
    ...createConversation(parts),
    ...createPrograms(parts),
    ...createConnections(parts),
    /** The current time, in milliseconds since 1970-01-01T00:00:00Z. */
    now: () => clock.now(),
    /** For waiting: this machine's clock, and the signal that ends the run. */
    clock,
    signal,
    /** The IANA name of the time zone in which people read and type times. */
    get timeZone(): string {
      return flags.tz ?? normalizeZone(world.timeZone);
    },
    /** The same where it was chosen by flag or variable; null for the machine's. */
    chosenZone: flags.tz ?? null,
    machine,
    /** How the user calls this program, for printed commands. */
    programName,
    version,
    printing: describePrinting(parts),
    /** The regular file that the output goes to; null for anything else. */
    get outputFile(): OutputFile | null {
      return world.stdout.file ?? null;
    },
    note: output.note,
    /** Reports something that happened. It never fails: the reader of stderr may have gone. */
    log: (entry: LogEntry) => output.log(entry).catch(() => {}),
    /** From now on, all messages on stderr are lines of JSON. */
    logAsJson: output.logAsJson,
    /** Shows the progress of long work, on terminals only; null when it is done. */
    progress: output.progress.set,
    /** Registers a cleanup function for the end of the run, however it ends. */
    onEnd,
    /** Standard input and output of a protocol whose messages are lines: then nothing else is printed. */
    messages: {
      isTerminal: world.stdin.isTerminal,
      lines: () => world.stdin.readLines(LINE_BYTES),
      write: (text: string) => world.stdout.write(text),
    },
    /** Runs another command in this process, in the place of a person. */
    callCommand: parts.callCommand,
  };
}

function describePrinting({ world, flags, output }: ContextParts): Printing {
  const { format, accessible, isWide } = output.settings;
  const filter = flags.jq !== undefined ? '--jq' : flags.template !== undefined ? '--template' : null;
  return {
    format,
    isChosen: flags.json || flags.output !== undefined,
    hasFields: flags.fields !== undefined,
    names: (field) => (flags.fields ?? '').split(',').some((each) => each.trim() === field),
    isTerminal: world.stdout.isTerminal,
    isAccessible: accessible,
    isWide,
    filter,
    requireRecords(isEndless) {
      if (isEndless) requireRecordFormat(format, filter ?? `-o ${format}`);
    },
  };
}

/** Asks the user to confirm, and says whom the change is for. */
export async function confirmChange(parts: ContextParts, question: ConfirmQuestion): Promise<void> {
  const target = question.yes ? null : await parts.readTarget(question);
  await confirm(parts, { ...question, target });
}

/** Questions to the user, and what is shown between them. */
function createConversation(parts: ContextParts) {
  const { world, output, writes } = parts;
  return {
    canPrompt: isInteractive(parts),
    /**
     * Asks the user for a line; null when the command may not prompt. @throws CrierError of kind usage for an
     * empty answer
     */
    askLine: (question: string): Promise<string | null> => askUser(parts, question, { hidden: false }),
    /** The same without echo. */
    askSecret: (question: string): Promise<string | null> => askUser(parts, question, { hidden: true }),
    /** Asks the user to confirm, and throws when the answer is no. */
    async confirm(question: ConfirmQuestion): Promise<void> {
      await confirmChange(parts, question);
      if (!question.yes) writes.question.isAnswered = true;
    },
    /** Interactive prompts; null when the command may not prompt. */
    async prompts(): Promise<Prompts | null> {
      const { openPrompts } = await import('../terminal/open-prompts.ts');
      return openPrompts(parts);
    },
    /** Whether `fullScreen` would open one. */
    async canShowScreen(): Promise<boolean> {
      const { canShowScreen } = await import('../terminal/open-full-screen.ts');
      return canShowScreen(parts);
    },
    /** A full screen on the terminal; null where none can be shown, or the command may not prompt. */
    async fullScreen(): Promise<FullScreen | null> {
      const { openFullScreen } = await import('../terminal/open-full-screen.ts');
      const screen = await openFullScreen(parts);
      if (screen !== null) writes.question.isPossible = false;
      return screen;
    },
    /** Prints a part of the output, before the user is asked whether to continue. */
    showPart: (view: PageView) => output.result({ view, isWhole: true, keepsRunning: true }),
    /** Waits for Enter. @returns whether to continue: not after `q` or the end of input */
    waitForEnter: (hint: string) => waitForEnter(parts, hint),
    /** Opens a web page in the browser; false without a terminal, without an opener, and for any other URL. */
    async openPage(text: string): Promise<boolean> {
      const url = URL.parse(text);
      const isPage = url !== null && /^https?:$/.test(url.protocol);
      return isPage && isInteractive(parts) ? world.processes.openUrl(url) : false;
    },
  };
}

/** Other programs, and this process among them. */
function createPrograms({ world, onEnd }: ContextParts) {
  const { processes } = world;
  return {
    /**
     * Runs a program on our own streams until it ends, such as an editor.
     *
     * @param env added to our own environment; undefined removes a variable
     * @returns its exit code
     * @throws CrierError of kind usage when it cannot be started
     */
    runProgram: (words: readonly string[], env: Readonly<Record<string, string | undefined>> = {}) =>
      processes.run(words, env),
    runWithInput: processes.runWithInput,
    requireCommand: processes.requireCommand,
    readOutput: processes.readOutput,
    hasEnded: processes.hasEnded,
    /** This process, and what identifies it. */
    ownProcess: async () => ({ pid: processes.ownId, identity: await processes.identify() }),
    /** Keeps the memory of this process small, until the run ends. @see {@link World.limitMemory} */
    limitMemory: async (bytes: number, youngBytes?: number) =>
      onEnd(await world.limitMemory(bytes, youngBytes)),
    onSecondSignal: world.onSecondSignal,
    /** Calls this when the process is asked to read its files again, until the run ends. @see {@link World.onReload} */
    onReload: (reload: () => void) => onEnd(world.onReload(reload)),
  };
}

/** Connections to and from others than the service. */
function createConnections({ world, onEnd }: ContextParts) {
  return {
    /** Without keys. @param caFile a PEM file to trust, too */
    async openNetwork(caFile?: string): Promise<Transport> {
      if (caFile === undefined) return world.openNetwork({ skipVerify: false });
      const { readCertificates } = await import('../settings/read-certificates.ts');
      return world.openNetwork({ skipVerify: false, trusted: await readCertificates(caFile, world) });
    },
    /** To addresses that users give, such as webhook receivers. @param allowance of `--allow-private` */
    outbound: (allowance: PrivateAllowlist) => world.openOutbound(allowance),
    /** Sends to the collector of the environment; null without one. */
    async openTelemetry(options: TelemetryOptions): Promise<Telemetry | null> {
      const { startTelemetry } = await import('../../../telemetry/start-telemetry.ts');
      return startTelemetry(options, world);
    },
    /** Accepts requests of other programs on this machine, until the run ends. @see {@link World.listen} */
    async listen(options: ListenOptions): Promise<HttpListener> {
      const listener = await world.listen(options);
      onEnd(listener.close);
      return listener;
    },
  };
}
