import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { ASSUMED } from '../../../service/assumed.ts';

/** A claimed request to an address of a user. */
export interface OutboundJob {
  /** Host and port; requests to one address are limited. */
  readonly address: string;
}

/**
 * One kind of outbound job: what is due, how it is sent, and how its result is recorded. All state is in the rows; a
 * job in flight is known to other processes only by its lease.
 */
export interface OutboundJobKind<Taken extends OutboundJob = OutboundJob, Outcome = unknown> {
  readonly name: OutboundJobName;
  /** When the next job with free capacity falls due, in sandbox time; null when there is none. */
  nextDue(room: QueueCapacity): number | null;
  /** Lists jobs due by `target` that are in flight in any process; a record or a new claim changes the names. */
  listInFlight(target: number): readonly string[];
  /** Claims due jobs in order, within the capacity, in one transaction. */
  claim(room: QueueCapacity): readonly Taken[];
  /** Sends the request. Rejects only on an internal error. */
  run(taken: Taken, signal: AbortSignal): Promise<Outcome>;
  /** Renews the leases of jobs in flight. */
  renewLeases(taken: readonly Taken[]): void;
  /** Records results in one transaction. Skips jobs whose lease was lost meanwhile (stale fencing token). */
  record(done: readonly FinishedJob<Taken, Outcome>[]): void;
}

export type OutboundJobName = 'deliveries' | 'callbacks';

export interface FinishedJob<Taken, Outcome> {
  readonly job: Taken;
  readonly outcome: Outcome;
}

/** A queue of one kind of outbound job, as this process runs it. */
export interface OutboundQueue {
  readonly name: OutboundJobName;
  readonly inFlight: number;
  /** Jobs recorded so far. */
  readonly completed: number;
  /** Null also after `stop`. */
  nextDue(): number | null;
  listInFlight(target: number): readonly string[];
  /** Claims due jobs within the capacity, and sends them. */
  start(): void;
  /** Resolves when another job was recorded, or at once when none is in flight. */
  waitForChange(): Promise<void>;
  /** Claims nothing more, aborts jobs in flight, and resolves when that is recorded. */
  stop(): Promise<void>;
}

interface OutboundQueueOptions {
  /** Another process holds the write lock, so that a write would block. */
  isWriteLocked(): boolean;
  onFault(error: unknown): void;
  /** Called when a job was recorded: more may be due. */
  onChange(): void;
}

/** Maximum wait for the write lock before a result is recorded, and the poll interval. */
const [WRITE_WAIT_MS, LOOK_EVERY_MS] = [30_000, 20] as const;

/** Sends jobs concurrently, with a limit in total and per address, so that a slow address delays no other. */
export function createOutboundQueue<Taken extends OutboundJob, Outcome>(
  kind: OutboundJobKind<Taken, Outcome>,
  { onFault, onChange, isWriteLocked }: OutboundQueueOptions,
): OutboundQueue {
  const jobs = trackInFlightJobs<Taken>((claimed) =>
    runGuarded(() => {
      if (!isWriteLocked()) kind.renewLeases(claimed);
    }),
  );
  const ending = new AbortController();
  let finished: FinishedJob<Taken, Outcome>[] = [];
  let completed = 0;

  const getCapacity = () => (ending.signal.aborted ? null : jobs.getCapacity());

  function begin(): void {
    const free = getCapacity();
    if (free === null) return;
    for (const job of kind.claim(free)) {
      jobs.add(job);
      void runJob(job);
    }
  }

  async function runJob(job: Taken): Promise<void> {
    try {
      const outcome = await kind.run(job, ending.signal);
      finished.push({ job, outcome });
      if (finished.length > 1) return; // group commit: the first to finish records all that finish in the same turn of the event loop
      await nextTurn();
      await waitUntilWritable();
      const together = finished;
      finished = [];
      settleJobs(
        together.map((each) => each.job),
        () => kind.record(together),
      );
    } catch (fault) {
      settleJobs([job], () => onFault(fault));
    }
  }

  /** SQLite's own busy wait would block the event loop. */
  async function waitUntilWritable(): Promise<void> {
    const deadline = performance.now() + WRITE_WAIT_MS;
    while (!ending.signal.aborted && performance.now() < deadline && isWriteLocked()) {
      await pause(LOOK_EVERY_MS);
    }
  }

  /** A result that cannot be recorded is lost; the job is claimed again when its lease expires. */
  function settleJobs(settled: readonly Taken[], work: () => void): void {
    if (runGuarded(work)) completed += settled.length;
    jobs.remove(settled);
    onChange();
  }

  /** @returns whether `work` succeeded */
  function runGuarded(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (fault) {
      onFault(fault);
      return false;
    }
  }

  return {
    name: kind.name,
    get inFlight() {
      return jobs.size;
    },
    get completed() {
      return completed;
    },
    nextDue() {
      const free = getCapacity();
      return free === null ? null : kind.nextDue(free);
    },
    listInFlight: (target) => kind.listInFlight(target),
    start: begin,
    waitForChange: jobs.waitForChange,
    async stop() {
      ending.abort();
      while (jobs.size > 0) await jobs.waitForChange();
    },
  };
}

/** How many more jobs may be claimed. */
export interface QueueCapacity {
  readonly max: number;
  /** Maximum number of requests in flight to one address. */
  readonly perAddress: number;
  /** What is left of `perAddress` for addresses with requests in flight; 0 for one at its limit. */
  readonly remaining: ReadonlyMap<string, number>;
  /**
   * How many of `max` may be further jobs of an address that has one already. The rest is reserved for idle
   * addresses, so that slow ones cannot use up all slots.
   */
  readonly spare: number;
}

/** Jobs of one queue in flight in this process. Their leases are renewed until they end. */
interface InFlightJobs<Taken> {
  readonly size: number;
  /** Null when no more jobs may be claimed. */
  getCapacity(): QueueCapacity | null;
  add(taken: Taken): void;
  remove(those: readonly Taken[]): void;
  /** Resolves when a job has ended, or at once when none is in flight. */
  waitForChange(): Promise<void>;
}

/** Renewals per lease duration. */
const RENEWALS = 3;

const { all, ofAddress, kept } = ASSUMED.maxOutgoing;

/** @param renew renews leases; must not throw */
function trackInFlightJobs<Taken extends { readonly address: string }>(
  renew: (taken: readonly Taken[]) => void,
): InFlightJobs<Taken> {
  const inFlight = new Set<Taken>();
  let waiting: (() => void)[] = [];
  let renewal: ReturnType<typeof setInterval> | undefined;
  return {
    get size() {
      return inFlight.size;
    },
    getCapacity: () => (inFlight.size >= all ? null : computeCapacity(inFlight)),
    add(taken) {
      inFlight.add(taken);
      renewal ??= setInterval(() => renew([...inFlight]), ASSUMED.leaseMs / RENEWALS);
    },
    remove(those) {
      for (const taken of those) inFlight.delete(taken);
      if (inFlight.size === 0) {
        clearInterval(renewal);
        renewal = undefined;
      }
      const listeners = waiting;
      waiting = [];
      for (const notify of listeners) notify();
    },
    waitForChange: () =>
      inFlight.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)),
  };
}

function computeCapacity(inFlight: ReadonlySet<{ readonly address: string }>): QueueCapacity {
  const spare = Math.max(0, all - kept - inFlight.size);
  const remaining = new Map<string, number>();
  for (const { address } of inFlight) {
    remaining.set(address, spare === 0 ? 0 : (remaining.get(address) ?? ofAddress) - 1);
  }
  return { max: all - inFlight.size, perAddress: ofAddress, remaining: remaining, spare };
}

export const USER_AGENT = 'crier-sandbox';
