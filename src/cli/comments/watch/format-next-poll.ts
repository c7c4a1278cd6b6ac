import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../service/durations.ts';

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
