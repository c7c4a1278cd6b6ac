import { CLOCK_RANGE } from '../facts/instant.ts';
import { clockOf, dayOf } from './shown-moment.ts';
import type { WallTime, ZoneClock } from './zone-clock.ts';

/** Where and when words of time are said. */
export interface SaidAt {
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly zone: ZoneClock;
}

/** A moment, and what its writer should know of how the words were taken. */
export interface Understood {
  /** In milliseconds since 1970, of a whole second. */
  readonly ms: number;
  /** Whose clocks it was said by. */
  readonly zone: ZoneClock;
  readonly notes: readonly string[];
}

/** Words of no moment. */
export interface Misunderstood {
  /** Follows what was written: `is no time`. */
  readonly fault: string;
  readonly advice: string;
  /** The word that says nothing of a time, for whoever looks for the nearest one. */
  readonly word?: string;
}

/** How a time can be written. */
export const WAYS =
  'write "tomorrow 9:00", "friday 18:30", "24 dec 17:00", "in 2h", "2026-12-24 17:00" or 2026-12-24T17:00:00Z';

/** The same time so many days on. */
export function onWall(wall: WallTime, days: number): WallTime {
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + days));
  return { ...wall, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** When the clocks of the zone show it. */
export function atWall(wall: WallTime, { zone, now }: SaidAt): Understood | Misunderstood {
  const moments = zone.momentsAt(wall);
  const [first] = moments;
  if (Number.isNaN(Date.UTC(wall.year, wall.month - 1, wall.day))) return misunderstood();
  if (first === undefined) {
    const after = zone.momentAfterGap(wall);
    // what is over needs no other time of that day
    if (after <= now) return understood(after, zone);
    const next = zone.wallAt(after);
    return {
      fault: `does not come: on ${dayOf(wall)} the clocks of ${zone.name} are put forward over ${clockOf(wall)}`,
      advice: `the next time there is ${clockOf(next)}`,
    };
  }
  const ms = moments.find((moment) => moment > now) ?? first;
  if (moments.length === 1) return understood(ms, zone);
  const which = ms === first ? 'first' : 'second';
  return understood(ms, zone, [
    `${clockOf(wall)} comes twice on ${dayOf(wall)}, when the clocks of ${zone.name} are put back: the ${which} is taken`,
  ]);
}

export function understood(
  ms: number,
  zone: ZoneClock,
  notes: readonly string[] = [],
): Understood | Misunderstood {
  return ms >= CLOCK_RANGE.min && ms <= CLOCK_RANGE.max
    ? { ms, zone, notes }
    : { fault: 'is in no year from 1970 to 9999', advice: WAYS };
}

/** @param word that says nothing of a time; left out, none of them alone is at fault */
export function misunderstood(word?: string): Misunderstood {
  return { fault: 'is no time', advice: WAYS, ...(word !== undefined && { word }) };
}
