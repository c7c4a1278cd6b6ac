import { type Client, createClient, type ServiceTarget } from '../../../client/client.ts';
import type { RunBudget } from '../../../client/request-budget.ts';
import type { Transport } from '../../../client/transport.ts';
import { joinWithAnd, joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError, markDiscovery } from '../../../errors.ts';
import type { EndpointRoute } from '../../../service/endpoint.ts';
import { ROUTES } from '../../../service/routes/routes.ts';
import type { EveryFlags, RemoteFlags } from '../input/flags/flags.ts';
import { limitGrowthOf } from '../output/printing/limit-growth.ts';
import type { Output } from '../output/printing/output.ts';
import { createLazy } from '../output/text/sanitize-text.ts';
import { crier, formatFlags } from '../output/text/shell-command.ts';
import {
  adviseSavedContext,
  type Chosen,
  chooseService,
  type ServiceOrSandbox,
} from '../settings/choose-service.ts';
import { type ChoiceInput, listNamedContexts, type NamedContext } from '../settings/named-context.ts';
import { readProject } from '../settings/read-settings.ts';
import { type OpenSecret, readProfileKeys } from '../settings/saved-secrets.ts';
import { readVariable } from '../settings/secrets.ts';
import { findContext, requireChosen, SANDBOX } from '../settings/settings.ts';
import { formatServiceKey } from '../settings/state-file.ts';
import { readStrictestRule, readWriteRules, type WriteRule } from '../settings/write-rules.ts';
import { isInteractive } from '../terminal/ask-user.ts';
import type { ContextParts } from './context-parts.ts';
import { suggestSandboxFixes } from './sandbox/sandbox-fixes.ts';
import type { SettingsPort } from './settings.ts';
import type { Trace } from './trace.ts';
import { createWriteGuard, type WriteGuard, wrapClient } from './write-guard.ts';

export interface ServicePort {
  /**
   * A client of it.
   *
   * @param use `writes` when the call changes something; `sends` is the endpoint, so that a change that the setting
   *   `writes` forbids is refused before the user is asked anything, with its body where that decides;
   *   `namesProfiles` when the changes are of profiles that the command names by itself
   * @throws CrierError of kind usage for a change without a profile, where it could be one for the wrong one
   */
  client(use?: {
    writes: boolean;
    sends?: { row: EndpointRoute; body?: unknown };
    namesProfiles?: boolean;
  }): Promise<Client>;
  /** The strictest rule about changes that applies. */
  writeRule(): Promise<WriteRule>;
  /**
   * A second client over the same connection, for what is taken back at the end of the run.
   *
   * @param signal in place of the run's signal, which may have aborted
   */
  closingClient(signal: AbortSignal): Promise<Client>;
  /** The budget that all requests of the run share. */
  budget: RunBudget;
  /** Marks the changes so far as shown, for a run that tells them by itself: its error does not list them. */
  markWritesShown(): void;
  /** A client of another one on the network: for one that is about to be saved. */
  clientOf(target: ServiceTarget): Promise<Client>;
  /** Chooses it; sends no request. */
  choose(): Promise<Chosen>;
  /**
   * The chosen service for each profile, over one connection: the Primary Profile, and those whose keys are saved.
   *
   * @throws CrierError of kind usage without a context, which has the keys
   */
  allProfiles(): Promise<readonly ServicePort[]>;
  choiceInput(): Promise<ChoiceInput>;
  /**
   * The context that a command about settings applies to: the named one, else the built-in one.
   *
   * @throws CrierError of kind auth when contexts are saved and none of them is chosen
   */
  currentContext(): Promise<NamedContext>;
}

/**
 * Chooses the service of a run on first use, and only once, since a key may come from standard input.
 *
 * @param secure called before the sandbox is opened
 */
export function createServicePort(
  parts: ContextParts,
  settings: SettingsPort,
  secure: () => Promise<void>,
): ServicePort {
  const { world, writes, budget } = parts;
  // a command may open the service more than once
  const announcing = { ...parts, output: printOnce(parts.output) };
  const choiceInput = () => readChoiceInput(parts, settings);
  const choose = createLazy(() => choiceInput().then(chooseOnce));
  const listRules = async () => [
    ...readWriteRules(await choiceInput()),
    ...(parts.host?.writes == null ? [] : [parts.host.writes]),
  ];
  const guard = createLazy(async () => createWriteGuard(parts, await listRules()));
  let connected: Promise<ChosenConnection> | undefined;
  const connect = async (isChange: boolean): Promise<ChosenConnection> => {
    const chosen = await choose();
    if (chosen.choice.kind === 'sandbox') await secure();
    connected = openConnection(announcing, chosen, { writes: isChange, openSecret: settings.openSecret });
    return connected;
  };
  const port: ServicePort = {
    budget,
    choiceInput,
    choose,
    async client(use = { writes: false }) {
      const rules = await guard();
      if (use.writes && use.sends !== undefined) rules.refuse(use.sends.row, use.sends.body);
      const chosen = await choose();
      if (use.writes && use.namesProfiles !== true && !isOfAccount(use.sends?.row))
        await noteGuessedProfile({ ...announcing, chosen });
      return openChosenClient(parts, chosen, await connect(use.writes), rules);
    },
    writeRule: async () => readStrictestRule(await choiceInput()),
    async closingClient(signal) {
      const connection = await (connected ?? connect(true));
      const closing = { ...parts, world: { ...world, signal } };
      return openChosenClient(closing, await choose(), connection, await guard());
    },
    markWritesShown: writes.markShown,
    clientOf: async (target) =>
      openClient(parts, { target, transport: await openNetwork(parts, target) }, await guard()),
    async allProfiles() {
      const chosen = await choose();
      requireContext(chosen);
      await noteKeylessProfiles(parts.output, chosen);
      const connection = await connect(false);
      const connectToWrite = createLazy(() => connect(true));
      const primary = { alias: null, profileKey: null };
      return [primary, ...(await connection.profiles())].map(({ alias, profileKey }) => {
        const ofProfile = { ...chosen, choice: chooseProfile(chosen.choice, alias, profileKey) };
        const target = { ...connection.target, profileKey };
        return {
          ...port,
          choose: async () => ofProfile,
          async client(use = { writes: false }) {
            const rules = await guard();
            if (use.writes && use.sends !== undefined) rules.refuse(use.sends.row, use.sends.body);
            const { transport } = use.writes ? await connectToWrite() : connection;
            return openChosenClient(parts, ofProfile, { ...connection, transport, target }, rules);
          },
        };
      });
    },
    currentContext: async () => chooseContext(await choiceInput()),
  };
  return port;
}

async function readChoiceInput(
  { world, flags, typed }: ContextParts,
  settings: SettingsPort,
): Promise<ChoiceInput> {
  // commands that call no service have no flag for its address, whose schema reads the variable
  const baseUrl = flags.baseUrl ?? readVariable(world.env, 'CRIER_BASE_URL') ?? undefined;
  return {
    flags: { ...flags, baseUrl },
    typed,
    env: world.env,
    settings: await settings.read(),
    project: readProject(world.folder),
    readFile: settings.readKeyFile,
    runKeyCommand: settings.runKeyCommand,
    openSecret: settings.openSecret,
  };
}

async function chooseOnce(input: ChoiceInput): Promise<Chosen> {
  return { choice: await chooseService(input), settings: input.settings, project: input.project };
}

function chooseContext(input: ChoiceInput): NamedContext {
  const [named] = listNamedContexts(input);
  if (named !== undefined) return named;
  requireChosen(input.settings);
  return { name: SANDBOX, origin: { kind: 'default', where: 'built in' } };
}

/** Prints each sentence only once. */
function printOnce(output: Output): Output {
  const printed = new Set<string>();
  const createPrinter = (print: Output['note']) => async (sentence: string) => {
    if (printed.has(sentence)) return;
    printed.add(sentence);
    await print(sentence);
  };
  return { ...output, note: createPrinter(output.note), notice: createPrinter(output.notice) };
}

/** The same choice, for another of its profiles. */
function chooseProfile(
  choice: ServiceOrSandbox,
  profile: string | null,
  profileKey: string | null,
): ServiceOrSandbox {
  if (choice.kind === 'sandbox') return { ...choice, profile };
  return { ...choice, profile, target: { ...choice.target, profileKey } };
}

/** Keys of profiles are saved in contexts. @throws CrierError of kind usage for an address without one */
function requireContext({ choice, settings }: Chosen): void {
  if (choice.kind === 'sandbox' || choice.context !== null) return;
  throw createUsageError(
    'the profiles of an address from a flag or variable are not known',
    adviseSavedContext(settings) ??
      'save the address as a context ("crier login"), and the keys of its profiles ("crier profiles save <alias>")',
  );
}

/** Endpoints that change the account, whichever profile calls them. */
const OF_ACCOUNT: readonly EndpointRoute[] = [
  ROUTES.createProfile,
  ROUTES.updateProfile,
  ROUTES.deleteProfile,
];

function isOfAccount(row: EndpointRoute | undefined): boolean {
  return OF_ACCOUNT.some(({ method, path }) => row?.method === method && row.path === path);
}

/**
 * Names the profile that a change is for where none was named and several are saved. What cannot be seen by a person
 * needs it named: it could be a change for the wrong one.
 *
 * @throws CrierError of kind usage without a terminal
 * @see docs/command-line.md#identity
 */
async function noteGuessedProfile(parts: ContextParts & { chosen: Chosen }): Promise<void> {
  const { choice, settings } = parts.chosen;
  if (choice.kind === 'sandbox' || choice.context === null || choice.isProfileNamed) return;
  const { context } = choice;
  const { profiles = {}, profilesWithoutKey = {} } = findContext(settings, context) ?? {};
  const aliases = [...Object.keys(profiles), ...Object.keys(profilesWithoutKey)];
  if (aliases.length < 2) return;
  const names = joinWithOr(aliases);
  if (isInteractive(parts))
    return parts.output.note(
      `this is for the Primary Profile of "${context}"; --profile names another: ${names}`,
    );
  const failure = createUsageError(
    `the context "${context}" has several profiles, and none is named for this change`,
    `nothing was sent; add ${formatFlags`--profile <alias>`} (${names}, or none for the Primary Profile), set CRIER_PROFILE, or choose one for every command: "${crier`profiles use <alias> --context ${context}`}"`,
  );
  throw markDiscovery(failure);
}

/** A profile that was handed over without its key cannot be read, so that "all" would be wrong without a note. */
async function noteKeylessProfiles({ note }: Output, { choice, settings }: Chosen): Promise<void> {
  const context = choice.kind === 'sandbox' ? null : choice.context;
  const { profilesWithoutKey = {} } = (context === null ? null : findContext(settings, context)) ?? {};
  const aliases = Object.keys(profilesWithoutKey);
  if (context === null || aliases.length === 0) return;
  await note(
    `not included, because their keys are not on this machine: ${aliases.join(', ')}; "${crier`profiles save <alias> --context ${context}`}" saves one`,
  );
}

interface ChosenConnection {
  target: ServiceTarget;
  transport: Transport;
  /** The profiles whose keys are known. */
  profiles(): Promise<readonly { alias: string; profileKey: string }[]>;
}

/**
 * Connects to the chosen service, after announcing what could surprise the user.
 *
 * @param use `writes` when something is changed
 */
async function openConnection(
  parts: ContextParts,
  chosen: Chosen,
  { writes, openSecret }: { writes: boolean; openSecret: OpenSecret },
): Promise<ChosenConnection> {
  const { output } = parts;
  const { choice, settings } = chosen;
  for (const sentence of listAnnouncements(parts.flags, chosen, writes)) await output.note(sentence);
  if (choice.kind === 'sandbox') {
    const { connectSandbox } = await import('./sandbox/connect-sandbox.ts');
    const { profiles, ...connection } = await connectSandbox(parts, choice, writes);
    return { ...connection, profiles: async () => profiles };
  }
  const { context, target } = choice;
  return {
    target,
    transport: await openNetwork(parts, target),
    profiles: () => readProfileKeys(settings, context, openSecret),
  };
}

/** Creates a client for the chosen service. In the sandbox, its errors name the command that lifts them. */
async function openChosenClient(
  parts: ContextParts,
  { choice }: Chosen,
  connection: ChosenConnection,
  guard: WriteGuard,
): Promise<Client> {
  const opened = await openClient(parts, connection, guard);
  const client = parts.host?.keptReads?.wrap(opened, formatServiceKey(choice)) ?? opened;
  return choice.kind === 'sandbox' ? suggestSandboxFixes(client, choice.profile) : client;
}

async function openNetwork(parts: ContextParts, target: ServiceTarget): Promise<Transport> {
  const skipVerify = parts.flags.insecureSkipTlsVerify ?? false;
  if (skipVerify && target.baseUrl.protocol === 'https:') {
    await parts.output.note(
      `the certificate of ${target.baseUrl.host} is not verified: anyone on the network path can read the keys`,
    );
  }
  const { caFile } = parts.flags;
  if (caFile === undefined) return parts.world.openNetwork({ skipVerify, trusted: null });
  const { readCertificates } = await import('../settings/read-certificates.ts');
  return parts.world.openNetwork({ skipVerify, trusted: await readCertificates(caFile, parts.world) });
}

/**
 * What could surprise the user: a project file that chose the service, and a write to another context than
 * the default.
 */
function listAnnouncements(
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
    ...(byProject.length === 0 ? [] : [`${project?.file} chooses ${joinWithAnd(byProject)}`]),
    ...(writes && !isUsual
      ? [`this writes to the context "${name}" (${where}), which is not the default`]
      : []),
  ];
}

/** Creates a client for a target and a transport. */
async function openClient(
  parts: ContextParts,
  { target, transport }: { target: ServiceTarget; transport: Transport },
  guard: WriteGuard,
): Promise<Client> {
  const { world, output, writes, budget } = parts;
  const flags = requireRemote(parts.flags);
  const trace = await openRequestedTrace(parts);
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
    budget,
    warn: (sentence) => talk.push(output.note(sentence)),
    observe: trace?.record,
  });
  const waiting = <Value>(answer: Promise<Value>) =>
    output.progress.track(`waiting for ${target.baseUrl.host}`, answer);
  return wrapClient(guard, {
    ...client,
    call: (row, input) => writes.track(row, () => client.plan(row, input), waiting(client.call(row, input))),
    stream: (row, input, isSplit) => waiting(client.stream(row, input, isSplit)),
    fold: (row, input, isSplit, begin) =>
      waiting(client.fold(row, input, isSplit, () => limitGrowthOf(begin()))),
    request: (input) => writes.track(input, () => client.plan(input), waiting(client.request(input))),
  });
}

/** Opens the trace; null unless `--verbose` or `--trace-file` is given. */
async function openRequestedTrace({ world, flags, output }: ContextParts): Promise<Trace | null> {
  const file = flags.traceFile ?? null;
  if (!flags.verbose && file === null) return null;
  const { openTrace } = await import('./trace.ts');
  return openTrace({ say: flags.verbose ? output.trace : null, note: output.note, file, clock: world.clock });
}

function requireRemote(flags: EveryFlags & Partial<RemoteFlags>) {
  const { timeout, retries, maxWait } = flags;
  if (timeout === undefined || retries === undefined || maxWait === undefined) {
    throw new Error('a command calls the service without the REMOTE flags');
  }
  return { ...flags, timeout, retries, maxWait };
}
