import type { Ingest } from './ingest.ts';
import type { OutboundQueue } from './outbound-queue/queue.ts';
import { type Commit, createCommit, createDueTimes, type EnginePorts } from './ports.ts';
import type { AdvanceRequest, AdvanceResult } from './scheduler/advance.ts';
import type { DueRunner } from './scheduler/due.ts';
import type { EngineLoop } from './scheduler/keep-running.ts';

/** Runs automations, scheduled posts, deliveries and callbacks. Its parts are loaded when they are first needed. */
export interface Engine extends EnginePorts {
  /** Runs a named transaction, with its crash points. */
  commit: Commit;
  /** Ingests engagements that a network reports. */
  ingest(...notices: Parameters<Ingest>): Promise<ReturnType<Ingest>>;
  /** Whether a post or dispatch is due. Reads only, without the write lock. */
  isWorkDue(): boolean;
  /** Runs posts and dispatches that are due; shared by everything that runs due work. */
  dueRunner(): Promise<DueRunner>;
  /**
   * Runs what has fallen due since the last command, for a limited time: without a server nothing else does.
   *
   * @see docs/decisions/0005-transport-is-an-argument.md
   */
  runOverdue(): Promise<void>;
  /** Advances a clock, and runs what falls due. */
  advance(request: AdvanceRequest): Promise<AdvanceResult>;
  /** Runs what falls due until it is stopped. */
  keepRunning(): Promise<EngineLoop>;
  /**
   * The queues of outbound requests of this process, shared by everything that runs due work; empty without an
   * outbound client.
   */
  outboundQueues(): Promise<readonly OutboundQueue[]>;
  /**
   * Aborts requests in flight and starts no more; a clock that is being advanced stays where it is.
   *
   * @returns how many requests were aborted, once that is recorded
   */
  stop(): Promise<number>;
}

/** Maximum time for due work before a command is answered; the rest is left to the next command. */
const SETTLE_MS = 200;

export function createEngine(ports: EnginePorts): Engine {
  const { store } = ports;
  const commit = createCommit(ports);
  const due = createDueTimes(ports);
  const jobListeners = new Set<() => void>();
  let isStopped = false;
  let queues: Promise<readonly OutboundQueue[]> | undefined;

  const loadIngest = makeOnce(async () => {
    const { createIngest } = await import('./ingest.ts');
    return createIngest({ ...ports, commit });
  });
  const loadDueRunner = makeOnce(async () => {
    const { createDueRunner } = await import('./scheduler/due.ts');
    return createDueRunner({ ...ports, commit, due });
  });

  async function openQueues(): Promise<readonly OutboundQueue[]> {
    if (ports.openOutbound === undefined) return [];
    // most requests to a sandbox need none of this
    const [
      { createOutboundQueue },
      { createCallbackJobs },
      { createDeliveryJobs },
      { createFeedJobs },
      outbound,
    ] = await Promise.all([
      import('./outbound-queue/queue.ts'),
      import('./outbound-queue/callbacks.ts'),
      import('./outbound-queue/deliveries.ts'),
      import('./outbound-queue/feeds.ts'),
      ports.openOutbound(),
    ]);
    const onChange = () => {
      for (const notify of jobListeners) notify();
    };
    const parts = {
      ...ports,
      commit,
      outbound,
      group: store.group,
      isWriteLocked: () => store.isWriteLocked(),
      onChange,
    };
    // callbacks first, since dispatches wait for them
    return [
      createOutboundQueue(createCallbackJobs(ports), parts),
      createOutboundQueue(createDeliveryJobs(ports, outbound), parts),
      createOutboundQueue(createFeedJobs(ports), parts),
    ];
  }
  const outboundQueues = () => (queues ??= openQueues());

  function listen(listener: () => void): () => void {
    jobListeners.add(listener);
    return () => void jobListeners.delete(listener);
  }

  /**
   * On an error the request itself meets the same error and reports it. While another process holds the write lock,
   * nothing can be run.
   */
  function mayBeOverdue(): boolean {
    try {
      return due.isWorkDue() && !store.isWriteLocked();
    } catch {
      return false;
    }
  }

  return {
    ...ports,
    commit,
    ingest: async (produceNotices) => (await loadIngest())(produceNotices),
    isWorkDue: due.isWorkDue,
    dueRunner: loadDueRunner,
    async runOverdue() {
      if (!mayBeOverdue()) return;
      await (await loadDueRunner()).run({ withinMs: SETTLE_MS });
    },
    async advance(request) {
      const [{ advanceBy }, runner, open] = await Promise.all([
        import('./scheduler/advance.ts'),
        loadDueRunner(),
        outboundQueues(),
      ]);
      const hasStopped = () => isStopped;
      return advanceBy({ ...ports, commit, due, runner, queues: open, hasStopped }, request);
    },
    async keepRunning() {
      const [{ startEngineLoop }, runner, open] = await Promise.all([
        import('./scheduler/keep-running.ts'),
        loadDueRunner(),
        outboundQueues(),
      ]);
      return startEngineLoop({ ...ports, due, runner, queues: open, listen });
    },
    outboundQueues,
    async stop() {
      isStopped = true;
      const open = (await queues) ?? [];
      const aborted = open.reduce((sum, each) => sum + each.inFlight, 0);
      await Promise.all(open.map((each) => each.stop()));
      return aborted;
    },
  };
}

/** Makes a value on its first use. */
function makeOnce<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
