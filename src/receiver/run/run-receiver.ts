import { randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { ForwardTarget } from '../forwarding.ts';
import { describeOwnProcess, startHeartbeat } from '../heartbeat.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { type InboxLocation, openInbox } from '../inbox/open-inbox.ts';
import { keepInbox } from '../keep-inbox.ts';
import type { ReceiverFault, ReceiverReport } from '../receiver-endpoint.ts';
import { waitForStore } from '../wait-for-store.ts';
import { followHistory, type HistorySource } from './catch-up.ts';
import {
  type ChosenTarget,
  createForwardPlan,
  createTargetLabels,
  openTargets,
  requireDistinctTargets,
} from './chosen-targets.ts';
import { createEnding } from './end-of-run.ts';
import { createForwarders, type Forwarders, type ForwardRunOptions } from './forwarders.ts';
import { createReceivedReports } from './received-reports.ts';
import type { ReceiverLog } from './receiver-log.ts';
import { addRequestSpan, openReceiverLog, traceTargets } from './receiver-telemetry.ts';
import { type DeliveryServerOptions, serveDeliveries } from './serve-deliveries.ts';
import { type DatedEntry, type TakenReport, takeHistory } from './take-history.ts';
import { type AdminOptions, openWatch, type ReceiverWatch } from './watch-receiver.ts';
import type { ReceiverWorld } from './world.ts';

export interface ReceiverRunOptions extends DeliveryServerOptions, ForwardRunOptions, AdminOptions {
  /** Of deliveries; null for the one of the last run, or a new one that cannot be guessed. */
  path: string | null;
  store: InboxLocation;
  targets: readonly ChosenTarget[];
  /** Plans what is forwarded, and leaves it to forwarders. */
  noForward: boolean;
  /** What is forwarded in order of arrival; undefined for no order. */
  ordered?: 'person' | 'post' | undefined;
  getSecrets(): readonly string[];
  /** As in `ReceiverOptions`. */
  toleranceMs: number | null;
  /** How long deliveries are kept that nothing is to be done with, in milliseconds. */
  keepMs: number;
  most: number;
}

export type RunningReceiver = Awaited<ReturnType<typeof runReceiver>>;

const STOPPING = 'the receiver is stopping';

/**
 * Starts a receiver that takes in deliveries and forwards them. It is ready when its promise resolves: a request to its
 * own address came back.
 *
 * @throws CrierError `usage` when the port, the inbox or a target cannot be used, `unavailable` when the store does not
 *   answer before it listens
 */
export async function runReceiver(options: ReceiverRunOptions, world: ReceiverWorld) {
  if (options.noForward) requireDistinctTargets(options.targets);
  const targets = options.noForward ? [] : await openTargets(options.targets, options.deadlineMs, world);
  const inbox = await openInbox(options.store);
  try {
    return await runWithInbox(inbox, targets, options, world);
  } catch (error) {
    await inbox.close();
    throw error;
  }
}

async function runWithInbox(
  inbox: Inbox,
  forwarded: readonly ForwardTarget[],
  options: ReceiverRunOptions,
  world: ReceiverWorld,
) {
  const { targets, getSecrets, toleranceMs } = options;
  const { clock } = world;
  const { path, lastSeen, waiting } = await readStart(inbox, options.path);
  const names = targets.map(({ name }) => name);
  const labelTarget = createTargetLabels(targets);
  const { log, telemetry } = await openReceiverLog(world, labelTarget);
  const forwarders = createForwarders(inbox, traceTargets(forwarded, telemetry, { labelTarget, clock }));
  await forwarders.watch();
  let obstacle: string | null = 'the receiver is starting';
  // before the first delivery, so that it counts all of them
  const watched = {
    inbox,
    targets: names,
    labelTarget,
    forwarders,
    log,
    telemetry,
    getObstacle: () => obstacle,
  };
  const watch = await openWatch(options, watched, world);
  const results = createResults({ inbox, forwarders, watch, log, most: options.most }, world);
  const planForwardings = createForwardPlan(targets, options.ordered);
  const receiving = { path, getSecrets, toleranceMs, inbox, planForwardings, onReport: results.add };
  const reporting = { onFault: log.addFault, onDrop: results.addDrop };
  const server = await serveDeliveries(options, { ...receiving, ...reporting }, world);
  const { listener } = server;
  void results.reports.full.then(listener.close);
  obstacle = null;
  void listener.closed.then(() => {
    obstacle = STOPPING;
  });
  forwarders.start(options, { clock, watch, log });
  const own = describeOwnProcess('listener', names, await world.ownProcess());
  const heartbeat = startHeartbeat(inbox, own, clock);
  const upkeep = createUpkeep(inbox, options, { clock, log });

  const finish = () => {
    obstacle = STOPPING;
    return finishParts([
      server.finish,
      forwarders.stop,
      upkeep.stop,
      results.flush,
      heartbeat.stop,
      async () => telemetry?.stop(),
      inbox.close,
    ]);
  };
  return {
    ...{ inbox, path, waiting, targets, labelTarget, listener, log, watch },
    /** On this machine. */
    url: server.url,
    /** Of `listProcesses`. */
    processId: own.id,
    reports: results.reports,
    get counts() {
      return { ...results.counts, ...forwarders.counts };
    },
    countInFlight: () => forwarders.countInFlight(),
    untilIdle: forwarders.untilIdle,
    catchUp: createCatchUp(
      { inbox, lastSeen, planForwardings, results, upkeep, log, closed: listener.closed },
      world,
    ),
    ...createEnding(finish, forwarders, clock),
  };
}

/** Takes nothing more, finishes what is in progress, and closes the inbox: each when the one before has ended. */
async function finishParts(parts: readonly (() => Promise<void>)[]): Promise<void> {
  for (const finish of parts) await finish();
}

/** Takes in what came since the last run, and from then on removes what is old. */
function createCatchUp(
  parts: {
    inbox: Inbox;
    lastSeen: number | null;
    planForwardings: ReturnType<typeof createForwardPlan>;
    results: { add(report: ReceiverReport): void };
    upkeep: ReturnType<typeof createUpkeep>;
    log: ReceiverLog;
    closed: Promise<void>;
  },
  world: ReceiverWorld,
) {
  const { inbox, lastSeen, planForwardings, results, upkeep, log, closed } = parts;
  const { now } = world.clock;
  const onTaken = (report: TakenReport) => {
    if (report.repeats === null) results.add(report);
  };
  const take = (dated: readonly DatedEntry[]) =>
    takeHistory(
      dated.map(({ entry }) => entry),
      { inbox, now, planForwardings, onTaken },
    );
  /** @param history null to leave it @throws CrierError of the service if the history is read once */
  return async (history: HistorySource | null): Promise<void> => {
    if (history === null) return upkeep.start();
    await followHistory(history, { lastSeen, take, startUpkeep: upkeep.start, log, closed }, world);
  };
}

function createResults(
  {
    inbox,
    forwarders,
    watch,
    log,
    most,
  }: { inbox: Inbox; forwarders: Forwarders; watch: ReceiverWatch; log: ReceiverLog; most: number },
  { clock, signal }: ReceiverWorld,
) {
  const counts = { new: 0, repeated: 0, refused: 0 };
  const refusals = countRefusals(inbox, log.addFault);
  const waiting = { clock, signal, onFault: log.addFault };
  const reports = createReceivedReports({
    find: (number) => waitForStore(() => inbox.find(number), waiting),
    most,
    onBehind: log.addBehind,
    onLost: log.addLost,
  });
  return {
    counts,
    reports,
    flush: refusals.flush,
    addDrop(): void {
      watch.metrics?.addDrop();
      log.addDrop();
    },
    add(report: ReceiverReport): void {
      watch.metrics?.addReport(report);
      if (watch.telemetry !== null) addRequestSpan(watch.telemetry, report);
      log.addReport(report);
      if (report.kind === 'refused') {
        counts.refused += 1;
        refusals.add(report.fault, report.receivedAt);
      } else {
        counts[report.repeats === null ? 'new' : 'repeated'] += 1;
        forwarders.wake();
        log.clearFault();
      }
      reports.add(report);
    },
  };
}

/** Notes that the receiver runs, and removes what is old, from `start` on: when what came before is taken in. */
function createUpkeep(
  inbox: Inbox,
  { keepMs, toleranceMs }: ReceiverRunOptions,
  { clock, log }: { clock: Clock; log: ReceiverLog },
) {
  const ending = new AbortController();
  let keeping: Promise<void> | null = null;
  const writeMark: Inbox['writeMark'] = async (name, value) => {
    await inbox.writeMark(name, value);
    log.clearFault();
  };
  const upkeep = {
    inbox: { ...inbox, writeMark },
    ...{ clock, keepMs, claimMs: toleranceMs ?? 0, onFault: log.addFault },
  };
  return {
    start(getCaughtUp?: () => number): void {
      keeping ??= keepInbox({ ...upkeep, ...(getCaughtUp && { getCaughtUp }) }, ending.signal);
    },
    async stop(): Promise<void> {
      ending.abort('stopped');
      await keeping;
    },
  };
}

/** Reads the store before the receiver listens: from then on, one that does not answer does not end it. */
async function readStart(inbox: Inbox, path: string | null) {
  const lastSeen = await inbox.readMark('last seen');
  return {
    /** The path that was registered keeps working in later runs, and is that of all listeners of the inbox. */
    path: path ?? (await inbox.ensureMark('path', `/${randomBytes(16).toString('hex')}`)),
    /** When a receiver last ran, in milliseconds since 1970; null if none has. */
    lastSeen: lastSeen === null ? null : Number(lastSeen),
    waiting: await inbox.listWaitingTargets(),
  };
}

/** Counts refused requests. A flood of them costs one write at a time. */
function countRefusals(inbox: Inbox, onFault: (error: unknown) => void) {
  let waiting = new Map<string, number>();
  let writing: Promise<void> | null = null;
  let latest = 0;
  const write = async () => {
    while (waiting.size > 0) {
      const counted = waiting;
      waiting = new Map();
      await inbox.countRefusals(counted, latest).catch(onFault);
    }
    writing = null;
  };
  return {
    add(reason: ReceiverFault, at: number) {
      waiting.set(reason, (waiting.get(reason) ?? 0) + 1);
      latest = at;
      writing ??= write();
    },
    async flush(): Promise<void> {
      await writing;
    },
  };
}
