import { Temporal } from 'temporal-polyfill';
import { CLOCK_RANGE } from '../../service/times.ts';
import { formatClock, formatDay } from './local-time.ts';

/** The clock of a time zone. Times are in milliseconds since 1970-01-01T00:00:00Z. */
export interface ZoneClock {
  /** Display name of the zone: `Europe/Oslo`. */
  name: string;
  /** Without the fraction of a second. */
  wallAt(ms: number): Temporal.PlainDateTime;
  /** All times at which the clock shows it, in order: none if skipped by a clock change, two if repeated. */
  momentsAt(wall: Temporal.PlainDateTime): readonly number[];
  /** For a skipped local time: the first time after the gap. */
  momentAfterGap(wall: Temporal.PlainDateTime): number;
}

/** Creates the clock of a time zone by its IANA name, in any case. @returns null if the zone does not exist */
export function createZoneClock(timeZone: string): ZoneClock | null {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  const isTimestamp = /^\d/.test(timeZone); // Temporal takes the zone of a timestamp
  const start = isTimestamp ? null : findExisting(() => at(0));
  if (start === null) return null;
  return {
    name: start.timeZoneId,
    wallAt: (ms) => at(ms).toPlainDateTime().with({ millisecond: 0 }),
    momentsAt(wall) {
      const both = (['earlier', 'later'] as const).map((disambiguation) =>
        wall.toZonedDateTime(timeZone, { disambiguation }),
      );
      const shown = both.filter((each) => each.toPlainDateTime().equals(wall));
      return [...new Set(shown.map(({ epochMilliseconds }) => epochMilliseconds))];
    },
    momentAfterGap(wall) {
      const before = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
      return (before.getTimeZoneTransition('next') ?? before).epochMilliseconds;
    },
  };
}

/** Returns null where Temporal throws, for a date or a zone that does not exist. */
export function findExisting<Found>(find: () => Found): Found | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The current time and the default zone. */
export interface TimeContext {
  /** In milliseconds since 1970. */
  now: number;
  zone: ZoneClock;
}

export interface ResolvedTime {
  /** In milliseconds since 1970, a whole second. */
  readonly ms: number;
  /** The zone in which it was interpreted. */
  readonly zone: ZoneClock;
  readonly notes: readonly string[];
  /** It is another time in another zone. */
  readonly isLocal?: boolean;
}

export interface TimeFault {
  /** Follows the text: `is no time`. */
  readonly fault: string;
  readonly advice: string;
  /** The word that could not be parsed, for suggestions. */
  readonly word?: string;
}

export const TIME_FORMATS_ADVICE =
  'write "tomorrow 9:00", "friday 18:30", "24 dec 17:00", "in 2h", "2026-12-24 17:00" or 2026-12-24T17:00:00Z';

/** Resolves a local time in a zone. */
export function resolveWallTime(
  wall: Temporal.PlainDateTime,
  { zone, now }: TimeContext,
): ResolvedTime | TimeFault {
  const moments = zone.momentsAt(wall);
  const [first] = moments;
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
  if (moments.length === 1) return toLocalTime(ms, zone);
  const which = ms === first ? 'first' : 'second';
  return toLocalTime(ms, zone, [
    `${formatClock(wall)} occurs twice on ${formatDay(wall)}, when the clocks of ${zone.name} are set back: the ${which} is used`,
  ]);
}

function toLocalTime(ms: number, zone: ZoneClock, notes: readonly string[] = []): ResolvedTime | TimeFault {
  const time = toResolvedTime(ms, zone, notes);
  return 'ms' in time ? { ...time, isLocal: true } : time;
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
