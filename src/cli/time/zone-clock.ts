import { formatCount } from '../../domain/text/lists-and-counts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../service/durations.ts';
import { CLOCK_RANGE } from '../../service/times.ts';

/** A local time; `month` is 1 for January. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The clock of a time zone. Times are in milliseconds since 1970-01-01T00:00:00Z. */
export interface ZoneClock {
  /** Display name of the zone: `Europe/Oslo`. */
  readonly name: string;
  wallAt(ms: number): WallTime;
  /** All times at which the clock shows it, in order: none if skipped by a clock change, two if repeated. */
  momentsAt(wall: WallTime): readonly number[];
  /** For a skipped local time: the first time after the gap. */
  momentAfterGap(wall: WallTime): number;
}

/** Creates the clock of a time zone by its IANA name, in any case. @returns null if the zone does not exist */
export function createZoneClock(timeZone: string): ZoneClock | null {
  const format = createFormat(timeZone);
  if (format === null) return null;
  const wallAt = (ms: number) => toWallTime(format, ms);
  const offsetAt = (ms: number) => toUtcMs(wallAt(ms)) - Math.floor(ms / SECOND_MS) * SECOND_MS;
  return {
    name: getZoneName(timeZone, format),
    wallAt,
    momentsAt(wall) {
      const naive = toUtcMs(wall);
      const offsets = new Set([offsetAt(naive - DAY_MS), offsetAt(naive + DAY_MS)]);
      const moments = [...offsets].map((offset) => naive - offset);
      return moments.filter((ms) => toUtcMs(wallAt(ms)) === naive).toSorted((one, other) => one - other);
    },
    momentAfterGap(wall) {
      let [before, after] = [toUtcMs(wall) - DAY_MS, toUtcMs(wall) + DAY_MS];
      const offset = offsetAt(before);
      while (after - before > SECOND_MS) {
        const middle = Math.floor((before + after) / 2 / SECOND_MS) * SECOND_MS;
        if (offsetAt(middle) === offset) before = middle;
        else after = middle;
      }
      return after;
    },
  };
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Keeps the requested name of a zone that has an alias. */
function getZoneName(timeZone: string, format: Intl.DateTimeFormat): string {
  const known = format.resolvedOptions().timeZone;
  return known.toLowerCase() === timeZone.toLowerCase() ? known : timeZone;
}

function toWallTime(format: Intl.DateTimeFormat, ms: number): WallTime {
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0; // the format above has them all
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

/** Interprets a local time as UTC. */
function toUtcMs({ year, month, day, hour, minute, second }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
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
export function formatDay({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): string {
  const weekday = WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  return `${abbreviateName(weekday)} ${day} ${abbreviateName(MONTHS[month - 1])} ${year}`;
}

function abbreviateName(name = ''): string {
  return name.slice(0, SHORT_NAME);
}

/** `09:00`, with seconds only if not zero. */
export function formatClock({ hour, minute, second }: Pick<WallTime, 'hour' | 'minute' | 'second'>): string {
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
