import type { Client, ServiceTarget } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { PrivateAllowlist } from '../rules/private-allowlist.ts';
import type { Sandbox } from '../sandbox/open-sandbox.ts';
import { askUser } from './ask-user.ts';
import type { ChoiceInput, ServiceOrSandbox } from './config.ts';
import { type ConfirmQuestion, confirm } from './confirm.ts';
import { connect, openNetworkClient } from './connect.ts';
import type { SandboxConnectionOptions } from './connect-sandbox.ts';
import type { ReadBytes } from './file-reader.ts';
import type { EveryFlags, OutputFormat, RemoteFlags } from './flags.ts';
import { addSaved, type KnownSecrets } from './known-secrets.ts';
import type { HttpListener, ListenOptions } from './listener.ts';
import type { Output } from './output.ts';
import type { ProgressText } from './progress.ts';
import type { Prompts } from './prompts/prompts.ts';
import { createSandboxAccess } from './sandbox-access.ts';
import type { SandboxControl } from './sandbox-control.ts';
import type { SandboxServer } from './sandbox-server.ts';
import { createKeyFileReader, type ReadFile } from './secrets.ts';
import { createServiceChoice } from './service-choice.ts';
import type { NamedContext } from './settings/named-context.ts';
import type { Project } from './settings/project-file.ts';
import type { SavedSettings } from './settings/settings.ts';
import { openSettingsStore, type UserSettingsStore } from './settings/settings-store.ts';
import type { World } from './world.ts';
import type { Writes } from './writes.ts';

/** What a command may ask for; each costly part is built when it is first asked for. */
export interface CommandContext {
  /** The moment, in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** For what waits: this machine's clock, and the signal that ends the run. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Says what a long work is at, in place of what it was at before; null when it is over. For terminals alone. */
  progress(text: ProgressText | null): void;
  /** Speaks to the service that the settings choose. @param use `writes` when the call changes something */
  client(use?: { readonly writes: boolean }): Promise<Client>;
  /** Speaks to a service on the network whatever the settings choose: one that is about to be saved. */
  clientOf(target: ServiceTarget): Promise<Client>;
  /** The one way to addresses that users give, such as receivers of webhooks. @param allowance of `--allow-private` */
  outbound(allowance: PrivateAllowlist): Promise<Outbound>;
  /** Takes what other programs of this machine send, until the run ends. @see {@link World.listen} */
  listen(options: ListenOptions): Promise<HttpListener>;
  /** Which service the settings choose, with nothing asked of it. */
  choose(): Promise<Chosen>;
  /** Everything that says which service it is, before anything is chosen. */
  choiceInput(): Promise<ChoiceInput>;
  /**
   * The context that a command about settings means: the one that is named, else the built-in one.
   *
   * @throws CrierError of kind auth when contexts are saved and none of them is chosen
   */
  currentContext(): Promise<NamedContext>;
  /** What is saved on this machine. */
  readonly settings: UserSettingsStore;
  /** The machine and how the program was started on it. */
  readonly machine: Pick<
    World,
    'env' | 'words' | 'folder' | 'homeFolder' | 'platform' | 'runtime' | 'timeZone'
  >;
  /** Asks a person for a line; null when nobody is there to ask. @throws CrierError of kind usage when nothing is typed */
  askLine(question: string): Promise<string | null>;
  /** Asks a person for a secret, which is not shown while it is typed; null when nobody is there to ask. */
  askSecret(question: string): Promise<string | null>;
  /** A conversation with a person; null when nobody is there to be asked. */
  prompts(): Promise<Prompts | null>;
  /** What the document goes out as, for a command that has to refuse one of these before it changes anything. */
  readonly printing: { readonly format: OutputFormat; readonly hasFields: boolean; readonly hasJq: boolean };
  /** How the user calls this program, for commands to try. */
  readonly programName: string;
  /** Reads a file's text, or standard input for `-`. */
  readFile: ReadFile;
  /** The same for a file that holds a key. */
  readKeyFile: ReadFile;
  /** Its bytes as they are: what is signed is not always text. */
  readBytes: ReadBytes;
  /** One sentence to stderr. */
  note(sentence: string): Promise<void>;
  /** Hands over what must be let go when the run ends, however it ends. */
  onEnd(close: () => void): void;
  /** Runs another command line in this process, its output caught: what a tour needs. */
  runInSandbox(words: readonly string[], sandbox: Sandbox): Promise<CommandResult>;
  /** A sandbox of its own, in memory, gone with the run. */
  openTemporarySandbox(): Promise<Sandbox>;
  /** Steers this machine's sandbox, in the process that serves it or in this one. */
  sandbox(use?: SandboxConnectionOptions): Promise<SandboxControl>;
  /** The server of this machine's sandbox. */
  server(): Promise<SandboxServer>;
  /** Asks before what cannot be undone, and throws when the answer is no. */
  confirm(question: ConfirmQuestion): Promise<void>;
}

/** The service that the settings choose, and what they were. */
export interface Chosen {
  readonly choice: ServiceOrSandbox;
  readonly settings: SavedSettings;
  readonly project: Project | null;
}

/** What a command line printed, and how it ended. */
export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What a context is made of. */
export interface ContextParts {
  readonly world: World;
  readonly flags: EveryFlags & Partial<RemoteFlags>;
  /** The flags that were typed: the others come from the environment, or are defaults. */
  readonly typed: ReadonlySet<string>;
  readonly output: Output;
  /** What the run must not show; grows with what it is told. */
  readonly secrets: KnownSecrets;
  /** What the run changes at the service. */
  readonly writes: Writes;
  readonly readFile: ReadFile;
  readonly readBytes: ReadBytes;
  readonly runInSandbox: CommandContext['runInSandbox'];
  /** Hands over what must be closed when the run ends. */
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
      const { openPrompts } = await import('./prompts/open-prompts.ts');
      return openPrompts(parts);
    },
    askSecret: (question) => askUser(parts, question, { hidden: true }),
  };
}
