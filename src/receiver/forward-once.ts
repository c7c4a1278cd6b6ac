import type { Clock } from '../clock.ts';
import {
  attemptJob,
  type ForwardReport,
  type ForwardTarget,
  groupRecords,
  renewClaims,
} from './forwarding.ts';
import type { ForwardJob, Inbox } from './inbox/inbox.ts';

/** Attempts each of these deliveries once, now. Those that another run attempts meanwhile are left to it. */
export async function forwardOnce(options: {
  target: ForwardTarget;
  inbox: Inbox;
  clock: Clock;
  concurrency: number;
  signal: AbortSignal;
  numbers: readonly number[];
  onReport(report: ForwardReport): void;
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
