import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../service/durations.ts';

const UNITS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** The distance of a time as gh writes it: `about 3 hours ago`. @param time, now in milliseconds since 1970 */
export function formatTimeAgo(time: number, now: number): string {
  const distance = Math.abs(now - time);
  const unit = UNITS.find(([, ms]) => distance >= ms);
  if (unit === undefined) return time > now ? 'in less than a minute' : 'less than a minute ago';
  const count = Math.floor(distance / unit[1]);
  const words = `about ${count} ${unit[0]}${count === 1 ? '' : 's'}`;
  return time > now ? `in ${words}` : `${words} ago`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The parts of a layout, as Go writes its reference time, Mon Jan 2 15:04:05 MST 2006. */
const PARTS = /January|Jan|Monday|Mon|MST|2006|Z07:00|Z0700|-07:00|-0700|-07|\.000|_2|0[1-6]|15|PM|pm|[1-5]/g;

/**
 * Formats a time in its own zone by a layout of Go: `2006-01-02 15:04`, `Jan 2`.
 *
 * @param time ISO 8601, with Z or an offset
 */
export function formatGoTime(layout: string, time: string): string {
  const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d\d):?(\d\d)$/.exec(time.slice(10)) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
  const date = new Date(Date.parse(time) + offset);
  const two = (value: number) => String(value).padStart(2, '0');
  const half = date.getUTCHours() % 12 || 12;
  const isUtc = offset === 0;
  const month = MONTHS[date.getUTCMonth()] ?? '';
  const day = DAYS[date.getUTCDay()] ?? '';
  const noon = date.getUTCHours() < 12 ? 'AM' : 'PM';
  const parts = new Map<string, string>([
    ['January', month],
    ['Jan', month.slice(0, 3)],
    ['Monday', day],
    ['Mon', day.slice(0, 3)],
    ['MST', isUtc ? 'UTC' : `${sign}${hours}${minutes}`],
    ['2006', String(date.getUTCFullYear()).padStart(4, '0')],
    ['06', two(date.getUTCFullYear() % 100)],
    ['01', two(date.getUTCMonth() + 1)],
    ['1', String(date.getUTCMonth() + 1)],
    ['02', two(date.getUTCDate())],
    ['_2', String(date.getUTCDate()).padStart(2)],
    ['2', String(date.getUTCDate())],
    ['15', two(date.getUTCHours())],
    ['03', two(half)],
    ['3', String(half)],
    ['04', two(date.getUTCMinutes())],
    ['4', String(date.getUTCMinutes())],
    ['05', two(date.getUTCSeconds())],
    ['5', String(date.getUTCSeconds())],
    ['.000', `.${String(date.getUTCMilliseconds()).padStart(3, '0')}`],
    ['PM', noon],
    ['pm', noon.toLowerCase()],
    ['Z07:00', isUtc ? 'Z' : `${sign}${hours}:${minutes}`],
    ['Z0700', isUtc ? 'Z' : `${sign}${hours}${minutes}`],
    ['-07:00', `${sign}${hours}:${minutes}`],
    ['-0700', `${sign}${hours}${minutes}`],
    ['-07', `${sign}${hours}`],
  ]);
  return layout.replaceAll(PARTS, (part) => parts.get(part) ?? part);
}
