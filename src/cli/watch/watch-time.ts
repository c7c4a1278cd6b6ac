import type { Clock } from '../../clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../facts/durations.ts';
import type { CommandContext } from '../context.ts';

/** The time that a watch reckons in. */
export interface WatchTime {
  /** Milliseconds since 1970-01-01T00:00:00Z; between two looks at it, so many as have passed. */
  now(): Promise<number>;
  /** What is known of it with nobody asked: at most as old as one wait. */
  latest(): number;
  /** While it waits, it looks at the time so often: a sandbox's clock can be moved. */
  readonly lookEveryMs: number;
}

/**
 * This machine's time at the beginning of the watch, and what has passed since: whoever sets the machine's clock moves
 * no look. How far it is from the service's does not matter, only how long something takes. While the machine sleeps
 * some systems count nothing, so that a look can come late for it, and never early.
 */
export function createMachineTime(clock: Clock): WatchTime {
  const aheadMs = clock.now() - clock.steady();
  const latest = () => clock.steady() + aheadMs;
  return { now: async () => latest(), latest, lookEveryMs: MINUTE_MS };
}

/**
 * The sandbox's time: whoever moves its clock in another terminal moves the watch. When the sandbox does not answer,
 * its clock is taken to go on.
 */
export async function createSandboxTime({
  sandbox,
  clock,
  signal,
}: Pick<CommandContext, 'sandbox' | 'clock' | 'signal'>): Promise<WatchTime> {
  const control = await sandbox();
  let aheadMs = 0;
  let latest = 0;
  return {
    lookEveryMs: SECOND_MS,
    latest: () => latest,
    async now() {
      try {
        const { now } = await control.call('getClock', {});
        aheadMs = Date.parse(now) - clock.steady();
      } catch (error) {
        if (signal.aborted) throw error;
      }
      latest = clock.steady() + aheadMs;
      return latest;
    },
  };
}

/** Resolves when a moment has come; however far it is, no timer is set for longer than a minute. */
export async function waitUntil(
  moment: number,
  { time, clock, signal }: { readonly time: WatchTime } & Pick<CommandContext, 'clock' | 'signal'>,
): Promise<void> {
  for (let left = moment - (await time.now()); left > 0; left = moment - (await time.now())) {
    await clock.sleep(Math.min(Math.ceil(left), time.lookEveryMs), signal);
  }
}
