import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../service/durations.ts';
import { formatCount } from '../text/lists-and-counts.ts';

// Without the library for calendars, which takes a good part of a start: only typed times need it.

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** What a clock and a calendar show at a time. */
export interface WallTime extends ClockTime {
  readonly year: number;
  /** 1 for January. */
  readonly month: number;
  readonly day: number;
  /** 1 for Monday, 7 for Sunday. */
  readonly dayOfWeek: number;
}

/** A time zone that shows times. Times are in milliseconds since 1970-01-01T00:00:00Z. */
export interface LocalClock {
  /** Display name of the zone: `Europe/Oslo`. */
  name: string;
  /** Without the fraction of a second. */
  wallAt(ms: number): WallTime;
}

/** Name of UTC when printed beside another zone. */
export const UTC = 'UTC';

/** The time zone of a machine without a setting. */
const UNKNOWN = 'Etc/Unknown';

/** The IANA name of a machine's zone; UTC for a machine without a setting. */
export function normalizeZone(name: string): string {
  return name === UNKNOWN ? UTC : name;
}

export const UTC_CLOCK: LocalClock = { name: UTC, wallAt: (ms) => toWallTime(new Date(ms)) };

/** Creates the clock of a time zone. @param name an IANA name that exists, in any case */
export function createLocalClock(name: string): LocalClock {
  if (name === UTC) return UTC_CLOCK;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return {
    name,
    wallAt(ms) {
      const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
      const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
      const day = Date.UTC(read('year'), read('month') - 1, read('day'));
      return toWallTime(new Date(day + toDayMs(read('hour'), read('minute'), read('second'))));
    },
  };
}

function toDayMs(hour: number, minute: number, second: number): number {
  return hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS;
}

/** @param shown what the clock shows, as if it were UTC */
function toWallTime(shown: Date): WallTime {
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    dayOfWeek: shown.getUTCDay() || WEEKDAYS.length,
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  };
}

/** What the clock shows, without the fraction of a second, in milliseconds as if it were UTC. */
export function readShownMs(clock: LocalClock, ms: number): number {
  const { year, month, day, hour, minute, second } = clock.wallAt(ms);
  return Date.UTC(year, month - 1, day) + toDayMs(hour, minute, second);
}

/**
 * Finds the first time at which a clock shows a local time, or the time after the gap when a clock change skips it.
 *
 * @param shown the local time, in milliseconds as if it were UTC
 * @returns milliseconds since 1970
 */
export function findLocalTime(clock: LocalClock, shown: number): number {
  const offsetAt = (ms: number) => readShownMs(clock, ms) - Math.floor(ms / SECOND_MS) * SECOND_MS;
  const candidates = [shown - offsetAt(shown - DAY_MS), shown - offsetAt(shown + DAY_MS)].toSorted(
    (one, other) => one - other,
  );
  const found = candidates.find((ms) => readShownMs(clock, ms) >= shown);
  return found ?? shown - offsetAt(shown);
}

/** The clock by whose days and hours records are counted: that of --tz or CRIER_TZ, else UTC. @param zone an IANA name */
export function createCountingClock(zone: string | null): LocalClock {
  return zone === null ? UTC_CLOCK : createLocalClock(zone);
}

/** Follows a heading: `; times in Europe/Oslo`; empty for UTC, the default. */
export function formatCountingZone({ name }: LocalClock): string {
  return name === UTC ? '' : `; times in ${name}`;
}

/** The start of a local day. @param daysAgo 0 for today, 1 for yesterday */
export function findStartOfDay(clock: LocalClock, now: number, daysAgo: number): number {
  const { year, month, day } = clock.wallAt(now);
  return findLocalTime(clock, Date.UTC(year, month - 1, day - daysAgo));
}

/** Formats a time for people, in a zone and in UTC: `Tue 24 Nov 2026 09:00 Europe/Oslo, 08:00 UTC`. */
export function formatInZones(ms: number, zone: LocalClock): string {
  const there = zone.wallAt(ms);
  const utc = UTC_CLOCK.wallAt(ms);
  const inUtc = utc.day === there.day ? formatClock(utc) : `${formatDay(utc)} ${formatClock(utc)}`;
  return [
    `${formatDay(there)} ${formatClock(there)} ${zone.name}`,
    ...(zone.name === UTC ? [] : [`${inUtc} ${UTC}`]),
  ].join(', ');
}

/**
 * Formats a time for people to verify, a future one also relative to now: `Tue 24 Nov 2026 09:00 Europe/Oslo, 08:00
 * UTC, in 2 days`.
 *
 * @param ms the time; `now` is in milliseconds since 1970, too
 */
export function describeTime(ms: number, { zone, now }: { zone: LocalClock; now: number }): string {
  const distance = ms > now ? `, in ${formatDistance(ms - now)}` : '';
  return formatInZones(ms, zone) + distance;
}

/** Farther away, a date needs its year. */
const WITHOUT_YEAR_MS = 300 * DAY_MS;

/** Formats a time in a list: `Fri 8 Jan 09:00`, with its year if it is far from now. @param ms the time */
export function formatShortDate(ms: number, { zone, now }: { zone: LocalClock; now: number }): string {
  const there = zone.wallAt(Math.floor(ms / MINUTE_MS) * MINUTE_MS);
  const isFar = Math.abs(ms - now) > WITHOUT_YEAR_MS;
  return `${isFar ? formatDay(there) : formatDayOfYear(there)} ${formatClock(there)}`;
}

/** `Tue 24 Nov 2026` */
export function formatDay(day: Omit<WallTime, keyof ClockTime>): string {
  return `${formatDayOfYear(day)} ${day.year}`;
}

function formatDayOfYear({ month, day, dayOfWeek }: Omit<WallTime, keyof ClockTime>): string {
  return `${abbreviateName(WEEKDAYS[dayOfWeek % 7])} ${day} ${abbreviateName(MONTHS[month - 1])}`;
}

function abbreviateName(name = ''): string {
  return name.slice(0, SHORT_NAME);
}

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

/** At most two units, the smaller one rounded: `1 hour 30 minutes`, `1 day 22 hours`. @param ms a minute or more */
export function formatDistance(ms: number): string {
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
