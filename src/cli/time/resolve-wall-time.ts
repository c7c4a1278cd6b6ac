import { CLOCK_RANGE } from '../../service/times.ts';
import { formatClock, formatDay } from './describe-time.ts';
import type { WallTime, ZoneClock } from './zone-clock.ts';

/** The current time and the default zone. */
export interface TimeContext {
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly zone: ZoneClock;
}

/** A resolved time, and notes on how it was interpreted. */
export interface ResolvedTime {
  /** In milliseconds since 1970, a whole second. */
  readonly ms: number;
  /** The zone in which it was interpreted. */
  readonly zone: ZoneClock;
  readonly notes: readonly string[];
}

/** Why a text is not a time. */
export interface TimeFault {
  /** Follows the text: `is no time`. */
  readonly fault: string;
  readonly advice: string;
  /** The word that could not be parsed, for suggestions. */
  readonly word?: string;
}

/** Advice on valid formats. */
export const TIME_FORMATS_ADVICE =
  'write "tomorrow 9:00", "friday 18:30", "24 dec 17:00", "in 2h", "2026-12-24 17:00" or 2026-12-24T17:00:00Z';

/** Adds calendar days, at the same time of day. */
export function addDays(wall: WallTime, days: number): WallTime {
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + days));
  return { ...wall, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Resolves a local time in a zone. */
export function resolveWallTime(wall: WallTime, { zone, now }: TimeContext): ResolvedTime | TimeFault {
  const moments = zone.momentsAt(wall);
  const [first] = moments;
  if (Number.isNaN(Date.UTC(wall.year, wall.month - 1, wall.day))) return createTimeFault();
  if (first === undefined) {
    const after = zone.momentAfterGap(wall);
    // a time in the past needs no alternative
    if (after <= now) return toResolvedTime(after, zone);
    const next = zone.wallAt(after);
    return {
      fault: `does not exist: on ${formatDay(wall)} the clocks of ${zone.name} skip ${formatClock(wall)}`,
      advice: `the next valid time is ${formatClock(next)}`,
    };
  }
  const ms = moments.find((moment) => moment > now) ?? first;
  if (moments.length === 1) return toResolvedTime(ms, zone);
  const which = ms === first ? 'first' : 'second';
  return toResolvedTime(ms, zone, [
    `${formatClock(wall)} occurs twice on ${formatDay(wall)}, when the clocks of ${zone.name} are set back: the ${which} is used`,
  ]);
}

export function toResolvedTime(
  ms: number,
  zone: ZoneClock,
  notes: readonly string[] = [],
): ResolvedTime | TimeFault {
  return ms >= CLOCK_RANGE.min && ms <= CLOCK_RANGE.max
    ? { ms, zone, notes }
    : { fault: 'is not in the years 1970 to 9999', advice: TIME_FORMATS_ADVICE };
}

/** @param word that could not be parsed (default: no single word is at fault) */
export function createTimeFault(word?: string): TimeFault {
  return { fault: 'is not a time', advice: TIME_FORMATS_ADVICE, ...(word !== undefined && { word }) };
}
