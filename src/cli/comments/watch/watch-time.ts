import type { Clock } from '../../../clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../service/durations.ts';
import type { Uses } from '../../context/context.ts';

/** The time source of a watch. */
export interface WatchTime {
  /** Milliseconds since 1970-01-01T00:00:00Z, which advance monotonically. */
  now(): Promise<number>;
  /** The last known time, without a request: at most as old as one wait. */
  latest(): number;
  /** How often to check the time while waiting: a sandbox clock can be moved. */
  readonly lookEveryMs: number;
}

/**
 * This machine's time at the start of the watch plus the elapsed monotonic time, so that changes of the wall
 * clock do not matter. Its offset from the service's time does not matter either, only durations. Some
 * systems stop the monotonic clock while they sleep, so that a poll can be late, but never early.
 */
export function createMachineTime(clock: Clock): WatchTime {
  const aheadMs = clock.now() - clock.steady();
  const latest = () => clock.steady() + aheadMs;
  return { now: async () => latest(), latest, lookEveryMs: MINUTE_MS };
}

/**
 * The sandbox's time, so that a clock moved in another terminal moves the watch. When the sandbox does not
 * respond, its clock is assumed to run.
 */
export async function createSandboxTime({
  sandbox,
  io,
}: Uses<{ sandbox: 'control'; io: 'clock' | 'signal' }>): Promise<WatchTime> {
  const control = await sandbox.control();
  let aheadMs = 0;
  let latest = 0;
  return {
    lookEveryMs: SECOND_MS,
    latest: () => latest,
    async now() {
      try {
        const { now } = await control.call('getClock', {});
        aheadMs = Date.parse(now) - io.clock.steady();
      } catch (error) {
        if (io.signal.aborted) throw error;
      }
      latest = io.clock.steady() + aheadMs;
      return latest;
    },
  };
}

/** Waits until a time, with timers of at most a minute. */
export async function waitUntil(
  moment: number,
  { time, io }: { readonly time: WatchTime } & Uses<{ io: 'clock' | 'signal' }>,
): Promise<void> {
  for (let left = moment - (await time.now()); left > 0; left = moment - (await time.now())) {
    await io.clock.sleep(Math.min(Math.ceil(left), time.lookEveryMs), io.signal);
  }
}

/** From long to short. */
const UNITS = [
  ['y', 365 * DAY_MS],
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
] as const;

/**
 * Formats the wait for the next poll, with its local time: `next check in 9m 40s (18:04)`. @param due, now
 * milliseconds since 1970
 */
export function formatNextPoll(due: number, now: number): string {
  return `next check in ${formatWait(due, now)}`;
}

/** Formats a wait with its local time: `9m 40s (18:04)`. */
export function formatWait(due: number, now: number): string {
  return `${formatTwoUnits(due - now)} (${formatLocalTime(due, now)})`;
}

/** Formats a duration in its two largest units, rounded up to seconds. */
function formatTwoUnits(ms: number): string {
  const left = Math.max(0, Math.ceil(ms / SECOND_MS) * SECOND_MS);
  const parts = UNITS.map(([name, unitMs], at) => {
    const larger = UNITS[at - 1]?.[1] ?? Number.POSITIVE_INFINITY;
    return { name, count: Math.floor((left % larger) / unitMs) };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return first < 0 ? '0s' : shown.map(({ name, count }) => `${count}${name}`).join(' ');
}

/** Formats a local time, with the date when it is more than a day ahead. */
function formatLocalTime(ms: number, now: number): string {
  const date = new Date(ms);
  const [month, day, hour, minute] = [
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
  ].map((part) => String(part).padStart(2, '0'));
  const time = `${hour}:${minute}`;
  return ms - now > DAY_MS ? `${date.getFullYear()}-${month}-${day} ${time}` : time;
}
