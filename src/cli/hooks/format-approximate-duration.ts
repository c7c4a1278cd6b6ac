import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../service/durations.ts';

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** Formats an approximate duration in the largest unit of which there are at least two. */
export function formatApproximateDuration(ms: number): string {
  const [unit, size] = UNITS.find(([, each]) => ms >= 2 * each) ?? ['second', SECOND_MS];
  const count = Math.round(ms / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
