import { Temporal } from 'temporal-polyfill';
import { formatCount } from '../../domain/text/lists-and-counts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../service/durations.ts';
import { CLOCK_RANGE } from '../../service/times.ts';

/** The clock of a time zone. Times are in milliseconds since 1970-01-01T00:00:00Z. */
export interface ZoneClock {
  /** Display name of the zone: `Europe/Oslo`. */
  readonly name: string;
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

/** Name of UTC when printed beside another zone. */
export const UTC = 'UTC';

/**
 * Formats a future time for people to verify: in a zone, in UTC and relative to now, such as `Tue 24 Nov 2026 09:00
 * Europe/Oslo, 08:00 UTC, in 2 days`.
 *
 * @param ms the time; `now` is in milliseconds since 1970, too
 */
export function describeTime(ms: number, { zone, now }: { readonly zone: ZoneClock; readonly now: number }) {
  const there = zone.wallAt(ms);
  const utc = createZoneClock(UTC)?.wallAt(ms) ?? there; // UTC always exists
  const inUtc = utc.day === there.day ? formatClock(utc) : `${formatDay(utc)} ${formatClock(utc)}`;
  return [
    `${formatDay(there)} ${formatClock(there)} ${zone.name}`,
    ...(zone.name === UTC ? [] : [`${inUtc} ${UTC}`]),
    ...(ms > now ? [`in ${formatDistance(ms - now)}`] : []),
  ].join(', ');
}

/** `Tue 24 Nov 2026` */
export function formatDay({ year, month, day, dayOfWeek }: Temporal.PlainDateTime): string {
  const weekday = WEEKDAYS[dayOfWeek % 7];
  return `${abbreviateName(weekday)} ${day} ${abbreviateName(MONTHS[month - 1])} ${year}`;
}

function abbreviateName(name = ''): string {
  return name.slice(0, SHORT_NAME);
}

/** A time of day. */
export type ClockTime = Pick<Temporal.PlainTime, 'hour' | 'minute' | 'second'>;

/** `09:00`, with seconds only if not zero. */
export function formatClock({ hour, minute, second }: ClockTime): string {
  const parts = second === 0 ? [hour, minute] : [hour, minute, second];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

const UNITS = [
  ['day', DAY_MS, Number.POSITIVE_INFINITY],
  ['hour', HOUR_MS, DAY_MS / HOUR_MS],
  ['minute', MINUTE_MS, HOUR_MS / MINUTE_MS],
] as const;

/** At most two units, the smaller one rounded: `1 hour 30 minutes`, `1 day 22 hours`. */
function formatDistance(ms: number): string {
  const step = ms < DAY_MS ? MINUTE_MS : HOUR_MS;
  const rounded = Math.max(step, Math.round(ms / step) * step);
  return UNITS.flatMap(([name, size, most]) => {
    const count = Math.floor(rounded / size) % most;
    return count === 0 ? [] : [formatCount(count, name)];
  }).join(' ');
}

/** Starting with Sunday, as in `Date`. */
export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Names are abbreviated to, and recognized by, their first three letters. */
export const SHORT_NAME = 3;
