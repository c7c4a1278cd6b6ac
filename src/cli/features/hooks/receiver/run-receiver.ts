import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { formatUrlHost } from '../../../../domain/addresses/url-shape.ts';
import { CrierError } from '../../../../errors.ts';
import { type ForwardReport, type ForwardRunner, startForwarding } from '../../../../receiver/forwarding.ts';
import { describeOwnProcess, startHeartbeat } from '../../../../receiver/heartbeat.ts';
import type { Inbox } from '../../../../receiver/inbox/inbox.ts';
import { type InboxLocation, openInbox } from '../../../../receiver/inbox/open-inbox.ts';
import { keepInbox } from '../../../../receiver/keep-inbox.ts';
import {
  createReceiverEndpoint,
  DELIVERY_BODY_BYTES,
  type ReceiverReport,
} from '../../../../receiver/receiver-endpoint.ts';
import { countRefusals } from '../../../../receiver/run/count-refusals.ts';
import { finishUnlessCutShort } from '../../../../receiver/run/end-of-run.ts';
import { waitForStore } from '../../../../receiver/wait-for-store.ts';
import type { Uses } from '../../../framework/command/context.ts';
import type { HttpListener } from '../../../framework/command/listener.ts';
import { createExplainer } from './explain-refusal.ts';
import {
  type ChosenTarget,
  createForwardPlan,
  createTargetLabels,
  type ForwardFlags,
  openTargets,
} from './forward-targets.ts';
import { createReceivedStream, type ReceivedStream } from './received-stream.ts';
import { createReceiverLog, type ReceiverLog } from './receiver-log.ts';
import { type AdminFlags, openChosenAdmin, type RunningAdmin } from './serve-admin.ts';

export interface ReceiverSettings extends Omit<ForwardFlags, 'runsHere'>, AdminFlags {
  port: number;
  /** Null for the one of the last run, or a new one that cannot be guessed. */
  path: string | null;
  store: InboxLocation;
  /** Plans what is forwarded, and leaves it to `hooks forward`. */
  noForward: boolean;
  /** The secrets that are valid now. */
  getSecrets(): readonly string[];
  /** The token of health and metrics now; null for none. */
  getAdminToken(): string | null;
  /** Address or name of this machine to listen on; undefined for 127.0.0.1. */
  host?: string | undefined;
  /** Names and ports that requests may give as their host; with none, any. */
  allowHost: readonly string[];
  /** As in `ReceiverOptions`. */
  toleranceMs: number | null;
  keep: number;
  concurrency: number;
  rate: number | null;
  /** Ends after this number of records. */
  most: number;
  /** Where the service reaches it. */
  publicUrl?: string | undefined;
  /** Whether its records have the event. */
  withEvents: boolean;
}

/** A receiver that takes in deliveries and forwards them. */
export interface RunningReceiver extends StoreStart {
  inbox: Inbox;
  /** On this machine. */
  url: string;
  /** Of `listProcesses`. */
  processId: string;
  targets: readonly ChosenTarget[];
  /** How logs and metrics name a target. */
  labelTarget(name: string): string;
  listener: HttpListener;
  records: ReceivedStream;
  plan: ReturnType<typeof createForwardPlan>;
  counts: Readonly<ReceiverCounts>;
  log: ReceiverLog;
  /** Health and metrics; null if they are not served. */
  admin: RunningAdmin | null;
  /** Takes a report, also of deliveries that came another way. */
  report(report: ReceiverReport): void;
  /**
   * Starts to note that it runs, and to remove what is old: called when what came before is taken in.
   *
   * @param getHistoryStart as in `InboxUpkeep`
   */
  startUpkeep(getHistoryStart?: () => number): void;
  /** Resolves when nothing is to be forwarded now. @throws CrierError when the store does not answer */
  untilIdle(): Promise<void>;
  /** Attempts that are being made now. */
  countInFlight(): number;
  /** Takes nothing more, finishes what is under way, and closes the inbox. */
  stop(): Promise<void>;
  /** Ends what is under way, so that `stop` returns. */
  abort(): void;
}

/** What is read of the store before the receiver listens: from then on, one that does not answer does not end it. */
interface StoreStart {
  /** Of deliveries. */
  path: string;
  /** When a receiver last ran, in milliseconds since 1970; null if none has. */
  lastSeen: number | null;
  /** Targets that something waits for. */
  waiting: readonly string[];
}

/** What the receiver has done since it started. */
interface ReceiverCounts {
  new: number;
  repeated: number;
  refused: number;
  forwarded: number;
  failed: number;
  /** Deliveries that were given up for a target. */
  dead: number;
}

type ReceiverPorts = Uses<{
  io:
    | 'listen'
    | 'outbound'
    | 'runWithInput'
    | 'requireCommand'
    | 'ownProcess'
    | 'clock'
    | 'log'
    | 'version'
    | 'signal';
}>['io'];

/**
 * Starts a receiver. It is ready when its promise resolves: a request to its own address came back.
 *
 * @throws CrierError `usage` when the port, the inbox or a target cannot be used, `unavailable` when the store does not
 *   answer before it listens
 */
export async function startReceiver(settings: ReceiverSettings, io: ReceiverPorts): Promise<RunningReceiver> {
  const targets = await openTargets({ ...settings, runsHere: !settings.noForward }, io);
  const inbox = await openInbox(settings.store);
  try {
    return await runWithInbox({ inbox, targets, settings }, io);
  } catch (error) {
    await inbox.close();
    throw error;
  }
}

interface OpenedReceiver {
  inbox: Inbox;
  targets: readonly ChosenTarget[];
  settings: ReceiverSettings;
}

async function runWithInbox(
  { inbox, targets, settings }: OpenedReceiver,
  io: ReceiverPorts,
): Promise<RunningReceiver> {
  const forwarded = settings.noForward ? [] : targets.map(({ target }) => target);
  const runners: ForwardRunner[] = [];
  const start = await readStart(inbox, settings.path);
  await watchInbox(inbox, forwarded, runners);
  const { path } = start;
  const probePath = `/${randomBytes(16).toString('hex')}`;
  const { clock } = io;
  const counts: ReceiverCounts = { new: 0, repeated: 0, refused: 0, forwarded: 0, failed: 0, dead: 0 };
  const plan = createForwardPlan(targets, settings.ordered);
  const labelTarget = createTargetLabels(targets);
  const log = createReceiverLog(io, labelTarget);
  const waiting = { clock, signal: io.signal, onFault: log.logFault };
  const refusals = countRefusals(inbox, log.logFault);
  const records = createReceivedStream({
    inbox: {
      find: (number) => waitForStore(() => inbox.find(number), waiting),
    },
    most: settings.most,
    withEvents: settings.withEvents,
    explain: createExplainer(settings, clock),
    onBehind: log.logBehind,
    onLost: log.logLost,
    onUnreadable: log.logUnreadable,
  });
  let obstacle: string | null = 'the receiver is starting';
  const watched = { inbox, targets, labelTarget, runners, log, getObstacle: () => obstacle };
  // before the first delivery, so that it counts all of them
  const admin = await openChosenAdmin(settings, watched, io);
  const report = (each: ReceiverReport) => {
    admin?.metrics.addReport(each);
    log.logReport(each);
    if (each.kind === 'refused') {
      counts.refused += 1;
      refusals.add(each.fault, each.receivedAt);
    } else {
      counts[each.repeats === null ? 'new' : 'repeated'] += 1;
      for (const runner of runners) runner.wake();
      log.logStored();
    }
    records.add(each);
  };
  const endpoint = createReceiverEndpoint({
    path,
    probePath,
    get secrets() {
      return settings.getSecrets();
    },
    toleranceMs: settings.toleranceMs,
    clock,
    inbox,
    planForwardings: plan,
    onReport: report,
    onFault: log.logFault,
  });
  const underWay = new Set<ReturnType<typeof endpoint>>();
  const { host } = settings;
  const listener = await io.listen({
    port: settings.port,
    ...(host !== undefined && { host }),
    connections: CONNECTIONS,
    onDrop() {
      admin?.metrics.addDrop();
      log.logDrop();
    },
    bodyBytes: DELIVERY_BODY_BYTES,
    answer(request) {
      if (!isAllowedHost(request.headers['host'] ?? '', settings)) return Promise.resolve(NOT_FOUND);
      const answering = endpoint(request);
      underWay.add(answering);
      return answering.finally(() => underWay.delete(answering));
    },
  });
  const origin = `http://${getOwnHost(host)}:${listener.port}`;
  await requireAnswer(`${origin}${probePath}`, io);
  void records.full.then(listener.close);
  obstacle = null;
  void listener.closed.then(() => {
    obstacle = STOPPING;
  });
  runners.push(...forwarded.map(startRunner));
  const names = targets.map(({ target }) => target.name);
  const own = describeOwnProcess('listener', names, await io.ownProcess());
  const heartbeat = startHeartbeat(inbox, own, clock);
  const upkeep = new AbortController();
  const aborting = new AbortController();
  let keeping: Promise<void> | null = null;

  function startRunner(target: ChosenTarget['target']): ForwardRunner {
    const { concurrency, rate: perSecond } = settings;
    const onReport = (each: ForwardReport) => {
      counts[each.outcome.kind === 'done' ? 'forwarded' : 'failed'] += 1;
      if (each.outcome.kind !== 'done' && each.again === null) counts.dead += 1;
      admin?.metrics.addAttempt(each);
      log.logAttempt(each);
      log.logStored();
    };
    return startForwarding({
      target,
      inbox,
      clock,
      concurrency,
      perSecond,
      onReport,
      onFault: log.logFault,
    });
  }

  async function finish(): Promise<void> {
    await listener.finish(ANSWERS_MS);
    await Promise.allSettled(underWay); // what is being stored is stored, though its sender has gone
    await Promise.all(runners.map((runner) => runner.stop()));
    upkeep.abort('stopped');
    await keeping;
    await refusals.flush();
    await heartbeat.stop();
    await inbox.close();
  }

  return {
    ...{ inbox, targets, labelTarget, listener, records, plan, counts, log, admin, report, ...start },
    url: `${origin}${path}`,
    processId: own.id,
    startUpkeep(getHistoryStart) {
      const { keep: keepMs, toleranceMs } = settings;
      const writeMark: Inbox['writeMark'] = async (name, value) => {
        await inbox.writeMark(name, value);
        log.logStored();
      };
      const kept = { prune: inbox.prune, writeMark };
      const parts = { inbox: kept, clock, keepMs, claimMs: toleranceMs ?? 0, onFault: log.logFault };
      keeping ??= keepInbox({ ...parts, ...(getHistoryStart && { getHistoryStart }) }, upkeep.signal);
    },
    untilIdle: async () => void (await Promise.all(runners.map((runner) => runner.untilIdle()))),
    countInFlight: () => countInFlight(runners),
    async stop() {
      obstacle = STOPPING;
      await finishUnlessCutShort(finish(), aborting.signal, clock);
    },
    abort: () => {
      for (const runner of runners) runner.abort();
      aborting.abort('aborted');
    },
  };
}

/** Counts the attempts of all targets that are being made now. */
export function countInFlight(runners: readonly Pick<ForwardRunner, 'inFlight'>[]): number {
  return runners.reduce((sum, { inFlight }) => sum + inFlight, 0);
}

/** Wakes the runners of targets when another process has stored something for them. */
export function watchInbox(
  inbox: Pick<Inbox, 'watch'>,
  targets: readonly { name: string }[],
  runners: readonly Pick<ForwardRunner, 'wake'>[],
): Promise<void> {
  const names = targets.map(({ name }) => name);
  return inbox.watch(names, (name) => runners[names.indexOf(name)]?.wake());
}

async function readStart(inbox: Inbox, path: string | null): Promise<StoreStart> {
  const lastSeen = await inbox.readMark('last seen');
  return {
    path: path ?? (await readPath(inbox)),
    lastSeen: lastSeen === null ? null : Number(lastSeen),
    waiting: await inbox.listWaitingTargets(),
  };
}

/** The path that was registered keeps working in later runs, and is that of all listeners of the inbox. */
async function readPath(inbox: Inbox): Promise<string> {
  return (await inbox.readMark('path')) ?? inbox.ensureMark('path', `/${randomBytes(16).toString('hex')}`);
}

/** The address at which a process of this machine reaches what listens on a host. */
function getOwnHost(host = '127.0.0.1'): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '[::1]' : formatUrlHost(host);
}

/** As for a path that does not exist: strangers learn nothing. @see docs/safety.md#L8 */
const NOT_FOUND = { status: 404, headers: {}, body: new Uint8Array() };

/** Addresses, and localhost, are always allowed: no page in a browser can have such a name (DNS rebinding). */
function isAllowedHost(named: string, { allowHost, publicUrl }: AllowedHosts): boolean {
  if (allowHost.length === 0) return true;
  const host = named.toLowerCase();
  const url = URL.parse(`http://${host}`);
  if (url === null) return false;
  const isOfPublicUrl = publicUrl !== undefined && URL.parse(publicUrl)?.host === url.host;
  return isOfPublicUrl || isLiteralHost(url.hostname) || allowHost.includes(host);
}

interface AllowedHosts {
  allowHost: readonly string[];
  publicUrl?: string | undefined;
}

function isLiteralHost(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/** A reverse proxy opens one for each delivery of a burst. Each may hold a body in memory. */
const CONNECTIONS = 256;

const STOPPING = 'the receiver is stopping';

/** How long requests in progress have at the end: a sender that is slow does not keep it from ending. */
const ANSWERS_MS = 2_000;

const PROBE_MS = 5_000;

/** @throws CrierError of kind unavailable when the address does not answer as this receiver */
async function requireAnswer(url: string, { outbound }: Pick<ReceiverPorts, 'outbound'>): Promise<void> {
  const client = await outbound([new URL(url).host]);
  const request = { url, headers: {}, body: new Uint8Array(), deadlineMs: PROBE_MS, answerBytes: 1_024 };
  const { status, fault } = await client.post(request);
  if (status === 204) return;
  throw new CrierError(
    'unavailable',
    `the receiver does not answer at its own address: ${fault ?? `status ${status}`}`,
    {
      http: null,
      advice: 'something on this machine intercepts local connections; try another --port',
    },
  );
}
