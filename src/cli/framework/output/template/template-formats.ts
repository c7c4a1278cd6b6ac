import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../service/durations.ts';

const COLORS = new Map(
  ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].map((name, at) => [name, at]),
);

/** Attributes after a `+`. `h` is the bright form of the color. */
const ATTRIBUTES = new Map([
  ['b', 1],
  ['d', 2],
  ['i', 7],
  ['s', 9],
  ['u', 4],
  ['B', 5],
]);

const [FOREGROUND, BACKGROUND] = [30, 40];
const BRIGHT = 60;
const MOST_COLORS = 256;

/**
 * Reads a style as gh writes it: `green`, `red+b`, `white+h:blue`, or a number of the 256 colors.
 *
 * @throws Error for a style that is not one
 */
export function createPaint(style: string): (text: string) => string {
  const [front = '', back = ''] = style.split(':');
  const codes = [...readHalf(front, FOREGROUND, style), ...readHalf(back, BACKGROUND, style)];
  return (text) => (codes.length === 0 || text === '' ? text : `\u001b[${codes.join(';')}m${text}\u001b[0m`);
}

function readHalf(half: string, base: number, style: string): readonly number[] {
  const [name = '', attributes = ''] = half.split('+');
  const letters = [...attributes];
  const color = readColor(name, base + (letters.includes('h') ? BRIGHT : 0));
  const codes = letters.filter((letter) => letter !== 'h').map((letter) => ATTRIBUTES.get(letter));
  if (color === null || codes.includes(undefined)) {
    throw new Error(
      `${JSON.stringify(style)} is not a style; styles are ${[...COLORS.keys()].join(', ')}, with +b for bold, +u, +d, +h for bright, and :background`,
    );
  }
  return [...codes.filter((code) => code !== undefined), ...color];
}

/** @returns null for a name that is not a color */
function readColor(name: string, base: number): readonly number[] | null {
  if (['', 'default', 'reset', 'off'].includes(name)) return [];
  const color = COLORS.get(name);
  if (color !== undefined) return [base + color];
  const isNumber = /^\d{1,3}$/.test(name) && Number(name) < MOST_COLORS;
  return isNumber ? [base % BRIGHT === FOREGROUND ? 38 : 48, 5, Number(name)] : null;
}

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
  const words = `about ${formatCount(count, unit[0])}`;
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
