import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { CrierError } from '../errors.ts';
import { MINUTE_MS, SECOND_MS } from '../service/durations.ts';
import {
  FORWARD_LEASE_MS,
  FORWARD_WAITS_MS,
  type ForwardJob,
  type ForwardResult,
  type Inbox,
  LOOK_EVERY_MS,
} from './inbox/inbox.ts';

export interface ForwardOutcome {
  /** Whether another attempt may succeed, if it did not. */
  readonly kind: 'done' | 'failed' | 'refused';
  /** HTTP status, or exit code; null without one. */
  readonly status: number | null;
  /** Null if it is done. */
  readonly error: string | null;
}

/** Where deliveries are forwarded to. */
export interface ForwardTarget {
  /** As people know it: the URL, or the command. */
  name: string;
  /** Attempts once. It does not throw but for defects. @param signal ends it at once */
  attempt(job: ForwardJob, signal: AbortSignal): Promise<ForwardOutcome>;
}

export interface ForwardReport {
  readonly job: ForwardJob;
  readonly outcome: ForwardOutcome;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** When it is attempted again, in milliseconds since 1970; null if it is not. */
  readonly again: number | null;
}

export interface ForwardOptions {
  target: ForwardTarget;
  /** Attempts at the same time. */
  concurrency: number;
  /** Attempts in a second; null for no limit. */
  perSecond: number | null;
  inbox: Inbox;
  clock: Clock;
  onReport(report: ForwardReport): void;
  onFault(error: unknown): void;
}

/** Forwards deliveries to one target, independent of all others. */
export type ForwardRunner = ReturnType<typeof startForwarding>;

/** How long a delivery is attempted, without the attempts themselves, in milliseconds. */
export const FORWARD_LIFE_MS = FORWARD_WAITS_MS.reduce((sum, ms) => sum + ms, 0);

/** Attempts until a delivery is given up. */
export const MOST_ROUNDS = FORWARD_WAITS_MS.length + 1;

/** Looks for waits that a clock that was set back has made longer. */
const LIMIT_EVERY_MS = MINUTE_MS;
const RENEW_EVERY_MS = FORWARD_LEASE_MS / 3;

/** Starts to forward what the inbox has for a target. */
export function startForwarding(options: ForwardOptions) {
  const { clock, concurrency, onFault } = options;
  const inFlight = new Set<ForwardJob>();
  const ending = new AbortController(); // no more claims
  const aborting = new AbortController(); // no more attempts
  const claimDue = createClaimer(options);
  const record = groupRecords(options);
  const waker = createWaker(clock);
  let idle = createIdle();

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const isFull = await startDue().catch((error: unknown) => {
        onFault(error);
        idle.reject(error);
        return false;
      });
      if (!isFull) await waitForWork();
    }
  }

  /** @returns whether more may be due at once */
  async function startDue(): Promise<boolean> {
    const { jobs, isFull } = await claimDue(inFlight.size);
    for (const job of jobs) void runJob(job);
    return isFull;
  }

  async function runJob(job: ForwardJob): Promise<void> {
    inFlight.add(job);
    try {
      const ended = await attemptJob(job, options, aborting.signal);
      if (!aborting.signal.aborted) await record(ended);
    } catch (error) {
      onFault(error); // the claim expires, and it is attempted again
    } finally {
      inFlight.delete(job);
      waker.wake();
    }
  }

  async function waitForWork(): Promise<void> {
    if (inFlight.size === 0) idle.resolve();
    await waker.wait(LOOK_EVERY_MS, ending.signal);
  }

  const running = run();
  void renewClaims(inFlight, options, aborting.signal);
  return {
    /** Something may be due: looks at once, instead of soon. */
    wake() {
      // each delivery wakes it: with a target that hangs, that would be most of the work
      if (inFlight.size < concurrency) waker.wake();
    },
    /** Resolves when nothing is due and no attempt is under way. @throws what the inbox throws: then it is not known */
    untilIdle(): Promise<void> {
      idle = createIdle();
      waker.wake();
      return idle.promise;
    },
    get inFlight() {
      return inFlight.size;
    },
    /** Starts nothing more, and resolves when the attempts under way are recorded. */
    async stop(): Promise<void> {
      ending.abort('stopped');
      await running;
      while (inFlight.size > 0 && !aborting.signal.aborted) await waker.wait(LOOK_EVERY_MS, aborting.signal);
      aborting.abort('stopped');
    },
    /** Ends the attempts under way, which are repeated by the next run. */
    abort: () => aborting.abort('aborted'),
  };
}

/** Claims what is due for a target, within its limits. */
function createClaimer({ target, inbox, clock, concurrency, perSecond }: ForwardOptions) {
  const rate = createRate(perSecond, clock);
  let limitedAt = Number.NEGATIVE_INFINITY;
  return async (inFlight: number): Promise<{ jobs: readonly ForwardJob[]; isFull: boolean }> => {
    const most = Math.min(concurrency - inFlight, rate.countFree());
    if (most <= 0) return { jobs: [], isFull: false };
    if (clock.steady() - limitedAt >= LIMIT_EVERY_MS) {
      await inbox.limitWaits(target.name, clock.now());
      limitedAt = clock.steady();
    }
    const wait = await inbox.findWait(target.name, clock.now());
    if (wait === null || wait > 0) return { jobs: [], isFull: false };
    const jobs = await inbox.claim({ target: target.name, most, now: clock.now() });
    rate.use(jobs.length);
    return { jobs, isFull: jobs.length === most };
  };
}

/** Attempts a delivery once, and measures how long it took. */
async function attemptJob(
  job: ForwardJob,
  { target, clock }: { target: ForwardTarget; clock: Clock },
  signal: AbortSignal,
): Promise<EndedAttempt> {
  const began = clock.steady();
  const outcome = await target.attempt(job, signal);
  return { job, outcome, ms: Math.round(clock.steady() - began) };
}

/** A wait that ends when something may be due. */
function createWaker(clock: Clock) {
  let woken = new AbortController();
  return {
    wake: () => woken.abort('woken'),
    async wait(ms: number, signal: AbortSignal): Promise<void> {
      woken = new AbortController();
      await clock.sleep(ms, AbortSignal.any([woken.signal, signal])).catch(() => {}); // woken or ended
    },
  };
}

function createIdle(): PromiseWithResolvers<void> {
  const idle = Promise.withResolvers<void>();
  idle.promise.catch(() => {}); // reported by `onFault`, too
  return idle;
}

/** Extends the claims of attempts under way, so that no other process makes them again, until the signal aborts. */
async function renewClaims(
  inFlight: ReadonlySet<ForwardJob>,
  { inbox, clock, onFault }: { inbox: Inbox; clock: Clock; onFault(error: unknown): void },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(RENEW_EVERY_MS, signal).catch(() => {}); // ended
    if (inFlight.size > 0) await inbox.renew([...inFlight], clock.now()).catch(onFault);
  }
}

/** A rate limit. What was not used is saved, but for no longer than a second. */
function createRate(perSecond: number | null, { steady }: Clock) {
  if (perSecond === null) return { countFree: () => Number.POSITIVE_INFINITY, use: () => {} };
  const most = Math.max(1, perSecond);
  let saved = most;
  let last = steady();
  return {
    countFree() {
      const now = steady();
      saved = Math.min(most, saved + ((now - last) / SECOND_MS) * perSecond);
      last = now;
      return Math.floor(saved);
    },
    use(count: number) {
      saved -= count;
    },
  };
}

const MOST_RECORD_TRIES = 5;

interface EndedAttempt {
  job: ForwardJob;
  outcome: ForwardOutcome;
  ms: number;
}

/** Group commit: attempts that end at the same time are recorded together. */
function groupRecords({
  inbox,
  clock,
  onReport,
  isOnly = false,
}: {
  inbox: Inbox;
  clock: Clock;
  onReport(report: ForwardReport): void;
  /** Whether an attempt that fails is the last one. */
  isOnly?: boolean;
}): (ended: EndedAttempt) => Promise<void> {
  let waiting: EndedAttempt[] = [];
  let recording: Promise<void> | null = null;

  async function recordWaiting(): Promise<void> {
    await nextTurn();
    const together = waiting;
    waiting = [];
    recording = null;
    const results = together.map((ended) => toResult(ended, isOnly));
    const now = clock.now();
    await recordPatiently(results);
    for (const [place, { job, outcome, ms }] of together.entries()) {
      const next = results[place]?.next;
      onReport({ job, outcome, ms, again: typeof next === 'object' ? now + next.waitMs : null });
    }
  }

  /** An inbox that does not answer for some seconds must not cost a repetition of what was done: claims last longer. */
  async function recordPatiently(results: readonly ForwardResult[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await inbox.record(results, clock.now());
      } catch (error) {
        const isPassing = error instanceof CrierError && error.kind === 'unavailable';
        if (!isPassing || tries === MOST_RECORD_TRIES) throw error;
        await clock.sleep(SECOND_MS);
      }
    }
  }

  return (ended) => {
    waiting.push(ended);
    recording ??= recordWaiting();
    return recording;
  };
}

function toResult({ job, outcome, ms }: EndedAttempt, isOnly: boolean): ForwardResult {
  const { kind, status, error } = outcome;
  const waitMs = kind === 'failed' && !isOnly ? FORWARD_WAITS_MS[job.round - 1] : undefined;
  const next = kind === 'done' ? 'done' : waitMs === undefined ? 'dead' : { waitMs };
  return { job, ms, status, error, next };
}

/** Attempts each of these deliveries once, now. Those that another run attempts meanwhile are left to it. */
export async function forwardOnce(options: {
  target: ForwardTarget;
  inbox: Inbox;
  clock: Clock;
  concurrency: number;
  signal: AbortSignal;
  numbers: readonly number[];
  onReport(report: ForwardReport): void;
  /** Whether no other run repeats an attempt that fails (default: they do, if they forward to the target). */
  isOnly?: boolean;
}): Promise<void> {
  const { target, inbox, clock, concurrency, numbers, signal } = options;
  const record = groupRecords(options);
  const left = new Set(numbers); // one that failed is due again before a long list has ended
  const inFlight = new Set<ForwardJob>();
  const ending = new AbortController();
  const onFault = () => {}; // the results cannot be recorded either, which is reported
  void renewClaims(inFlight, { inbox, clock, onFault }, ending.signal);

  async function attemptOne(job: ForwardJob): Promise<void> {
    inFlight.add(job);
    try {
      await record(await attemptJob(job, options, signal));
    } finally {
      inFlight.delete(job);
    }
  }

  try {
    while (left.size > 0) {
      signal.throwIfAborted();
      const claim = { target: target.name, most: concurrency, now: clock.now(), numbers: [...left] };
      const jobs = await inbox.claim(claim);
      if (jobs.length === 0) return;
      for (const { number } of jobs) left.delete(number);
      await Promise.all(jobs.map(attemptOne));
    }
  } finally {
    ending.abort('ended');
  }
}
