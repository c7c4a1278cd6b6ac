import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../service/durations.ts';
import {
  type ResolvedTime,
  resolveWallTime,
  type TimeContext,
  type TimeFault,
  toResolvedTime,
} from './zone-clock.ts';

/** How far a time is moved; negative for earlier. */
export interface TimeShift {
  /** Calendar days, which keep the local time. */
  readonly days: number;
  /** Elapsed time in milliseconds. */
  readonly ms: number;
}

const DAYS_OF_WEEK = 7;
const SHIFT =
  /^(?<sign>[+\-\u2212]?)(?:(?<w>\d{1,6})w)?(?:(?<d>\d{1,6})d)?(?:(?<h>\d{1,6})h)?(?:(?<m>\d{1,6})m)?(?:(?<s>\d{1,6})s)?$/i;

/**
 * Parses `+7d`, `-2h`, `1w2d`, `+1h30m`. Without a sign it is later.
 *
 * @returns null for any other text, and for a shift of nothing
 */
export function parseTimeShift(text: string): TimeShift | null {
  const { sign = '', ...units } = SHIFT.exec(text.trim())?.groups ?? {};
  const count = (unit: string) => Number(units[unit] ?? 0) * (sign === '' || sign === '+' ? 1 : -1);
  const days = count('w') * DAYS_OF_WEEK + count('d');
  const ms = count('h') * HOUR_MS + count('m') * MINUTE_MS + count('s') * SECOND_MS;
  return days === 0 && ms === 0 ? null : { days, ms };
}

/**
 * Moves a time: by days to the same local time of another day, also where the clocks change in between, and then by
 * elapsed time. A local time that a clock change skips is a fault, and of a repeated one the first is used, with a note.
 * The result may be in the past.
 *
 * @param from in milliseconds since 1970
 */
export function shiftTime(from: number, { days, ms }: TimeShift, at: TimeContext): ResolvedTime | TimeFault {
  if (days === 0) return toResolvedTime(from + ms, at.zone);
  const moved = resolveWallTime(at.zone.wallAt(from).add({ days }), at);
  if (!('ms' in moved) || ms === 0) return moved;
  const then = toResolvedTime(moved.ms + ms, at.zone, moved.notes);
  return 'ms' in then ? { ...then, isLocal: true } : then;
}
