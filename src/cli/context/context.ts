import type { Client, ServiceTarget } from '../../client/client.ts';
import type { Clock } from '../../clock.ts';
import type { PrivateAllowlist } from '../../domain/addresses/public-url.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Sandbox } from '../../sandbox/open-sandbox.ts';
import type { World } from '../../world.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { NamedContext } from '../settings/named-context.ts';
import type { Project } from '../settings/read-settings.ts';
import type { SavedSettings } from '../settings/settings.ts';
import { openSettingsStore, type UserSettingsStore } from '../settings/settings-store.ts';
import type { EveryFlags, OutputFormat, RemoteFlags } from '../shell/flags/flags.ts';
import type { Output } from '../shell/output/output.ts';
import type { ProgressText } from '../shell/output/progress.ts';
import { askUser, type ConfirmQuestion, confirm } from './ask-user.ts';
import type { ChoiceInput, ServiceOrSandbox } from './choose-service.ts';
import { connect, createServiceChoice, openNetworkClient } from './connect.ts';
import type { SandboxConnectionOptions } from './connect-sandbox.ts';
import { addSaved, type KnownSecrets } from './known-secrets.ts';
import type { HttpListener, ListenOptions } from './listener.ts';
import { createSandboxAccess } from './sandbox-access.ts';
import type { SandboxControl } from './sandbox-control.ts';
import type { SandboxServer } from './sandbox-server.ts';
import { createKeyFileReader, type ReadBytes, type ReadFile } from './secrets.ts';
import type { Writes } from './writes.ts';

/** What a command can use; costly parts are built on first use. */
export interface CommandContext {
  /** The current time, in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** For waiting: this machine's clock, and the signal that ends the run. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Shows the progress of long work, on terminals only; null when it is done. */
  progress(text: ProgressText | null): void;
  /** A client of the service that the settings choose. @param use `writes` when the call changes something */
  client(use?: { readonly writes: boolean }): Promise<Client>;
  /**
   * A client of a service on the network, whatever the settings choose: for one that is about to be saved.
   */
  clientOf(target: ServiceTarget): Promise<Client>;
  /**
   * Connections to addresses that users give, such as webhook receivers. @param allowance of
   * `--allow-private`
   */
  outbound(allowance: PrivateAllowlist): Promise<Outbound>;
  /** Accepts requests of other programs on this machine, until the run ends. @see {@link World.listen} */
  listen(options: ListenOptions): Promise<HttpListener>;
  /** The service that the settings choose; sends no request. */
  choose(): Promise<Chosen>;
  /** The input of that choice. */
  choiceInput(): Promise<ChoiceInput>;
  /**
   * The context that a command about settings applies to: the named one, else the built-in one.
   *
   * @throws CrierError of kind auth when contexts are saved and none of them is chosen
   */
  currentContext(): Promise<NamedContext>;
  /** The settings saved on this machine. */
  readonly settings: UserSettingsStore;
  /** The machine, and how the program was started. */
  readonly machine: Pick<
    World,
    'env' | 'words' | 'folder' | 'homeFolder' | 'platform' | 'runtime' | 'timeZone'
  >;
  /**
   * Asks the user for a line; null when the command may not prompt. @throws CrierError of kind usage for an
   * empty answer
   */
  askLine(question: string): Promise<string | null>;
  /** Asks the user for a secret without echo; null when the command may not prompt. */
  askSecret(question: string): Promise<string | null>;
  /** Interactive prompts; null when the command may not prompt. */
  prompts(): Promise<Prompts | null>;
  /** The output format, for commands that must refuse some before they change anything. */
  readonly printing: { readonly format: OutputFormat; readonly hasFields: boolean; readonly hasJq: boolean };
  /** How the user calls this program, for printed commands. */
  readonly programName: string;
  /** Reads a file as text, or standard input for `-`. */
  readFile: ReadFile;
  /** Reads a file that holds a key. */
  readKeyFile: ReadFile;
  /** Reads a file as bytes: what is signed is not always text. */
  readBytes: ReadBytes;
  /** Prints one sentence to stderr. */
  note(sentence: string): Promise<void>;
  /** Registers a cleanup function for the end of the run, however it ends. */
  onEnd(close: () => void): void;
  /** Runs another command line in this process and captures its output, for the tour. */
  runInSandbox(words: readonly string[], sandbox: Sandbox): Promise<CommandResult>;
  /** Opens a new sandbox in memory, which ends with the run. */
  openTemporarySandbox(): Promise<Sandbox>;
  /** Controls this machine's sandbox, in the process that serves it or in this one. */
  sandbox(use?: SandboxConnectionOptions): Promise<SandboxControl>;
  /** The server of this machine's sandbox. */
  server(): Promise<SandboxServer>;
  /** Asks the user to confirm, and throws when the answer is no. */
  confirm(question: ConfirmQuestion): Promise<void>;
}

/** The chosen service, and the settings that chose it. */
export interface Chosen {
  readonly choice: ServiceOrSandbox;
  readonly settings: SavedSettings;
  readonly project: Project | null;
}

/** The output and exit code of a command line. */
export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** The parts of a context. */
export interface ContextParts {
  readonly world: World;
  readonly flags: EveryFlags & Partial<RemoteFlags>;
  /** Flags on the command line: the others come from the environment or are defaults. */
  readonly typed: ReadonlySet<string>;
  readonly output: Output;
  /** Secrets that the run must not print; grows as it reads more of them. */
  readonly secrets: KnownSecrets;
  /** The requests of the run that change something. */
  readonly writes: Writes;
  readonly readFile: ReadFile;
  readonly readBytes: ReadBytes;
  readonly runInSandbox: CommandContext['runInSandbox'];
  /** Registers a cleanup function for the end of the run. */
  onEnd(close: () => void | Promise<void>): void;
}

export function createContext(parts: ContextParts): CommandContext {
  const { world, output, secrets, readFile } = parts;
  const settings = openSettingsStore(world, {
    warn: (sentence) => output.note(sentence),
    found: (saved) => addSaved(secrets, saved),
  });
  const readKeyFile = createKeyFileReader(readFile, secrets);
  const choice = createServiceChoice({ ...parts, settings, readKeyFile });
  const { secure, ...sandbox } = createSandboxAccess(parts);
  return {
    ...choice,
    ...sandbox,
    settings,
    readFile,
    readKeyFile,
    readBytes: parts.readBytes,
    now: () => world.clock.now(),
    clock: world.clock,
    signal: world.signal,
    printing: {
      format: output.settings.format,
      hasFields: parts.flags.fields !== undefined,
      hasJq: parts.flags.jq !== undefined,
    },
    programName: world.programName,
    machine: world,
    onEnd: parts.onEnd,
    runInSandbox: parts.runInSandbox,
    note: (sentence) => output.note(sentence),
    progress: (text) => output.progress.set(text),
    async client(use = { writes: false }) {
      const chosen = await choice.choose();
      if (chosen.choice.kind === 'sandbox') await secure();
      return connect(parts, chosen, use.writes);
    },
    outbound: (allowance) => world.openOutbound(allowance),
    async listen(options) {
      const listener = await world.listen(options);
      parts.onEnd(listener.close);
      return listener;
    },
    clientOf: (target) => openNetworkClient(parts, target),
    confirm: (question) => confirm(parts, question),
    askLine: (question) => askUser(parts, question, { hidden: false }),
    async prompts() {
      const { openPrompts } = await import('../prompts/open-prompts.ts');
      return openPrompts(parts);
    },
    askSecret: (question) => askUser(parts, question, { hidden: true }),
  };
}
