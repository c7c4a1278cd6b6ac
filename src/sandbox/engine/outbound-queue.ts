import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type QueueCapacity, trackInFlightJobs } from './in-flight-jobs.ts';

/** A request to an address of a user that somebody here has taken up. */
export interface OutboundJob {
  /** Host and port: of one alone not too many are asked at once. */
  readonly address: string;
}

/**
 * One kind of errands: what is due, how it is asked, and how what came of it is written down. Truth is in the rows; of
 * what is underway nothing is known but its lease.
 */
export interface OutboundJobKind<Taken extends OutboundJob = OutboundJob, Outcome = unknown> {
  readonly name: OutboundJobName;
  /** When the next one falls due that there is room for, in the sandbox's time; null when there is none. */
  nextDue(room: QueueCapacity): number | null;
  /**
   * What somebody works on of what is due by `target`: other names when something of it was written down or taken up.
   */
  listInFlight(target: number): readonly string[];
  /** Takes up what is due, in its order and as far as there is room, in one transaction. */
  claim(room: QueueCapacity): readonly Taken[];
  /** Asks. It rejects only with what is a fault of our own. */
  run(taken: Taken, signal: AbortSignal): Promise<Outcome>;
  /** Lets the leases of what is underway begin anew. */
  renewLeases(taken: readonly Taken[]): void;
  /** Writes down what came of some, in one transaction. Who lost one meanwhile leaves it alone. */
  record(done: readonly FinishedJob<Taken, Outcome>[]): void;
}

export type OutboundJobName = 'deliveries' | 'callbacks';

export interface FinishedJob<Taken, Outcome> {
  readonly job: Taken;
  readonly outcome: Outcome;
}

/** Errands of one kind, as this process runs them. */
export interface OutboundQueue {
  readonly name: OutboundJobName;
  readonly inFlight: number;
  /** How many were written down so far. */
  readonly completed: number;
  /** Null also when it was stopped: nothing is done about it here any more. */
  nextDue(): number | null;
  listInFlight(target: number): readonly string[];
  /** Begins what is due, as far as there is room. */
  start(): void;
  /** Resolves when something more of what is underway was written down; at once when nothing is underway. */
  waitForChange(): Promise<void>;
  /** Begins nothing more, ends what is underway, and resolves when that is written down. */
  stop(): Promise<void>;
}

interface OutboundQueueOptions {
  /** Another process holds the write lock: nothing can be written down without waiting. */
  isWriteLocked(): boolean;
  onFault(error: unknown): void;
  /** Something was written down: more may be due. */
  onChange(): void;
}

/** How long what came of errands waits for another process that holds the write lock, and how often it looks. */
const [WRITE_WAIT_MS, LOOK_EVERY_MS] = [30_000, 20] as const;

/** Runs errands: a few at once, fewer to one address, so that a slow one delays no other. */
export function createOutboundQueue<Taken extends OutboundJob, Outcome>(
  kind: OutboundJobKind<Taken, Outcome>,
  { onFault, onChange, isWriteLocked }: OutboundQueueOptions,
): OutboundQueue {
  const underway = trackInFlightJobs<Taken>((taken) =>
    runGuarded(() => {
      if (!isWriteLocked()) kind.renewLeases(taken);
    }),
  );
  const ending = new AbortController();
  let finished: FinishedJob<Taken, Outcome>[] = [];
  let done = 0;

  const room = () => (ending.signal.aborted ? null : underway.getCapacity());

  function begin(): void {
    const free = room();
    if (free === null) return;
    for (const taken of kind.claim(free)) {
      underway.add(taken);
      void runJob(taken);
    }
  }

  async function runJob(taken: Taken): Promise<void> {
    try {
      const outcome = await kind.run(taken, ending.signal);
      finished.push({ job: taken, outcome });
      if (finished.length > 1) return; // whoever came first writes down all that come in the same turn
      await nextTurn();
      await waitUntilWritable();
      const together = finished;
      finished = [];
      settleJobs(
        together.map((each) => each.job),
        () => kind.record(together),
      );
    } catch (fault) {
      settleJobs([taken], () => onFault(fault));
    }
  }

  /** SQLite's own wait would hold up everything else of this process. */
  async function waitUntilWritable(): Promise<void> {
    const deadline = performance.now() + WRITE_WAIT_MS;
    while (!ending.signal.aborted && performance.now() < deadline && isWriteLocked()) {
      await pause(LOOK_EVERY_MS);
    }
  }

  /** What cannot be written down is taken up again when its lease has ended. */
  function settleJobs(those: readonly Taken[], work: () => void): void {
    if (runGuarded(work)) done += those.length;
    underway.remove(those);
    onChange();
  }

  /** @returns whether it went well */
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
      return underway.size;
    },
    get completed() {
      return done;
    },
    nextDue() {
      const free = room();
      return free === null ? null : kind.nextDue(free);
    },
    listInFlight: (target) => kind.listInFlight(target),
    start: begin,
    waitForChange: underway.waitForChange,
    async stop() {
      ending.abort();
      while (underway.size > 0) await underway.waitForChange();
    },
  };
}
