import { type Client, createClient, type ServiceTarget } from '../../client/client.ts';
import type { Transport } from '../../client/transport.ts';
import { joinWithAnd } from '../../domain/text/lists-and-counts.ts';
import { suggestSandboxFixes } from '../sandbox/sandbox-fixes.ts';
import { listNamedContexts } from '../settings/named-context.ts';
import { readProject } from '../settings/read-settings.ts';
import { requireChosen, SANDBOX } from '../settings/settings.ts';
import type { EveryFlags, RemoteFlags } from '../shell/flags/flags.ts';
import { type ChoiceInput, chooseService } from './choose-service.ts';
import type { Chosen, CommandContext, ContextParts } from './context.ts';
import type { Trace } from './trace.ts';

/**
 * Connects to the chosen service, after announcing what could surprise the user. @param writes something is
 * changed
 */
export async function connect(parts: ContextParts, chosen: Chosen, writes: boolean): Promise<Client> {
  const { output } = parts;
  const { choice } = chosen;
  for (const sentence of listAnnouncements(parts.flags, chosen, writes)) await output.note(sentence);
  if (choice.kind === 'sandbox') {
    const { connectSandbox } = await import('./connect-sandbox.ts');
    return suggestSandboxFixes(
      await openClient(parts, await connectSandbox(parts, choice, writes)),
      choice.profile,
    );
  }
  return openNetworkClient(parts, choice.target);
}

/** Connects to a service on the network. */
export async function openNetworkClient(parts: ContextParts, target: ServiceTarget): Promise<Client> {
  const skipVerify = parts.flags.insecureSkipTlsVerify ?? false;
  if (skipVerify && target.baseUrl.protocol === 'https:') {
    await parts.output.note(
      `the certificate of ${target.baseUrl.host} is not verified: anyone on the network path can read the keys`,
    );
  }
  return openClient(parts, { target, transport: await parts.world.openNetwork({ skipVerify }) });
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
  { target, transport }: { readonly target: ServiceTarget; readonly transport: Transport },
): Promise<Client> {
  const { world, output } = parts;
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
    warn: (sentence) => talk.push(output.note(sentence)),
    ...(trace !== null && { observe: trace.record }),
  });
  const waiting = <Value>(answer: Promise<Value>) =>
    output.progress.track(`waiting for ${target.baseUrl.host}`, answer);
  const { writes } = parts;
  return {
    ...client,
    call(row, input) {
      const answer = waiting(client.call(row, input));
      return row.method === 'GET' ? answer : writes.track(() => client.plan(row, input), answer);
    },
    request(input) {
      const answer = waiting(client.request(input));
      return input.method === 'GET' ? answer : writes.track(() => client.plan(input), answer);
    },
  };
}

/** Opens the trace; null unless `--verbose` or `--trace-file` is given. */
async function openRequestedTrace({ world, flags, output }: ContextParts): Promise<Trace | null> {
  const file = flags.traceFile ?? null;
  if (!flags.verbose && file === null) return null;
  const { openTrace } = await import('./trace.ts');
  return openTrace({ say: flags.verbose ? output.trace : null, note: output.note, file, clock: world.clock });
}

type RetryFlags = Pick<RemoteFlags, 'timeout' | 'retries' | 'maxWait'>;

function requireRemote(flags: EveryFlags & Partial<RemoteFlags>): EveryFlags & RetryFlags {
  const { timeout, retries, maxWait } = flags;
  if (timeout === undefined || retries === undefined || maxWait === undefined) {
    throw new Error('a command calls the service without the REMOTE flags');
  }
  return { ...flags, timeout, retries, maxWait };
}

/** Input of the choice of a service. */
type ChoiceParts = Pick<ContextParts, 'world' | 'flags' | 'typed'> &
  Pick<CommandContext, 'settings' | 'readKeyFile'>;

/** Chooses the service of a run on first use, and only once, since a key may come from standard input. */
export function createServiceChoice({
  world,
  flags,
  typed,
  settings,
  readKeyFile,
}: ChoiceParts): Pick<CommandContext, 'choiceInput' | 'choose' | 'currentContext'> {
  const given = async (): Promise<ChoiceInput> => ({
    flags,
    typed,
    env: world.env,
    settings: await settings.read(),
    project: readProject(world.folder),
    readFile: readKeyFile,
  });
  const decide = async (): Promise<Chosen> => {
    const all = await given();
    return { choice: await chooseService(all), settings: all.settings, project: all.project };
  };
  let chosen: Promise<Chosen> | undefined;
  return {
    choiceInput: given,
    choose() {
      chosen ??= decide();
      return chosen;
    },
    async currentContext() {
      const all = await given();
      const [named] = listNamedContexts(all);
      if (named !== undefined) return named;
      requireChosen(all.settings);
      return { name: SANDBOX, origin: { kind: 'default', where: 'built in' } };
    },
  };
}
