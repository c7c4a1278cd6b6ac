import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../service/durations.ts';

/** Near times are exact, distant ones are rounded up to a larger unit. */
const EXACT = 2;
const UNITS = [
  ['s', SECOND_MS, EXACT * MINUTE_MS],
  ['m', MINUTE_MS, EXACT * HOUR_MS],
  ['h', HOUR_MS, Number.POSITIVE_INFINITY],
] as const;

/** Formats a duration for advancing a clock, rounded up: `34s`, `15m`. @param ms in milliseconds */
export function formatClockAdvance(ms: number): string {
  const needed = Math.max(ms, SECOND_MS);
  const [unit, size] = UNITS.find(([, , below]) => needed <= below) ?? UNITS[0];
  return `${Math.ceil(needed / size)}${unit}`;
}
