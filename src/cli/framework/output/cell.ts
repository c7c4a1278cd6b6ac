import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { formatShortDate, type LocalClock, readShownMs, UTC_CLOCK } from '../../../domain/time/local-time.ts';
import { formatIsoMilliseconds, readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../service/durations.ts';
import type { NetworkFacts } from '../../../service/networks/network-facts.ts';
import { PLATFORMS } from '../../../service/platforms.ts';
import { NARROW } from './layout.ts';
import { sanitizeText, stringifySafely } from './text/sanitize-text.ts';
import type { TextStyle } from './text/style.ts';
import { type CellValue, type Column, pickMember } from './view.ts';

/** Formats one field of a row for people: sanitized, on one line, not truncated. */
export function formatCell(column: Column<unknown>, row: unknown, look: TextStyle): string {
  if (column.role === 'time' && look.isLasting === true) return formatLastingTime(column, row, look);
  if (column.show !== undefined) return sanitizeText(column.show(row, look.now, look.zone));
  const value = column.moment?.(row, look.now) ?? column.value(row);
  if (column.role === 'network' && typeof value === 'string') return getNetworkName(value);
  if (column.role === 'mark' && typeof value === 'string' && !look.accessible) {
    return EVENT_MARKS.get(value) ?? sanitizeText(value);
  }
  if (column.role === 'time' && typeof value === 'string') return formatTime(value, look);
  if (column.role === 'count' && typeof value === 'number') {
    return value === 0 && !look.accessible ? '' : formatShortCount(value);
  }
  if (column.role === 'stars' && typeof value === 'number') return formatStars(value, look);
  return formatValue(value);
}

const MOST_STARS = 5;

/** Formats a rating of 1 to 5: `★★★★☆`; in accessible mode `4 of 5`. */
export function formatStars(stars: number, { accessible }: Pick<TextStyle, 'accessible'>): string {
  if (accessible) return `${stars} of ${MOST_STARS}`;
  const full = Math.max(0, Math.min(MOST_STARS, Math.round(stars)));
  return '★'.repeat(full) + '☆'.repeat(MOST_STARS - full);
}

/** Formats a time for a document: `2026-09-21 14:13:20 UTC`. */
function formatLastingTime(column: Column<unknown>, row: unknown, { now, zone }: TextStyle): string {
  const value = column.moment?.(row, now) ?? column.value(row);
  const { ms } = readTimestamp(value);
  if (ms === null) return formatValue(value);
  const clock = zone ?? UTC_CLOCK;
  const [day, time] = formatIsoMilliseconds(readShownMs(clock, ms)).split(/[T.]/);
  return `${day} ${time} ${clock.name}`;
}

/** Marks of events, as in a diff. */
const EVENT_MARKS: ReadonlyMap<string, string> = new Map([
  ['added', '+'],
  ['changed', '~'],
  ['gone', '-'],
]);

/** Width of the widest mark, since later rows can have any of them. */
export function getMarkWidth({ accessible }: TextStyle): number {
  const shown = accessible ? EVENT_MARKS.keys() : EVENT_MARKS.values();
  return Math.max(...shown.map((each) => each.length));
}

/** Shown for a missing value. */
export const NOTHING = '-';

/** Formats a value for people: `yes` or `no`, empty for null, JSON for nested values. */
export function formatValue(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return stringifySafely(value);
  return sanitizeText(String(value));
}

/** The network's name for a platform value of the service; an unknown value is unchanged. */
export function getNetworkName(platform: string): string {
  const known: Readonly<Record<string, NetworkFacts>> = PLATFORMS;
  return Object.hasOwn(known, platform) ? (known[platform]?.name ?? platform) : sanitizeText(platform);
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Parts of a date for which a narrow terminal has no room. */
const WEEKDAY_AND_CLOCK = /^\w+ | \d\d:\d\d$/g;

/**
 * Formats a time relative to now, or as a date if it is more than a day ahead: `in 1mo` is not enough to plan by. Any
 * other text is unchanged.
 */
function formatTime(value: string, { now, width, localZone }: TextStyle): string {
  const ms = ISO_TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) return sanitizeText(value);
  if (ms - now <= DAY_MS) return formatRelativeTime(ms, now);
  const date = formatShortDate(ms, { now, zone: localZone?.() ?? UTC_CLOCK });
  return width < NARROW ? date.replace(WEEKDAY_AND_CLOCK, '') : date;
}

const UNITS = [
  ['B', 1_000_000_000],
  ['M', 1_000_000],
  ['k', 1_000],
] as const;

/** Smaller numbers are printed in full. */
const SHORTEN_FROM = 10_000;

/** Formats a count for reading at a glance: 940, 9999, 12.4k, 1.2M. Truncated, not rounded up. */
export function formatShortCount(count: number): string {
  const size = Math.abs(count);
  const unit = UNITS.find(([, value]) => size >= value);
  if (size < SHORTEN_FROM || unit === undefined) return String(count);
  const tenths = Math.trunc((size / unit[1]) * 10) / 10;
  const shown = tenths >= 100 ? Math.trunc(tenths) : tenths;
  return `${count < 0 ? '-' : ''}${shown}${unit[0]}`;
}

const YEAR_MS = 365 * DAY_MS;

/** From long to short; a month is a twelfth of a year, so that no age is "12mo". */
const DISTANCE_UNITS = [
  ['y', YEAR_MS],
  ['mo', YEAR_MS / 12],
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
] as const;

/** A clock of another machine may be ahead by this much: what it recorded is not to come. */
const CLOCK_SKEW_MS = 5 * SECOND_MS;

/**
 * Formats a time relative to now, in its largest whole unit: `just now`, `5m ago`, `3h ago`, `2d ago`, `3mo
 * ago`, `2y ago`, `in 5m`, `in 40s`.
 *
 * @param ms the time, in milliseconds since 1970
 */
export function formatRelativeTime(ms: number, now: number): string {
  const distance = Math.abs(now - ms);
  const unit = DISTANCE_UNITS.find(([, length]) => distance >= length);
  if (unit === undefined)
    return ms - now > CLOCK_SKEW_MS ? `in ${Math.floor(distance / SECOND_MS)}s` : 'just now';
  const amount = `${Math.floor(distance / unit[1])}${unit[0]}`;
  return ms > now ? `in ${amount}` : `${amount} ago`;
}

const DURATION_UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Formats a duration in its largest whole unit: `15 seconds`, `2 hours`. @param ms in milliseconds */
export function formatDuration(ms: number): string {
  const [name, unitMs] = DURATION_UNITS.find(([, unit]) => ms >= unit && ms % unit === 0) ?? [
    'millisecond',
    1,
  ];
  const count = ms / unitMs;
  return formatCount(count, name);
}

/**
 * Formats an absolute time in UTC: `14:13:20Z`; on another day `09-20 14:13`, in another year `2025-12-31`. For
 * streamed lists, in which a relative time would become wrong.
 *
 * @param ms the time, and `now` the current time, both in milliseconds since 1970
 * @param zone null for UTC
 */
export function formatClockTime(ms: number, now: number, zone: LocalClock | null = null): string {
  const shift = (time: number) => (zone === null ? time : readShownMs(zone, time));
  const second = Math.floor(ms / SECOND_MS) * SECOND_MS;
  const moment = formatIsoMilliseconds(shift(second));
  const today = formatIsoMilliseconds(shift(now));
  if (moment.slice(0, DAY_END) === today.slice(0, DAY_END))
    return `${moment.slice(TIME_BEGIN, TIME_END)}${zone === null ? 'Z' : formatOffset(shift(second) - second)}`;
  if (moment.slice(0, YEAR_END) !== today.slice(0, YEAR_END)) return moment.slice(0, DAY_END);
  return moment.slice(YEAR_END + 1, MINUTE_END).replace('T', ' ');
}

/** A time of today as the clock shows it; older ones with their date. */
export const CLOCK_TIME_COLUMN = {
  ...pickMember('at', 'when'),
  show: ({ at }, now, zone) => formatClockTime(Date.parse(at), now, zone),
  role: 'time',
  align: 'left',
} as const satisfies Column<{ at: string }>;

/** `Z`, `+02`, `-03:30` */
function formatOffset(ms: number): string {
  if (ms === 0) return 'Z';
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${ms < 0 ? '-' : '+'}${hours}${rest === '00' ? '' : `:${rest}`}`;
}

const YEAR_END = 'YYYY'.length;
const DAY_END = 'YYYY-MM-DD'.length;
const TIME_BEGIN = DAY_END + 1;
const MINUTE_END = 'YYYY-MM-DDThh:mm'.length;
const TIME_END = 'YYYY-MM-DDThh:mm:ss'.length;
