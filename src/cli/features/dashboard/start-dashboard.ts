import type { InboxLocation } from '../../../receiver/inbox/open-inbox.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { readServiceTime } from '../../framework/command/service-time.ts';
import { followChanges } from './follow-changes.ts';
import { readPageFiles } from './page-files.ts';
import { listReceiverTargets, type PageReceiver } from './page-receiver.ts';
import { createPageSessions } from './page-session.ts';
import { createPageRunner } from './run-for-page.ts';
import { answerPage } from './serve-page.ts';
import { listSources } from './watched-sources.ts';

const BODY_BYTES = 1024 * 1024;

export interface DashboardOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly isReadOnly: boolean;
  /** Opens it in the browser. */
  readonly isOpened: boolean;
  /** Where a reverse proxy of this machine serves it; undefined for none. */
  readonly publicUrl?: URL | undefined;
  /** The inbox of the receiver that it shows. */
  readonly inbox: InboxLocation;
  readonly receiver: PageReceiver;
}

/** Serves the page until the run ends. @returns the first link to it, and what resolves when it is served no longer */
export async function startDashboard(options: DashboardOptions, context: CommandContext) {
  const { io } = context;
  const { port, isReadOnly, publicUrl, receiver } = options;
  const forwardsTo = listReceiverTargets(receiver);
  const account = await readAccount(context);
  const sandbox = account.isSandbox ? await context.sandbox.share() : null;
  const sessions = createPageSessions(io.clock.now);
  const sources = listSources(sandbox, options.inbox, context);
  const readState = async () => ({
    ...account,
    isReadOnly,
    forwardsTo,
    timeZone: io.timeZone,
    aheadMs: (await readServiceTime(() => context.service.client(), context)) - io.now(),
  });
  const { isSandbox, profiles } = account;
  const runs = { profiles, isSandbox, isReadOnly, receiver, openSandbox: sandbox?.openSandbox };
  const parts = {
    sessions,
    publicUrl: publicUrl ?? null,
    files: readPageFiles(),
    calls: { state: readState, run: createPageRunner(runs, context) },
    follow: (gone: AbortSignal) => followChanges(sources, io.clock, AbortSignal.any([gone, io.signal])),
    onOpened: () => void io.note(`the page is open; for another tab: ${buildLink()}`),
  };
  const listener = await io.listen({
    port,
    bodyBytes: BODY_BYTES,
    answer: (request) => answerPage(request, { ...parts, port: listener.port }),
  });
  const buildLink = () =>
    `${publicUrl?.href ?? `http://127.0.0.1:${listener.port}/`}#token=${sessions.createLinkToken()}`;
  const link = buildLink();
  if (options.isOpened && !(await io.openPage(link))) await io.note('no browser was opened: open the link');
  return { link, context: account.context, closed: listener.closed };
}

/** Whose account the page shows. */
async function readAccount({ service }: CommandContext) {
  const { choice } = await service.choose();
  if (choice.kind === 'sandbox')
    return { context: 'sandbox', isSandbox: true, profiles: await listProfiles(service) };
  const context = choice.context ?? choice.target.baseUrl.host;
  return { context, isSandbox: false, profiles: choice.context === null ? [] : await listProfiles(service) };
}

async function listProfiles(service: CommandContext['service']): Promise<readonly string[]> {
  const services = await service.allProfiles();
  const choices = await Promise.all(services.map((each) => each.choose()));
  return choices.flatMap(({ choice }) => choice.profile ?? []);
}
