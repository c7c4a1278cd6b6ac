import type { Clock } from '../../src/clock.ts';

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** A clock that is frozen until it is advanced; sleepers wake when their time has come. */
export function stoppedClock(start: number): Clock & { advance(milliseconds: number): void } {
  let now = start;
  let sleepers: readonly Sleeper[] = [];
  return {
    now: () => now,
    steady: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        sleepers = [...sleepers, { until: now + milliseconds, wake: resolve }];
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
    advance(milliseconds) {
      now += milliseconds;
      const due = sleepers.filter(({ until }) => until <= now);
      sleepers = sleepers.filter(({ until }) => until > now);
      for (const { wake } of due) wake();
    },
  };
}
