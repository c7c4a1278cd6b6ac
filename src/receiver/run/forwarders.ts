import type { Clock } from '../../clock.ts';
import {
  type ForwardReport,
  type ForwardRunner,
  type ForwardTarget,
  startForwarding,
} from '../forwarding.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { ReceiverLog } from './receiver-log.ts';
import type { ReceiverWatch } from './watch-receiver.ts';

export interface ForwardRunOptions {
  concurrency: number;
  /** Attempts of a target in a second; null for no limit. */
  rate: number | null;
  /** Of one attempt, in milliseconds. */
  deadlineMs: number;
}

export type Forwarders = ReturnType<typeof createForwarders>;

/** Forwards to the targets of a run, from `start` on. */
export function createForwarders(inbox: Inbox, targets: readonly ForwardTarget[]) {
  const runners = new Map<string, ForwardRunner>();
  const all = () => [...runners.values()];
  const counts = { forwarded: 0, failed: 0, dead: 0 };
  return {
    /** Attempts by result; `dead` are those that gave up a delivery for a target. */
    counts,
    /** Looks at once, instead of soon, when another process has stored something for a target. */
    watch: () =>
      inbox.watch(
        targets.map(({ name }) => name),
        (name) => runners.get(name)?.wake(),
      ),
    start(
      { concurrency, rate: perSecond }: ForwardRunOptions,
      reports: {
        clock: Clock;
        watch: ReceiverWatch;
        log: ReceiverLog;
        onReport?(report: ForwardReport): void;
      },
    ): void {
      const { clock, watch, log, onReport } = reports;
      const report = (each: ForwardReport) => {
        const isDone = each.outcome.kind === 'done';
        counts[isDone ? 'forwarded' : 'failed'] += 1;
        if (!isDone && each.again === null) counts.dead += 1;
        watch.metrics?.addAttempt(each);
        log.addAttempt(each);
        log.clearFault();
        onReport?.(each);
      };
      const options = { inbox, clock, concurrency, perSecond, onReport: report, onFault: log.addFault };
      for (const target of targets) runners.set(target.name, startForwarding({ target, ...options }));
    },
    wake(): void {
      for (const runner of runners.values()) runner.wake();
    },
    /** Counts the attempts that are being made now. @param target only those of this one */
    countInFlight: (target?: string) =>
      target === undefined
        ? all().reduce((sum, { inFlight }) => sum + inFlight, 0)
        : (runners.get(target)?.inFlight ?? 0),
    /** Resolves when nothing is to be forwarded now. @throws CrierError when the store does not answer */
    untilIdle: async () => void (await Promise.all(all().map((runner) => runner.untilIdle()))),
    stop: async () => void (await Promise.all(all().map((runner) => runner.stop()))),
    abort(): void {
      for (const runner of runners.values()) runner.abort();
    },
  };
}
