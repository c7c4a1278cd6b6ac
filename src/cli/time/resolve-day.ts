import { WEEKDAYS } from './calendar-names.ts';
import { formatClock, formatDay } from './describe-time.ts';
import { parseNaturalTime } from './parse-natural-time.ts';
import {
  addDays,
  createTimeFault,
  type ResolvedTime,
  resolveWallTime,
  TIME_FORMATS_ADVICE,
  type TimeContext,
  type TimeFault,
} from './resolve-wall-time.ts';
import type { WallTime } from './zone-clock.ts';

/** Default for a day without a time. */
const DEFAULT_TIME = { hour: 9, minute: 0, second: 0 } as const;

/**
 * Resolves a calendar day, or the next occurrence of a time.
 *
 * @param words `tomorrow 9:00`, `next tuesday 8am`, `24 dec 2026 17:00`, `18:30`
 */
export function resolveDay(words: string, said: TimeContext): ResolvedTime | TimeFault {
  const spoken = parseNaturalTime(words.replace(/^(\d{4}-\d{2}-\d{2})t(?=\d)/, '$1 '));
  if ('word' in spoken) return createTimeFault(spoken.word);
  const { dayOffset, weekday, isNext = false, year, month, day, time } = spoken;
  const isDate = day !== undefined && month !== undefined;
  if (dayOffset !== undefined && (weekday ?? month ?? day ?? year) !== undefined) return createTimeFault();
  if (!isDate && (day ?? month ?? year) !== undefined) return createTimeFault();
  if (isDate && isNext) return createTimeFault();
  if (dayOffset === 0 && time === undefined) return { fault: 'has no time', advice: 'write "today 18:30"' };
  const today = said.zone.wallAt(said.now);
  const noted = time === undefined ? [`no time is given, so ${formatClock(DEFAULT_TIME)} is used`] : [];
  const then = (days: number, from: WallTime = today) =>
    resolveWallTime(addDays({ ...from, ...(time ?? DEFAULT_TIME) }, days), said);
  const withNotes = (read: ResolvedTime | TimeFault, more: readonly string[] = []) =>
    'ms' in read ? { ...read, notes: [...more, ...noted, ...read.notes] } : read;
  if (isDate) return withNotes(resolveDate({ year, month, day, weekday }, { said, then }));
  if (weekday !== undefined) {
    const { days, isLater } = computeDaysUntil(weekday, { today, isNext, then, now: said.now });
    return withNotes(
      then(days),
      isLater
        ? [`the ${WEEKDAYS[weekday]} of next week is used; without "next" it is that of this week`]
        : [],
    );
  }
  if (dayOffset !== undefined) return withNotes(then(dayOffset));
  return time === undefined ? createTimeFault() : findSoonest([then(0), then(1)], said.now);
}

type ResolveDays = (days: number, from?: WallTime) => ResolvedTime | TimeFault;

/** Without `next`, the next such weekday; with it, that of the following week, which begins on Monday. */
function computeDaysUntil(
  weekday: number,
  {
    today,
    isNext,
    then,
    now,
  }: { readonly today: WallTime; readonly isNext: boolean; readonly then: ResolveDays; readonly now: number },
): { readonly days: number; readonly isLater: boolean } {
  const days = (weekday - getWeekday(today) + 7) % 7;
  const first = then(days);
  const isOver = days === 0 && 'ms' in first && first.ms <= now;
  if (!isNext) return { days: isOver ? 7 : days, isLater: false };
  const untilMonday = 7 - ((getWeekday(today) + 6) % 7);
  const inNextWeek = untilMonday + ((weekday + 6) % 7);
  return { days: inNextWeek, isLater: days > 0 && days < inNextWeek };
}

/** 29 February recurs within this number of years. */
const MAX_YEARS_AHEAD = 8;

/** Resolves a date; without a year, its next occurrence. */
function resolveDate(
  {
    year,
    month,
    day,
    weekday,
  }: {
    readonly year: number | undefined;
    readonly month: number;
    readonly day: number;
    readonly weekday: number | undefined;
  },
  { said, then }: { readonly said: TimeContext; readonly then: ResolveDays },
): ResolvedTime | TimeFault {
  const thisYear = said.zone.wallAt(said.now).year;
  const years =
    year === undefined ? Array.from({ length: MAX_YEARS_AHEAD + 1 }, (_, on) => thisYear + on) : [year];
  const dates = years.map((each) => ({ year: each, month, day, ...MIDNIGHT })).filter(isCalendarDate);
  const found = findSoonest(
    dates.map((date) => then(0, date)),
    said.now,
  );
  if (dates.length === 0) return { fault: 'is not a date that exists', advice: TIME_FORMATS_ADVICE };
  if (weekday === undefined || !('ms' in found)) return found;
  const wall = said.zone.wallAt(found.ms);
  if (getWeekday(wall) === weekday) return found;
  return {
    fault: `is not a ${WEEKDAYS[weekday]}: it is a ${formatDay(wall)}`,
    advice: 'omit one of the two',
  };
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0 } as const;

function isCalendarDate({ year, month, day }: WallTime): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Returns the first in the future; if all are in the past, the first. */
function findSoonest(all: readonly (ResolvedTime | TimeFault)[], now: number): ResolvedTime | TimeFault {
  return all.find((each) => !('ms' in each) || each.ms > now) ?? all[0] ?? createTimeFault();
}

function getWeekday({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}
