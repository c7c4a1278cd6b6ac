import { type Client, createClient, type Target } from '../client/client.ts';
import type { Transport } from '../client/transport.ts';
import type { Clock } from '../clock.ts';
import type { Sandbox } from '../sandbox/open-sandbox.ts';
import { type Choice, chooseService, type Given } from './config.ts';
import { confirm, type Question } from './confirm.ts';
import type { EveryFlags, RemoteFlags } from './flags.ts';
import { addSaved, type KnownSecrets } from './known-secrets.ts';
import type { Output } from './output.ts';
import type { SandboxControl } from './sandbox-control.ts';
import type { SandboxServer } from './sandbox-server.ts';
import { keyFileReader, type ReadFile } from './secrets.ts';
import { openDesk, type SettingsDesk } from './settings/desk.ts';
import { type Named, namings } from './settings/name-context.ts';
import { type Project, readProject } from './settings/project-file.ts';
import { requireChosen, SANDBOX, type Settings } from './settings/settings.ts';
import type { Trace } from './trace.ts';
import type { World } from './world.ts';

/** What a command may ask for; each costly part is built when it is first asked for. */
export interface CommandContext {
  /** The moment, in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** For what waits: this machine's clock, and the signal that ends the run. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Says what a long work is at, in place of what it was at before; null when it is over. For terminals alone. */
  progress(text: string | null): void;
  /** Speaks to the service that the settings choose. @param use `writes` when the call changes something */
  client(use?: { readonly writes: boolean }): Promise<Client>;
  /** Speaks to a service on the network whatever the settings choose: one that is about to be saved. */
  clientOf(target: Target): Promise<Client>;
  /** Which service the settings choose, with nothing asked of it. */
  choose(): Promise<Chosen>;
  /** Everything that says which service it is, before anything is chosen. */
  given(): Promise<Given>;
  /**
   * The context that a command about settings means: the one that is named, else the built-in one.
   *
   * @throws CrierError of kind auth when contexts are saved and none of them is chosen
   */
  contextAtHand(): Promise<Named>;
  /** What is saved on this machine. */
  readonly settings: SettingsDesk;
  /** The machine and how the program was started on it. */
  readonly machine: Pick<World, 'env' | 'words' | 'folder' | 'homeFolder' | 'platform' | 'runtime'>;
  /** Asks a person for a line; null when nobody is there to ask. */
  askLine(question: string): Promise<string | null>;
  /** Asks a person for a secret, which is not shown while it is typed; null when nobody is there to ask. */
  askSecret(question: string): Promise<string | null>;
  /** How the user calls this program, for commands to try. */
  readonly calledAs: string;
  /** Reads a file's text, or standard input for `-`. */
  readFile: ReadFile;
  /** The same for a file that holds a key. */
  readKeyFile: ReadFile;
  /** One sentence to stderr. */
  note(sentence: string): Promise<void>;
  /** Runs another command line in this process, its output caught: what a tour needs. */
  perform(words: readonly string[], sandbox: Sandbox): Promise<Performance>;
  /** A sandbox of its own, in memory, gone with the run. */
  openThrowAwaySandbox(): Promise<Sandbox>;
  /**
   * Steers this machine's sandbox, in the process that serves it or in this one.
   *
   * @param use `beginsAnew` when its data, where it cannot be used, is moved aside for new data
   */
  sandbox(use?: { readonly beginsAnew: boolean }): Promise<SandboxControl>;
  /** The server of this machine's sandbox. */
  server(): Promise<SandboxServer>;
  /** Asks before what cannot be undone, and throws when the answer is no. */
  confirm(question: Question): Promise<void>;
}

/** The service that the settings choose, and what they were. */
export interface Chosen {
  readonly choice: Choice;
  readonly settings: Settings;
  readonly project: Project | null;
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
  /** The flags that were typed: the others come from the environment, or are defaults. */
  readonly typed: ReadonlySet<string>;
  readonly output: Output;
  /** What the run must not show; grows with what it is told. */
  readonly secrets: KnownSecrets;
  readonly readFile: ReadFile;
  readonly perform: CommandContext['perform'];
  /** Hands over what must be closed when the run ends. */
  onEnd(close: () => void | Promise<void>): void;
}

export function createContext(parts: ContextParts): CommandContext {
  const { world, flags, output, secrets, readFile } = parts;
  const settings = openDesk(world, {
    warn: (sentence) => output.note(sentence),
    found: (saved) => addSaved(secrets, saved),
  });
  const readKeyFile = keyFileReader(readFile, secrets);
  const given = async (): Promise<Given> => {
    const saved = await settings.read();
    return {
      flags,
      typed: parts.typed,
      env: world.env,
      settings: saved,
      project: readProject(world.folder),
      readFile: readKeyFile,
    };
  };
  const decide = async (): Promise<Chosen> => {
    const all = await given();
    return { choice: await chooseService(all), settings: all.settings, project: all.project };
  };
  let chosen: Promise<Chosen> | undefined;
  // once: a key may come from standard input
  const choose = () => {
    chosen ??= decide();
    return chosen;
  };
  let isSecured = false;
  // once: a folder that the user has to mend is named once
  const secured = async () => {
    if (isSecured) return;
    isSecured = true;
    const { secureState } = await import('./secure-state.ts');
    for (const sentence of secureState(world)) await output.note(sentence);
  };
  return {
    now: () => world.clock.now(),
    clock: world.clock,
    signal: world.signal,
    progress: (text) => output.progress.at(text),
    calledAs: world.calledAs,
    async client(use = { writes: false }) {
      const chosen = await choose();
      if (chosen.choice.kind === 'sandbox') await secured();
      return connect(parts, chosen, use.writes);
    },
    clientOf: async (target) => openClient(parts, { target, transport: await world.openNetwork() }),
    choose,
    given,
    async contextAtHand() {
      const all = await given();
      const [named] = namings(all);
      if (named !== undefined) return named;
      requireChosen(all.settings);
      return { name: SANDBOX, origin: { kind: 'default', where: 'built in' } };
    },
    settings,
    machine: world,
    readFile,
    readKeyFile,
    note: (sentence) => output.note(sentence),
    perform: parts.perform,
    sandbox: async (use = { beginsAnew: false }) => {
      await secured();
      const [{ openEntrance }, { sandboxControl }] = await Promise.all([
        import('./enter-sandbox.ts'),
        import('./sandbox-control.ts'),
      ]);
      return sandboxControl(await openEntrance(parts, use), world);
    },
    server: async () => {
      await secured();
      const { sandboxServer } = await import('./sandbox-server.ts');
      return sandboxServer(parts);
    },
    confirm: (question) => confirm(parts, question),
    askLine: (question) => askPerson(parts, question, { hidden: false }),
    async askSecret(question) {
      const answer = await askPerson(parts, question, { hidden: true });
      if (answer !== null) await output.trace('');
      return answer;
    },
    async openThrowAwaySandbox() {
      const sandbox = await world.openSandbox({ file: ':memory:' });
      parts.onEnd(() => sandbox.close());
      return sandbox;
    },
  };
}

async function askPerson(
  { world, flags, output, secrets }: ContextParts,
  question: string,
  how: { readonly hidden: boolean },
): Promise<string | null> {
  if (flags.noInput || !world.stdin.isTerminal || !world.stderr.isTerminal) return null;
  const line = await world.stdin.readLine({ ...how, ask: () => output.ask(`${question}:`) });
  if (how.hidden) secrets.add(line, line?.trim());
  return line;
}

async function connect(parts: ContextParts, chosen: Chosen, writes: boolean): Promise<Client> {
  const { world, output } = parts;
  const { choice } = chosen;
  for (const sentence of announcements(parts.flags, chosen, writes)) await output.note(sentence);
  if (choice.kind === 'sandbox') {
    const { enterSandbox } = await import('./enter-sandbox.ts');
    return openClient(parts, await enterSandbox(parts, choice, writes));
  }
  return openClient(parts, { target: choice.target, transport: await world.openNetwork() });
}

/** What must not surprise anybody: a file that chose, and a service that is written to though it is not the usual one. */
function announcements(
  flags: ContextParts['flags'],
  { choice, settings, project }: Chosen,
  writes: boolean,
): readonly string[] {
  const name = choice.kind === 'sandbox' ? SANDBOX : choice.context;
  const byProject = [
    choice.origin.kind === 'project' ? `the context "${name}"` : '',
    choice.profile !== null && choice.profile === project?.profile && flags.profile === undefined
      ? `the profile "${choice.profile}"`
      : '',
  ].filter((what) => what !== '');
  const isUsual = name === null || name === (settings.context ?? SANDBOX);
  const where = choice.kind === 'sandbox' ? 'the built-in sandbox' : choice.target.baseUrl.host;
  return [
    ...(byProject.length === 0 ? [] : [`${project?.file} chooses ${byProject.join(' and ')}`]),
    ...(writes && !isUsual
      ? [`this writes to the context "${name}" (${where}), which is not the default`]
      : []),
  ];
}

async function openClient(
  parts: ContextParts,
  { target, transport }: { readonly target: Target; readonly transport: Transport },
): Promise<Client> {
  const { world, output } = parts;
  const flags = requireRemote(parts.flags);
  const trace = await traceOf(parts);
  if (trace !== null) parts.onEnd(() => trace.close());
  const talk: Promise<void>[] = [];
  parts.onEnd(async () => void (await Promise.all(talk)));
  const client = createClient({
    target,
    alsoSecret: parts.secrets.all(),
    transport,
    clock: world.clock,
    random: world.random,
    timeoutMs: flags.timeout,
    retries: flags.retries,
    maxWaitMs: flags.maxWait,
    signal: world.signal,
    warn: (sentence) => talk.push(output.note(sentence)),
    ...(trace !== null && { observe: trace.record }),
  });
  const waiting = <Value>(answer: Promise<Value>) =>
    output.progress.during(`waiting for ${target.baseUrl.host}`, answer);
  return {
    ...client,
    call: (name, input) => waiting(client.call(name, input)),
    request: (input) => waiting(client.request(input)),
  };
}

/** Where requests and answers are written down; null when nobody asked for it. */
async function traceOf({ world, flags, output }: ContextParts): Promise<Trace | null> {
  const file = flags.traceFile ?? null;
  if (!flags.verbose && file === null) return null;
  const { openTrace } = await import('./trace.ts');
  return openTrace({ say: flags.verbose ? output.trace : null, note: output.note, file, clock: world.clock });
}

type Bounds = Pick<RemoteFlags, 'timeout' | 'retries' | 'maxWait'>;

function requireRemote(flags: EveryFlags & Partial<RemoteFlags>): EveryFlags & Bounds {
  const { timeout, retries, maxWait } = flags;
  if (timeout === undefined || retries === undefined || maxWait === undefined) {
    throw new Error('a command calls the service without listing the flags that go with it');
  }
  return { ...flags, timeout, retries, maxWait };
}
