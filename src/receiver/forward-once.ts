import { type ForwardOptions, type ForwardReport, groupRecords, renewClaims } from './forwarding.ts';
import type { ForwardJob } from './inbox/inbox.ts';

interface OnceOptions extends Pick<ForwardOptions, 'target' | 'inbox' | 'clock' | 'concurrency'> {
  signal: AbortSignal;
  numbers: readonly number[];
  onReport(report: ForwardReport): void;
}

/** Attempts each of these deliveries once, now. Those that another run attempts meanwhile are left to it. */
export async function forwardOnce(options: OnceOptions): Promise<void> {
  const { target, inbox, clock, concurrency, numbers, signal, onReport } = options;
  const record = groupRecords({ inbox, clock, onReport });
  const left = new Set(numbers); // one that failed is due again before a long list has ended
  const inFlight = new Set<ForwardJob>();
  const ending = new AbortController();
  const onFault = () => {}; // the results cannot be recorded either, which is reported
  void renewClaims(inFlight, { inbox, clock, onFault }, ending.signal);

  async function attemptOne(job: ForwardJob): Promise<void> {
    const began = clock.steady();
    inFlight.add(job);
    try {
      const outcome = await target.attempt(job, signal);
      await record({ job, outcome, ms: Math.round(clock.steady() - began) });
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
