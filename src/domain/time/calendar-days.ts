import { DAY_MS } from '../../service/durations.ts';
import { type LocalClock, MONTHS, readShownMs, SHORT_NAME, WEEKDAYS } from './local-time.ts';
import { parseNaturalTime } from './parse-natural-time.ts';
import { formatIsoSeconds } from './read-timestamp.ts';

// A day is a number here: days since 1970-01-01, as the calendar of a zone counts them.

const WEEK_DAYS = WEEKDAYS.length;
/** 1970-01-01 was a Thursday, three days after a Monday. */
const FIRST_WEEKDAY = 3;

export type CalendarUnit = 'week' | 'month';

/** A week, from Monday, or a month: its first and its last day. */
export interface CalendarSpan {
  readonly unit: CalendarUnit;
  readonly first: number;
  readonly last: number;
}

/** The day that a clock shows. @param ms milliseconds since 1970 */
export function getCalendarDay(clock: LocalClock, ms: number): number {
  return Math.floor(readShownMs(clock, ms) / DAY_MS);
}

/** The week or the month of a day. */
export function findCalendarSpan(day: number, unit: CalendarUnit): CalendarSpan {
  if (unit === 'week') {
    const first = findMonday(day);
    return { unit, first, last: first + WEEK_DAYS - 1 };
  }
  const { year, month } = readCalendarDate(day);
  return { unit, first: toDay(year, month, 1), last: toDay(year, month + 1, 1) - 1 };
}

/** The weeks of a span, whole ones, each as the number of its Monday. */
export function listMondays({ first, last }: Pick<CalendarSpan, 'first' | 'last'>): readonly number[] {
  const monday = findMonday(first);
  const count = Math.ceil((last - monday + 1) / WEEK_DAYS);
  return Array.from({ length: count }, (_, at) => monday + at * WEEK_DAYS);
}

function findMonday(day: number): number {
  return day - ((day + FIRST_WEEKDAY) % WEEK_DAYS);
}

function readCalendarDate(day: number) {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate() };
}

/** @param month 1 for January; 13 is that of the next year */
function toDay(year: number, month: number, dayOfMonth: number): number {
  return Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;
}

/** `2026-09-21` */
export function formatIsoDay(day: number): string {
  return formatIsoSeconds(day * DAY_MS).slice(0, 'YYYY-MM-DD'.length);
}

/** The parts of a day's name: `Mon`, `21`, `September`, `2026`. */
export function nameCalendarDay(day: number) {
  const { year, month, dayOfMonth } = readCalendarDate(day);
  const weekday = WEEKDAYS[new Date(day * DAY_MS).getUTCDay()] ?? '';
  return { weekday: weekday.slice(0, SHORT_NAME), dayOfMonth, month: MONTHS[month - 1] ?? '', year };
}

/** `21 to 27 September 2026`, `28 December 2026 to 3 January 2027`, `September 2026` */
export function formatCalendarSpan({ unit, first, last }: CalendarSpan): string {
  const [from, to] = [nameCalendarDay(first), nameCalendarDay(last)];
  const end = `${to.month} ${to.year}`;
  if (unit === 'month') return end;
  const start = [
    from.dayOfMonth,
    ...(from.month === to.month ? [] : [from.month]),
    ...(from.year === to.year ? [] : [from.year]),
  ].join(' ');
  return `${start} to ${to.dayOfMonth} ${end}`;
}

/** A day that a user typed. */
export interface TypedDay {
  /** That a word names, such as `october`; null for any other. */
  readonly unit: CalendarUnit | null;
  /** @param unit that is shown, by which `next` moves @returns null for a day that does not exist */
  find(today: number, unit: CalendarUnit): number | null;
}

const MOVE = /^(this|next|previous|last)(?: (week|month))?$/;
const STEPS: Readonly<Record<string, number>> = { this: 0, next: 1, previous: -1, last: -1 };
const ISO_MONTH = /^(\d{4})-(\d{2})$/;

/**
 * Parses a day of a calendar: `2026-10-05`, `24 dec`, `tomorrow`, `friday` (of this week), `october`, `2026-10`, `next`,
 * `previous month`. A date without its year is the one nearest to today.
 *
 * @returns null for anything else
 */
export function parseCalendarDay(text: string): TypedDay | null {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const [, move, named] = MOVE.exec(words) ?? [];
  if (move !== undefined) {
    const unit = named === 'week' || named === 'month' ? named : null;
    return { unit, find: (today, shown) => moveSpans(today, STEPS[move] ?? 0, shown) };
  }
  const [, isoYear, isoMonth] = ISO_MONTH.exec(words) ?? [];
  if (isoMonth !== undefined)
    return { unit: 'month', find: () => findDate(Number(isoYear), Number(isoMonth), 1) };
  const spoken = words === '' ? { word: '' } : parseNaturalTime(words);
  if ('word' in spoken || spoken.time !== undefined) return null;
  const { dayOffset, weekday, isNext = false, year, month, day } = spoken;
  const isDate = (day ?? month) !== undefined;
  const isOnlyOne = [dayOffset, isDate ? 0 : undefined, weekday].filter((each) => each !== undefined);
  if (isOnlyOne.length !== 1 || (year !== undefined && month === undefined)) return null;
  if (dayOffset !== undefined) return { unit: null, find: (today) => today + dayOffset };
  if (weekday !== undefined) {
    const fromMonday = (weekday + WEEK_DAYS - 1) % WEEK_DAYS;
    return { unit: null, find: (today) => findMonday(today) + fromMonday + (isNext ? WEEK_DAYS : 0) };
  }
  return {
    unit: day === undefined ? 'month' : null,
    find(today) {
      const now = readCalendarDate(today);
      const years = year === undefined ? [now.year - 1, now.year, now.year + 1] : [year];
      const found = (month === undefined ? [now.year] : years).flatMap(
        (each) => findDate(each, month ?? now.month, day ?? 1) ?? [],
      );
      return found.toSorted((one, other) => Math.abs(one - today) - Math.abs(other - today))[0] ?? null;
    },
  };
}

function moveSpans(today: number, steps: number, unit: CalendarUnit): number {
  if (unit === 'week') return today + steps * WEEK_DAYS;
  const { year, month } = readCalendarDate(today);
  return toDay(year, month + steps, 1);
}

const EARLIEST_YEAR = 1970;

/** @returns null for a date that does not exist */
function findDate(year: number, month: number, dayOfMonth: number): number | null {
  const day = toDay(year, month, dayOfMonth);
  const found = readCalendarDate(day);
  const exists = found.year === year && found.month === month && found.dayOfMonth === dayOfMonth;
  return exists && year >= EARLIEST_YEAR ? day : null;
}
