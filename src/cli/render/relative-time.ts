import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../service/durations.ts';

const YEAR_MS = 365 * DAY_MS;

/** From long to short; a month is a twelfth of a year, so that no age is "12mo". */
const DISTANCE_UNITS = [
  ['y', YEAR_MS],
  ['mo', YEAR_MS / 12],
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
] as const;

/**
 * Formats a time relative to now, in its largest whole unit: `just now`, `5m ago`, `3h ago`, `2d ago`, `3mo
 * ago`, `2y ago`, `in 5m`.
 *
 * @param ms the time, in milliseconds since 1970
 */
export function formatRelativeTime(ms: number, now: number): string {
  const distance = Math.abs(now - ms);
  const unit = DISTANCE_UNITS.find(([, length]) => distance >= length);
  if (unit === undefined) return 'just now';
  const amount = `${Math.floor(distance / unit[1])}${unit[0]}`;
  return ms > now ? `in ${amount}` : `${amount} ago`;
}
