import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { CrierError } from '../../../errors.ts';
import type { Outbound, OutboundAnswer, OutboundRead, OutboundRequest } from '../../../outbound/outbound.ts';
import {
  type CommitName,
  commit,
  type EnginePorts,
  type ExternalCall,
  OUTBOUND_USER_AGENT,
} from '../ports.ts';
import { type QueueCapacity, shareCapacity, trackInFlightJobs } from './lanes.ts';

/** A claimed request to an address of a user. */
export interface OutboundJob {
  /** Host and port; requests to one address are limited. */
  readonly address: string;
}

export type OutboundJobName = 'deliveries' | 'callbacks' | 'feeds';

/** Runs a report after the transaction was committed. */
export type AfterCommit = (report: () => void) => void;

/** What is posted for a job, or read if it has no body, or its outcome when nothing may be sent. */
export type JobRequest<Outcome> = OutgoingRequest | { readonly unsent: Outcome };

type OutgoingRequest = Omit<OutboundRead, 'signal'> & { body: OutboundRequest['body'] | null };

/**
 * One kind of outbound job: what is due, what is posted, and how its result is recorded. All state is in the rows; a
 * job in flight is known to other processes only by its lease. Unless noted, the caller holds the transaction.
 */
export interface JobKind<Job extends OutboundJob, Outcome> {
  name: OutboundJobName;
  /** Names of its transactions and its call, for crash points. */
  steps: { claim: CommitName; post: ExternalCall; record: CommitName };
  /** When the next job with free capacity is due, in sandbox time; null for none. Needs no transaction. */
  nextDue(capacity: QueueCapacity): number | null;
  /**
   * Lists jobs due by `target` that are in flight in any process; a record or a new claim changes the names. Needs no
   * transaction.
   */
  listInFlight(target: number): readonly string[];
  /** Ends or releases jobs whose lease expired: their process died. */
  releaseExpired(): void;
  /** Addresses with due jobs and free capacity, in order. */
  listDueAddresses(capacity: QueueCapacity): readonly string[];
  /** Claims at most `max` due jobs of an address, in order. */
  claim(address: string, max: number, afterCommit: AfterCommit): readonly Job[];
  /** Builds the request of a claimed job. Needs no transaction. */
  prepare(job: Job): JobRequest<Outcome>;
  /** Makes an outcome of the response, which takes too long for a transaction (default: the response). */
  readAnswer?(answer: OutboundAnswer, job: Job): Promise<Outcome>;
  /** The outcome of an internal error (default: none, the lease expires). */
  faultOutcome?: Outcome;
  /** Renews the leases of jobs in flight, in one statement. Needs no transaction. */
  renewLeases(jobs: readonly Job[]): void;
  /** Records a result: a terminal state, or when the job is retried. Nothing if its lease was lost (fencing token). */
  record(finished: FinishedJob<Job, Outcome>, afterCommit: AfterCommit): void;
}

export interface FinishedJob<Job, Outcome> {
  readonly job: Job;
  readonly outcome: Outcome;
}

/** Maximum wait for the write lock before a result is recorded, and the poll interval. */
const [WRITE_WAIT_MS, LOOK_EVERY_MS] = [30_000, 20] as const;

export type OutboundQueue = ReturnType<typeof createOutboundQueue>;

interface QueuePorts extends EnginePorts {
  outbound: Outbound;
  /** Called when a job was recorded: more may be due. */
  onChange(): void;
}

/**
 * A queue of one kind of outbound job, as this process runs it: sends jobs concurrently, with a limit in total and per
 * address, so that a slow address delays no other.
 */
export function createOutboundQueue<Job extends OutboundJob, Outcome>(
  kind: JobKind<Job, Outcome | OutboundAnswer>,
  ports: QueuePorts,
) {
  const jobs = trackInFlightJobs<Job>((claimed) => {
    let isLocked = false;
    runGuarded(ports, () => {
      isLocked = ports.store.writeAtOnce(() => kind.renewLeases(claimed)) === null;
    });
    return !isLocked;
  });
  const queue = { ports, kind, jobs, ending: new AbortController(), finished: [], completed: 0 };
  return {
    name: kind.name,
    get inFlight() {
      return jobs.size;
    },
    /** Jobs recorded so far. */
    get completed() {
      return queue.completed;
    },
    /** Null also after `stop`. */
    nextDue(): number | null {
      const capacity = getCapacity(queue);
      return capacity === null ? null : kind.nextDue(capacity);
    },
    listInFlight: kind.listInFlight,
    /** Claims due jobs within the capacity, and sends them. */
    start: () => runAll(queue, claimNext(queue)),
    /** Resolves when another job was recorded, or at once when none is in flight. */
    waitForChange: jobs.waitForChange,
    /** Claims nothing more, aborts jobs in flight, and resolves when that is recorded. */
    async stop() {
      queue.ending.abort();
      while (jobs.size > 0) await jobs.waitForChange();
    },
  };
}

interface QueueState<Job extends OutboundJob, Outcome> {
  ports: QueuePorts;
  kind: JobKind<Job, Outcome | OutboundAnswer>;
  jobs: ReturnType<typeof trackInFlightJobs<Job>>;
  ending: AbortController;
  /** Not recorded yet. */
  finished: FinishedJob<Job, Outcome | OutboundAnswer>[];
  completed: number;
}

function getCapacity<Job extends OutboundJob, Outcome>({ ending, jobs }: QueueState<Job, Outcome>) {
  return ending.signal.aborted ? null : jobs.getCapacity();
}

function claimNext<Job extends OutboundJob, Outcome>(queue: QueueState<Job, Outcome>): readonly Job[] {
  const capacity = getCapacity(queue);
  return capacity === null ? [] : claimJobs(queue.kind, capacity, queue.ports);
}

function runAll<Job extends OutboundJob, Outcome>(
  queue: QueueState<Job, Outcome>,
  claimed: readonly Job[],
): void {
  for (const job of claimed) {
    queue.jobs.add(job);
    void runJob(queue, job);
  }
}

async function runJob<Job extends OutboundJob, Outcome>(
  queue: QueueState<Job, Outcome>,
  job: Job,
): Promise<void> {
  try {
    const outcome = await attempt(queue, job);
    queue.finished.push({ job, outcome });
    if (queue.finished.length > 1) return; // group commit: the first to finish records all that finish in the same turn of the event loop
    await nextTurn();
    // those that ended meanwhile are recorded below, too, also when the file cannot be looked at
    await waitUntilWritable(queue).catch(queue.ports.onFault);
    const together = queue.finished;
    queue.finished = [];
    settleJobs(queue, together);
  } catch (fault) {
    queue.ports.onFault(fault);
    queue.jobs.remove([job]);
    queue.ports.onChange();
  }
}

/** @throws CrierError what the user can fix, such as a full disk; this is not an attempt */
async function attempt<Job extends OutboundJob, Outcome>(
  queue: QueueState<Job, Outcome>,
  job: Job,
): Promise<Outcome | OutboundAnswer> {
  const { kind, ports } = queue;
  try {
    const request = kind.prepare(job);
    if ('unsent' in request) return request.unsent;
    const answer = await send(queue, request);
    return kind.readAnswer === undefined ? answer : await kind.readAnswer(answer, job);
  } catch (fault) {
    if (fault instanceof CrierError || kind.faultOutcome === undefined) throw fault;
    ports.onFault(fault);
    return kind.faultOutcome;
  }
}

async function send<Job extends OutboundJob, Outcome>(
  { ports: { outbound, crashPoint }, kind, ending }: QueueState<Job, Outcome>,
  { body, ...request }: OutgoingRequest,
): Promise<OutboundAnswer> {
  const headers = { ...request.headers, 'User-Agent': OUTBOUND_USER_AGENT };
  const signed = { ...request, headers, signal: ending.signal };
  crashPoint?.(`before ${kind.steps.post}`);
  const answer = await (body === null ? outbound.get(signed) : outbound.post({ ...signed, body }));
  crashPoint?.(`after ${kind.steps.post}`);
  return answer;
}

/** SQLite's own busy wait would block the event loop. */
async function waitUntilWritable<Job extends OutboundJob, Outcome>({
  ports,
  ending,
}: QueueState<Job, Outcome>): Promise<void> {
  const deadline = performance.now() + WRITE_WAIT_MS;
  while (!ending.signal.aborted && performance.now() < deadline && ports.store.isWriteLocked()) {
    await pause(LOOK_EVERY_MS);
  }
}

/**
 * Records results, and claims what is due next in the capacity that they free, in one transaction: they change the
 * same pages, and to wait for the disk costs more than both together. A result that cannot be recorded is lost; the
 * job is claimed again when its lease expires.
 */
function settleJobs<Job extends OutboundJob, Outcome>(
  queue: QueueState<Job, Outcome>,
  together: readonly FinishedJob<Job, Outcome | OutboundAnswer>[],
): void {
  const { ports, kind, jobs } = queue;
  const settled = together.map((each) => each.job);
  const reports: (() => void)[] = [];
  const later: AfterCommit = (report) => void reports.push(report);
  let recorded = 0;
  let next: readonly Job[] = [];
  const isRecorded = runGuarded(ports, () => {
    commit(ports, kind.steps.record, () => {
      for (const each of together) if (tryRecord(queue, each, later)) recorded += 1;
      jobs.remove(settled);
      next = tryClaimNext(queue, later);
    });
    if (next.length > 0) ports.crashPoint?.(`after ${kind.steps.claim}`);
  });
  if (isRecorded) {
    queue.completed += recorded;
    for (const report of reports) runGuarded(ports, report);
    runAll(queue, next);
  } else {
    jobs.remove(settled);
  }
  ports.onChange();
}

/**
 * A fault undoes this result, not those that are recorded with it.
 *
 * @throws CrierError what the user can fix, such as a full disk
 */
function tryRecord<Job extends OutboundJob, Outcome>(
  { ports, kind }: QueueState<Job, Outcome>,
  finished: FinishedJob<Job, Outcome | OutboundAnswer>,
  afterCommit: AfterCommit,
): boolean {
  const reports: (() => void)[] = [];
  try {
    ports.store.savepoint(() => kind.record(finished, (report) => void reports.push(report)));
  } catch (fault) {
    if (fault instanceof CrierError) throw fault;
    ports.onFault(fault);
    return false;
  }
  for (const report of reports) afterCommit(report);
  return true;
}

/** A fault undoes the claims, not what was recorded. */
function tryClaimNext<Job extends OutboundJob, Outcome>(
  queue: QueueState<Job, Outcome>,
  afterCommit: AfterCommit,
): readonly Job[] {
  const { ports, kind } = queue;
  const reports: (() => void)[] = [];
  let next: readonly Job[] = [];
  const isClaimed = runGuarded(ports, () => {
    const capacity = getCapacity(queue);
    if (capacity === null || !isDue(kind, capacity, ports)) return;
    next = ports.store.savepoint(() => {
      const claimed = claimWithin(kind, capacity, (report) => void reports.push(report));
      ports.crashPoint?.(`before ${kind.steps.claim}`);
      return claimed;
    });
  });
  if (!isClaimed) return [];
  for (const report of reports) afterCommit(report);
  return next;
}

/** @returns whether `work` succeeded */
function runGuarded({ onFault }: EnginePorts, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (fault) {
    onFault(fault);
    return false;
  }
}

/** Claims due jobs in one transaction. Reads no more rows per address than there is capacity for. */
export function claimJobs<Job extends OutboundJob, Outcome>(
  kind: JobKind<Job, Outcome>,
  capacity: QueueCapacity,
  ports: EnginePorts,
): readonly Job[] {
  if (!isDue(kind, capacity, ports)) return [];
  const reports: (() => void)[] = [];
  const claimed = commit(ports, kind.steps.claim, () =>
    claimWithin(kind, capacity, (report) => void reports.push(report)),
  );
  for (const report of reports) runGuarded(ports, report);
  return claimed;
}

function isDue<Job extends OutboundJob, Outcome>(
  kind: JobKind<Job, Outcome>,
  capacity: QueueCapacity,
  { now }: EnginePorts,
): boolean {
  const due = kind.nextDue(capacity);
  return due !== null && due <= now();
}

/** The caller holds the transaction. */
function claimWithin<Job extends OutboundJob, Outcome>(
  kind: JobKind<Job, Outcome>,
  capacity: QueueCapacity,
  afterCommit: AfterCommit,
): readonly Job[] {
  kind.releaseExpired();
  return shareCapacity(capacity, kind.listDueAddresses(capacity), (address, max) =>
    kind.claim(address, max, afterCommit),
  );
}
