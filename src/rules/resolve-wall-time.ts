import { CLOCK_RANGE } from '../facts/instant.ts';
import { formatClock, formatDay } from './describe-time.ts';
import type { WallTime, ZoneClock } from './zone-clock.ts';

/** Where and when words of time are said. */
export interface TimeContext {
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly zone: ZoneClock;
}

/** A moment, and what its writer should know of how the words were taken. */
export interface ResolvedTime {
  /** In milliseconds since 1970, of a whole second. */
  readonly ms: number;
  /** Whose clocks it was said by. */
  readonly zone: ZoneClock;
  readonly notes: readonly string[];
}

/** Words of no moment. */
export interface TimeFault {
  /** Follows what was written: `is no time`. */
  readonly fault: string;
  readonly advice: string;
  /** The word that says nothing of a time, for whoever looks for the nearest one. */
  readonly word?: string;
}

/** How a time can be written. */
export const TIME_FORMATS_ADVICE =
  'write "tomorrow 9:00", "friday 18:30", "24 dec 17:00", "in 2h", "2026-12-24 17:00" or 2026-12-24T17:00:00Z';

/** The same time so many days on. */
export function addDays(wall: WallTime, days: number): WallTime {
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + days));
  return { ...wall, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** When the clocks of the zone show it. */
export function resolveWallTime(wall: WallTime, { zone, now }: TimeContext): ResolvedTime | TimeFault {
  const moments = zone.momentsAt(wall);
  const [first] = moments;
  if (Number.isNaN(Date.UTC(wall.year, wall.month - 1, wall.day))) return createTimeFault();
  if (first === undefined) {
    const after = zone.momentAfterGap(wall);
    // what is over needs no other time of that day
    if (after <= now) return toResolvedTime(after, zone);
    const next = zone.wallAt(after);
    return {
      fault: `does not come: on ${formatDay(wall)} the clocks of ${zone.name} are put forward over ${formatClock(wall)}`,
      advice: `the next time there is ${formatClock(next)}`,
    };
  }
  const ms = moments.find((moment) => moment > now) ?? first;
  if (moments.length === 1) return toResolvedTime(ms, zone);
  const which = ms === first ? 'first' : 'second';
  return toResolvedTime(ms, zone, [
    `${formatClock(wall)} comes twice on ${formatDay(wall)}, when the clocks of ${zone.name} are put back: the ${which} is taken`,
  ]);
}

export function toResolvedTime(
  ms: number,
  zone: ZoneClock,
  notes: readonly string[] = [],
): ResolvedTime | TimeFault {
  return ms >= CLOCK_RANGE.min && ms <= CLOCK_RANGE.max
    ? { ms, zone, notes }
    : { fault: 'is in no year from 1970 to 9999', advice: TIME_FORMATS_ADVICE };
}

/** @param word that says nothing of a time; left out, none of them alone is at fault */
export function createTimeFault(word?: string): TimeFault {
  return { fault: 'is no time', advice: TIME_FORMATS_ADVICE, ...(word !== undefined && { word }) };
}
