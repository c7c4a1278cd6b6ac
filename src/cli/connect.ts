import { type Client, createClient, type ServiceTarget } from '../client/client.ts';
import type { Transport } from '../client/transport.ts';
import type { Chosen, ContextParts } from './context.ts';
import type { EveryFlags, RemoteFlags } from './flags.ts';
import { suggestSandboxFixes } from './sandbox-fixes.ts';
import { SANDBOX } from './settings/settings.ts';
import type { Trace } from './trace.ts';

/** Speaks to the service that was chosen, after saying what must not surprise anybody. @param writes something is changed */
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

/** Speaks to a service on the network. */
export async function openNetworkClient(parts: ContextParts, target: ServiceTarget): Promise<Client> {
  const skipVerify = parts.flags.insecureSkipTlsVerify ?? false;
  if (skipVerify && target.baseUrl.protocol === 'https:') {
    await parts.output.note(
      `the certificate of ${target.baseUrl.host} is not checked: anyone in between can read the keys`,
    );
  }
  return openClient(parts, { target, transport: await parts.world.openNetwork({ skipVerify }) });
}

/** What must not surprise anybody: a file that chose, and a service that is written to though it is not the usual one. */
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
    ...(byProject.length === 0 ? [] : [`${project?.file} chooses ${byProject.join(' and ')}`]),
    ...(writes && !isUsual
      ? [`this writes to the context "${name}" (${where}), which is not the default`]
      : []),
  ];
}

/** Speaks to a service on the way that leads to it. */
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

/** Where requests and answers are written down; null when nobody asked for it. */
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
    throw new Error('a command calls the service without listing the flags that go with it');
  }
  return { ...flags, timeout, retries, maxWait };
}
