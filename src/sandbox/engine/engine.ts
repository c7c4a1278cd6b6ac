import type { Ingest } from './ingest.ts';
import type { OutboundQueue } from './outbound-queue/queue.ts';
import { type EnginePorts, isWorkDue } from './ports.ts';
import type { AdvanceRequest, AdvanceResult } from './scheduler/advance.ts';
import type { EngineLoop } from './scheduler/keep-running.ts';

/** Maximum time for due work before a command is answered; the rest is left to the next command. */
const SETTLE_MS = 200;

export type Engine = ReturnType<typeof createEngine>;

/** Runs automations, scheduled posts, deliveries and callbacks. Its parts are loaded when they are first needed. */
export function createEngine(ports: EnginePorts) {
  const jobListeners: (() => void)[] = [];
  let isStopped = false;
  let queues: Promise<readonly OutboundQueue[]> | undefined;
  const onChange = () => {
    for (const notify of jobListeners) notify();
  };
  const loadIngest = makeOnce(async () => (await import('./ingest.ts')).createIngest(ports));
  const loadDueRunner = makeOnce(async () => (await import('./scheduler/due.ts')).createDueRunner(ports));
  const outboundQueues = () => (queues ??= openQueues(ports, onChange));
  const listen = (listener: () => void) => void jobListeners.push(listener);
  return {
    ...ports,
    /** Ingests engagements that a network reports. */
    ingest: async (...notices: Parameters<Ingest>): Promise<ReturnType<Ingest>> =>
      (await loadIngest())(...notices),
    /** Runs posts and dispatches that are due; shared by everything that runs due work. */
    dueRunner: loadDueRunner,
    /**
     * Runs what has fallen due since the last command, for a limited time: without a server nothing else does.
     *
     * @see docs/decisions/0005-transport-is-an-argument.md
     */
    async runOverdue(): Promise<void> {
      if (mayBeOverdue(ports)) await (await loadDueRunner()).run({ withinMs: SETTLE_MS });
    },
    /** Advances a clock, and runs what falls due. */
    async advance(request: AdvanceRequest): Promise<AdvanceResult> {
      const [{ advanceBy }, runner, open] = await Promise.all([
        import('./scheduler/advance.ts'),
        loadDueRunner(),
        outboundQueues(),
      ]);
      return advanceBy({ ...ports, runner, queues: open, hasStopped: () => isStopped }, request);
    },
    /** Runs what falls due until it is stopped. */
    async keepRunning(): Promise<EngineLoop> {
      const [{ startEngineLoop }, runner, open] = await Promise.all([
        import('./scheduler/keep-running.ts'),
        loadDueRunner(),
        outboundQueues(),
      ]);
      return startEngineLoop({ ...ports, runner, queues: open, listen });
    },
    /**
     * The queues of outbound requests of this process, shared by everything that runs due work; empty without an
     * outbound client.
     */
    outboundQueues,
    /**
     * Aborts requests in flight and starts no more; a clock that is being advanced stays where it is.
     *
     * @returns how many requests were aborted, once that is recorded
     */
    async stop(): Promise<number> {
      isStopped = true;
      const open = (await queues) ?? [];
      const aborted = open.reduce((sum, each) => sum + each.inFlight, 0);
      await Promise.all(open.map((each) => each.stop()));
      return aborted;
    },
  };
}

/** Loaded on demand: most requests to a sandbox need none of this. */
async function openQueues(ports: EnginePorts, onChange: () => void): Promise<readonly OutboundQueue[]> {
  if (ports.openOutbound === undefined) return [];
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
  const parts = { ...ports, outbound, onChange };
  // callbacks first, since dispatches wait for them
  return [
    createOutboundQueue(createCallbackJobs(ports), parts),
    createOutboundQueue(createDeliveryJobs(ports, outbound), parts),
    createOutboundQueue(createFeedJobs(ports), parts),
  ];
}

/**
 * On an error the request itself meets the same error and reports it. While another process holds the write lock,
 * nothing can be run.
 */
function mayBeOverdue(ports: EnginePorts): boolean {
  try {
    return isWorkDue(ports) && !ports.store.isWriteLocked();
  } catch {
    return false;
  }
}

function makeOnce<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
