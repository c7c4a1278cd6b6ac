import type { CommandContext } from '../../framework/command/context.ts';
import type { SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import { readServiceTime } from '../../framework/command/service-time.ts';
import { getInboxFile } from '../../framework/settings/paths.ts';
import { SANDBOX } from '../../framework/settings/settings.ts';
import { chooseStore } from '../webhooks/choose-store.ts';
import { followChanges } from './follow-changes.ts';
import { createGivenAddresses } from './given-addresses.ts';
import { readPageFiles } from './page-files.ts';
import { createPageImages } from './page-images.ts';
import { listReceiverTargets, type PageReceiver } from './page-receiver.ts';
import { createPageSessions } from './page-session.ts';
import { createPageRunner } from './run-for-page.ts';
import { answerPage } from './serve-page.ts';
import { createTabChanges, listSources } from './watched-sources.ts';

/** A file of 24 MB in base64, and what is around it. */
const BODY_BYTES = 33 * 1024 * 1024;

export interface DashboardOptions {
  /** 0 for any free port (default). */
  readonly port?: number;
  readonly isReadOnly?: boolean;
  /** Whether it shows images, which it reads from their hosts (default). */
  readonly showsImages?: boolean;
  /** Opens it in the browser. */
  readonly isOpened: boolean;
  /** Where a reverse proxy of this machine serves it; undefined for none. */
  readonly publicUrl?: URL | undefined;
  readonly receiver: PageReceiver;
  /** The view that a link leads to, as in the address of the page (default: the first one). */
  readonly view?: string;
  /** The sandbox that this process serves, in place of the chosen service. */
  readonly served?: SandboxControl;
}

/** Serves the page until the run ends. @returns the first link to it, and what resolves when it is served no longer */
export async function startDashboard(options: DashboardOptions, context: CommandContext) {
  const { io } = context;
  const { port = 0, isReadOnly = false, showsImages = true, publicUrl, receiver, served } = options;
  const forwardsTo = listReceiverTargets(receiver);
  const { readNow, inbox, flags, ...account } = await (served === undefined
    ? readAccount(receiver, context)
    : describeServed(served, context));
  const sandbox = account.isSandbox ? await context.sandbox.share() : null;
  const sessions = createPageSessions(io.clock.now);
  const sources = listSources(sandbox, inbox, context);
  const tabs = createTabChanges();
  const readState = async () => ({
    ...account,
    profiles: [...account.profiles],
    isReadOnly,
    showsImages,
    forwardsTo,
    timeZone: io.timeZone,
    aheadMs: (await readNow()) - io.now(),
  });
  const { isSandbox, profiles } = account;
  const givenImages = createGivenAddresses();
  const runs = {
    profiles,
    isSandbox,
    isReadOnly,
    receiver,
    flags,
    givenImages,
    sandbox: sandbox?.world,
    onChanged: tabs.note,
  };
  const readImage = createPageImages({
    given: givenImages,
    clock: io.clock,
    openOutbound: () => io.outbound([]),
    readUpload: sandbox?.readUpload ?? null,
  });
  const parts = {
    sessions,
    publicUrl: publicUrl ?? null,
    view: options.view ?? '',
    files: readPageFiles(),
    calls: { state: readState, run: createPageRunner(runs, context) },
    readImage: showsImages ? readImage : async () => 'off' as const,
    follow: (gone: AbortSignal, session: string) =>
      followChanges([...sources, tabs.watchOthers(session)], io.clock, AbortSignal.any([gone, io.signal])),
    onOpened: () => void io.note(`the page is open; for another tab: ${buildLink()}`),
  };
  const listener = await io.listen({
    port,
    bodyBytes: BODY_BYTES,
    answer: (request) => answerPage(request, { ...parts, port: listener.port }),
  });
  const address = publicUrl?.href ?? `http://127.0.0.1:${listener.port}/`;
  const buildLink = () => `${address}#token=${sessions.createLinkToken()}`;
  const link = buildLink();
  if (options.isOpened && !(await io.openPage(link))) await io.note('no browser was opened: open the link');
  return { link, context: account.context, closed: listener.closed };
}

/** Whose account the page shows, and whose receiver. */
async function readAccount(receiver: PageReceiver, context: CommandContext) {
  const { service } = context;
  const { choice } = await service.choose();
  const inbox = await chooseStore(receiver, context);
  const readNow = () => readServiceTime(() => service.client(), context);
  const isSandbox = choice.kind === 'sandbox';
  const hasProfiles = isSandbox || choice.context !== null;
  return {
    context: isSandbox ? SANDBOX : (choice.context ?? choice.target.baseUrl.host),
    isSandbox,
    profiles: new Set(hasProfiles ? await listProfiles(service) : []),
    ...{ inbox, readNow, flags: {} },
  };
}

/** The same for the sandbox that this process serves. */
async function describeServed({ call, connection }: SandboxControl, { io }: CommandContext) {
  return {
    context: SANDBOX,
    isSandbox: true,
    profiles: new Set(connection.credentials.profiles.map(({ alias }) => alias)),
    inbox: { location: getInboxFile(io.machine, true) },
    readNow: async () => Date.parse((await call('getClock', {})).now),
    flags: { sandbox: true },
  };
}

async function listProfiles(service: CommandContext['service']): Promise<readonly string[]> {
  const services = await service.allProfiles();
  const choices = await Promise.all(services.map((each) => each.choose()));
  return choices.flatMap(({ choice }) => choice.profile ?? []);
}
