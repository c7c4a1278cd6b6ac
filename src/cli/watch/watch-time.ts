import type { Clock } from '../../clock.ts';
import type { CommandContext } from '../context.ts';

/** The time that a watch reckons in. */
export interface WatchTime {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): Promise<number>;
  /** While it waits, it looks at the time so often: a machine may sleep, and a sandbox's clock be moved. */
  readonly lookEveryMs: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** This machine's own time: how far it is from the service's does not matter, only how long something takes. */
export function machineTime(clock: Clock): WatchTime {
  return { now: async () => clock.now(), lookEveryMs: MINUTE_MS };
}

/**
 * The sandbox's time: whoever moves its clock in another terminal moves the watch. When the sandbox does not answer,
 * its clock is taken to go on.
 */
export async function sandboxTime({
  sandbox,
  clock,
  signal,
}: Pick<CommandContext, 'sandbox' | 'clock' | 'signal'>): Promise<WatchTime> {
  const control = await sandbox();
  let aheadMs = 0;
  return {
    lookEveryMs: SECOND_MS,
    async now() {
      try {
        const { now } = await control.call('getClock', {});
        aheadMs = Date.parse(now) - clock.now();
      } catch (error) {
        if (signal.aborted) throw error;
      }
      return clock.now() + aheadMs;
    },
  };
}

/** Resolves when a moment has come; however far it is, no timer is set for longer than a minute. */
export async function waitUntil(
  moment: number,
  { time, clock, signal }: { readonly time: WatchTime } & Pick<CommandContext, 'clock' | 'signal'>,
): Promise<void> {
  for (let left = moment - (await time.now()); left > 0; left = moment - (await time.now())) {
    await clock.sleep(Math.min(left, time.lookEveryMs), signal);
  }
}
