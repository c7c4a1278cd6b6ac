import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';

const UNITS = [
  { one: 'a day', many: 'days', minutes: DAY_MS / MINUTE_MS },
  { one: 'an hour', many: 'hours', minutes: HOUR_MS / MINUTE_MS },
] as const;

const MINUTE = { one: 'a minute', many: 'minutes', minutes: 1 } as const;

/**
 * How often an action runs for the same person: `once in 7 days for a person`.
 *
 * @param window its `dedupWindowMinutes`; the default for anything but a number
 * @see docs/service/automations.md#AUT-11
 */
export function formatDedupWindow(window: unknown): string {
  const minutes = typeof window === 'number' ? window : LIMITS.dedupWindowMinutes.default;
  return minutes === 0 ? 'every time' : `once in ${formatMinutes(minutes)} per person`;
}

/** Formats whole minutes in their largest unit: `7 days`, `an hour`. */
export function formatMinutes(minutes: number): string {
  const unit = UNITS.find((each) => minutes % each.minutes === 0) ?? MINUTE;
  const count = minutes / unit.minutes;
  return count === 1 ? unit.one : `${count} ${unit.many}`;
}
