import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../service/durations.ts';
import { formatDay, type LocalClock, readShownMs } from './local-time.ts';

export interface ClockChange {
  /** The first second after it, in milliseconds since 1970. */
  readonly ms: number;
  /** How much later the clocks show the same time of UTC; negative for earlier. */
  readonly shiftMs: number;
}

/** Our choice: zones that change their clocks do so at least once in this time. */
const LOOK_AHEAD_MS = 400 * DAY_MS;

/** How much a clock shows more than UTC. @param ms in milliseconds since 1970 */
export function getOffsetMs(clock: LocalClock, ms: number): number {
  return readShownMs(clock, ms) - Math.floor(ms / SECOND_MS) * SECOND_MS;
}

/** Finds the next change of the clocks of a zone; null for a zone that announces none. @param from in milliseconds since 1970 */
export function findClockChange(clock: LocalClock, from: number): ClockChange | null {
  const before = getOffsetMs(clock, from);
  for (let day = from + DAY_MS; day <= from + LOOK_AHEAD_MS; day += DAY_MS) {
    const shiftMs = getOffsetMs(clock, day) - before;
    if (shiftMs === 0) continue;
    let [low, high] = [day - DAY_MS, day];
    while (high - low > SECOND_MS) {
      const middle = Math.floor((low + high) / 2);
      if (getOffsetMs(clock, middle) === before) low = middle;
      else high = middle;
    }
    return { ms: Math.floor(high / SECOND_MS) * SECOND_MS, shiftMs };
  }
  return null;
}

/** `from Sun 25 Oct 2026 on, an hour earlier in Europe/Oslo`. */
export function describeClockChange({ ms, shiftMs }: ClockChange, clock: LocalClock): string {
  const size = Math.abs(shiftMs);
  const length =
    size === HOUR_MS
      ? 'an hour'
      : size % HOUR_MS === 0
        ? `${size / HOUR_MS} hours`
        : `${Math.round(size / MINUTE_MS)} minutes`;
  return `from ${formatDay(clock.wallAt(ms))} on, ${length} ${shiftMs < 0 ? 'earlier' : 'later'} in ${clock.name}`;
}
